"""A season file is read strictly; each fault is one line that names the file and the field."""

import pytest
import yaml

from assets.errors import OperatorError
from assets.season import load_season

VALID = {
    "name": "tiny",
    "seed": "s",
    "contestants": [
        {"name": "ada", "model": "house/player", "skills": {"solving": 0.5}},
        {"name": "gpt", "model": "openai/gpt-x", "api_key_env": "OPENAI_API_KEY", "roles": ["solver"]},
    ],
}

MODELS_WRITE = {
    **VALID,
    "contestants": [
        {**VALID["contestants"][0], "roles": ["solver"]},
        {**VALID["contestants"][1], "roles": ["author", "solver"]},
    ],
}


def _write(tmp_path, document):
    path = tmp_path / "tiny.yaml"
    path.write_text(document if isinstance(document, str) else yaml.safe_dump(document))
    return path


def _with_contestant(**fields):
    return {**VALID, "contestants": [VALID["contestants"][0], {**VALID["contestants"][1], **fields}]}


def test_a_valid_file_is_read_with_its_defaults(tmp_path):
    season = load_season(_write(tmp_path, VALID))
    assert season.authors == ["ada"]
    assert season.solvers == ["ada", "gpt"]
    assert (season.benchmark_seeds, season.trials, season.max_turns, season.repairs) == (4, 1, 24, 2)
    sampling = season.entry("gpt").sampling
    assert (sampling.temperature, sampling.top_p, sampling.max_tokens, sampling.tries) == (0.8, 0.95, 1024, 3)
    assert sampling.context_tokens == 16384


@pytest.mark.parametrize(
    ("document", "processes"),
    [
        (VALID, 2),
        (VALID | {"contestants": VALID["contestants"][:1]}, 1),
        (VALID | {"contestants_at_once": 1}, 1),
        (VALID | {"contestants": VALID["contestants"][:1], "contestants_at_once": 3}, 3),
    ],
    ids=["a model among them", "house players", "a model, one after another", "house players, side by side"],
)
def test_where_a_model_waits_all_play_side_by_side_unless_the_season_says_how_many(tmp_path, document, processes):
    assert load_season(_write(tmp_path, document)).processes == processes


@pytest.mark.parametrize(
    ("document", "looks_back"),
    [
        (VALID, False),
        (MODELS_WRITE, True),
        (VALID | {"novel_within": "season"}, True),
        (MODELS_WRITE | {"novel_within": "week"}, False),
    ],
    ids=["a house player writes", "only models write", "a house player, to the season", "models, to the week"],
)
def test_environments_are_new_to_the_season_unless_a_house_player_writes_or_the_season_says(
    tmp_path, document, looks_back
):
    assert load_season(_write(tmp_path, document)).looks_back is looks_back


def test_settings_hold_no_address_and_no_key_name(tmp_path):
    season = load_season(_write(tmp_path, _with_contestant(api_base="http://127.0.0.1:8000")))
    assert "8000" not in season.entry("gpt").settings_json
    assert "OPENAI_API_KEY" not in season.entry("gpt").settings_json


def test_what_is_paid_for_outlives_a_longer_timeout(tmp_path):
    before, after = (
        load_season(_write(tmp_path, _with_contestant(sampling=sampling))).entry("gpt")
        for sampling in ({}, {"timeout_s": 999, "tries": 9})
    )
    assert before.settings_json != after.settings_json
    assert before.solving_json == after.solving_json
    assert before.authoring_json == after.authoring_json


def test_a_later_setting_changes_the_identity_of_what_is_played_only_where_it_is_set(tmp_path):
    plain, shown, switched, limited = (
        load_season(_write(tmp_path, _with_contestant(**fields))).entry("gpt")
        for fields in ({}, {"examples": 2}, {"extra_body": {"think": False}}, {"limits": {"parallel": 2}})
    )
    assert "examples" not in plain.solving_json
    assert "extra_body" not in plain.authoring_json
    assert plain.solving_json == limited.solving_json != shown.solving_json
    assert plain.authoring_json == shown.authoring_json != switched.authoring_json


def test_each_role_has_its_own_token_limit(tmp_path):
    short, long = (
        load_season(_write(tmp_path, _with_contestant(sampling={"author_max_tokens": tokens}))).entry("gpt")
        for tokens in (100, 200)
    )
    assert short.solving_json == long.solving_json
    assert short.authoring_json != long.authoring_json


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({**VALID, "benchmark_seds": 3}, "benchmark_seds: Extra inputs are not permitted"),
        ({**VALID, "contestants": [VALID["contestants"][0]] * 2}, "contestants named twice: ada"),
        (_with_contestant(name="Ada Lovelace"), r"contestants\.1\.name: a contestant's name must match"),
        (_with_contestant(name="panel"), "'panel' is taken"),
        (_with_contestant(roles=["referee"]), r"contestants\.1\.roles"),
        (_with_contestant(api_key_env="sk-123"), "the key itself never stands here"),
        (_with_contestant(skills={"solving": 1}), "skills are declared for house players only"),
        (_with_contestant(model="house/player"), "a house player needs its declared skills"),
        ({**VALID, "contestants": [{**VALID["contestants"][0], "limits": {}}]}, "limits: for language models, not for"),
        (_with_contestant(limits={"usd_per_week": -1}), r"contestants\.1\.limits\.usd_per_week: Input should be"),
        (_with_contestant(price={"input": 1}), r"contestants\.1\.price\.output: Field required"),
        ({**VALID, "contestants": [{**VALID["contestants"][0], "roles": ["author"]}]}, "the season has no solver"),
        ({**VALID, "contestants": [VALID["contestants"][1]]}, "the season has no author"),
        ({**VALID, "environments_per_author": -1}, "environments_per_author: Input should be greater than"),
        ({**VALID, "max_turns": 25}, "max_turns: Input should be less than or equal to 24"),
        ({**VALID, "domains": ["cooking"]}, "domains must be distinct and among"),
        ("name: [", "line 1: not valid YAML"),
        ("just text", "expected fields such as 'name:'"),
    ],
)
def test_a_fault_is_one_line_that_names_the_file_and_the_field(tmp_path, document, message):
    path = _write(tmp_path, document)
    with pytest.raises(OperatorError, match=message) as caught:
        load_season(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(OperatorError, match=r"nowhere\.yaml: No such file"):
        load_season(tmp_path / "nowhere.yaml")
