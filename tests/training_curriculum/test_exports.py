"""The exports, read back by the published loader's rules."""

import hashlib
import json
import shutil

import polars as pl
import pytest
from made_weeks import WEEK, attempts_frame, pair_rows

from assets.errors import OperatorError
from assets.season import Season
from assets.training_curriculum.envduels_export import envduels_files
from assets.training_curriculum.folder import replace_folder
from assets.training_curriculum.ms_swift_export import ms_swift_files, published_seeds
from assets.training_curriculum.selection import curriculum
from assets.training_curriculum.training_seeds import training_seeds
from training_curriculum.made_environments import HINT, environment
from training_curriculum.published_loader import BadExport, Export

ENVIRONMENTS = [environment("ada", 1, "one"), environment("ada", 2, "two"), environment("bob", 1, "three")]
SPLITS = dict(zip((e.environment_id for e in ENVIRONMENTS), ("train", "validation", "train"), strict=True))
SEEDS = {e.environment_id: [7, 2**63 - 1] for e in ENVIRONMENTS}


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "envduels"
    replace_folder(root, envduels_files(ENVIRONMENTS, SPLITS, SEEDS))
    return root


def _edit_manifest(root, **changes):
    manifest = json.loads((root / "manifest.json").read_text())
    manifest["environments"][0].update(changes)
    (root / "manifest.json").write_text(json.dumps(manifest))


def test_the_loader_takes_every_environment(root):
    export = Export(root)
    assert list(export.entries) == [
        "environments/ada/env_001",
        "environments/ada/env_002",
        "environments/bob/env_001",
    ]
    assert [entry["split"] for entry in export.entries.values()] == ["train", "validation", "train"]
    assert set(export.seeds["environments/bob/env_001"]) == {7, 2**63 - 1}
    for name in export.entries:
        assert export.hints[name] == {"hint": HINT}
        bound = export.bind(name, seed=7)
        assert bound.reset(7).startswith("A secret number")
        (answer,) = bound.instance.solution()
        assert bound.step(answer) == ("Correct.", 1.0, True)


def test_another_seed_than_the_bound_one_is_refused(root):
    with pytest.raises(BadExport, match="bound to seed 7, asked for 8"):
        Export(root).bind("environments/ada/env_001", seed=7).reset(8)


def test_a_changed_byte_is_found_before_the_code_runs(root):
    source = root / "environments/ada/env_001/environment.py"
    source.write_bytes(source.read_bytes().replace(b"randrange(1000)", b"randrange(1001)"))
    with pytest.raises(BadExport, match="not the one that was hashed"):
        Export(root).bind("environments/ada/env_001", seed=7)


@pytest.mark.parametrize("path", ["/etc/hostname", "../outside.json", "environments/../../outside.json"])
def test_a_path_out_of_the_export_is_refused(root, path):
    (root.parent / "outside.json").write_text("{}")
    _edit_manifest(root, privileged=path)
    with pytest.raises(BadExport, match="outside the export"):
        Export(root)


def test_another_version_is_refused(root):
    manifest = json.loads((root / "manifest.json").read_text()) | {"format_version": 2}
    (root / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadExport, match="format version 2"):
        Export(root)


def test_the_same_week_gives_the_same_bytes(root):
    again = root.with_name("again")
    replace_folder(again, envduels_files(ENVIRONMENTS[::-1], SPLITS, SEEDS))
    assert _contents(again) == _contents(root)


def test_the_sums_cover_every_other_file(root):
    listed = dict(reversed(line.split("  ")) for line in (root / "SHA256SUMS").read_text().splitlines())
    found = {path: hashlib.sha256(data).hexdigest() for path, data in _contents(root).items() if path != "SHA256SUMS"}
    assert listed == found
    assert len(found) == 1 + 3 * len(ENVIRONMENTS)


def test_a_new_export_replaces_the_old_one_as_a_whole(root):
    replace_folder(root, {"only.txt": b"new"})
    assert sorted(_contents(root)) == ["SHA256SUMS", "only.txt"]
    assert [path.name for path in root.parent.iterdir()] == ["envduels"]


def test_an_export_that_was_killed_half_way_is_mended_by_the_next(root):
    shutil.copytree(root, root.with_name(".envduels.partial"))
    root.rename(root.with_name(".envduels.previous"))  # killed between the two renames
    replace_folder(root, {"only.txt": b"new"})
    assert sorted(_contents(root)) == ["SHA256SUMS", "only.txt"]
    assert [path.name for path in root.parent.iterdir()] == ["envduels"]


def test_a_failed_write_leaves_the_old_export(root):
    before = _contents(root)
    with pytest.raises(OperatorError, match=r"export .*envduels can't be written"):
        replace_folder(root, {"a": b"file", "a/b": b"under a file"})
    assert _contents(root) == before


def test_a_place_that_is_no_folder_is_the_operators_error(tmp_path):
    (tmp_path / "exports").write_text("a file")
    with pytest.raises(OperatorError, match="make the folder writable and run again"):
        replace_folder(tmp_path / "exports" / "envduels", {})


def test_no_environment_is_an_export_too(tmp_path):
    replace_folder(tmp_path / "envduels", envduels_files([], {}, {}))
    assert Export(tmp_path / "envduels").entries == {}


def test_the_published_seed_rule():
    digest = hashlib.sha256(b"42\x00environments/ada/env_001\x003").digest()
    seeds = published_seeds("environments/ada/env_001", 4, used=())
    assert seeds[3] == int.from_bytes(digest[:8], "big") % 2**63
    assert published_seeds("environments/ada/env_001", 3, used={seeds[1]}) == [seeds[0], seeds[2], seeds[3]]


def test_training_seeds_skip_the_used_ones():
    season = Season.model_validate(
        {"name": "s", "seed": "secret", "training_seeds": 5, "contestants": [{"name": "ada", "model": "m"}]}
    )
    seeds = training_seeds(season, "e", used=())
    assert len(set(seeds)) == 5
    assert all(0 <= seed < 2**63 for seed in seeds)
    fresh = training_seeds(season, "e", used=set(seeds[:2]))
    assert fresh[:3] == seeds[2:]
    assert len(fresh) == 5
    assert not set(fresh) & set(seeds[:2])


def test_ms_swift_rows_point_into_the_export(root):
    attempts = attempts_frame(
        [*pair_rows("ada", 1, "bob", "stxx"), *pair_rows("ada", 2, "bob", "st"), *pair_rows("bob", 1, "bob", "ssst")]
    )
    splits = pl.DataFrame({"environment_id": list(SPLITS), "near_copies": list(SPLITS), "split": list(SPLITS.values())})
    chosen = curriculum(WEEK, attempts, splits, {name: [1] for name in SPLITS})
    files = ms_swift_files(ENVIRONMENTS, SPLITS, chosen, {name: [11, 12] for name in SPLITS})
    assert sorted(files) == [
        "curriculum/bob/train.jsonl",
        "curriculum/bob/validation.jsonl",
        "curriculum/panel/train.jsonl",
        "curriculum/panel/validation.jsonl",
        "train.jsonl",
        "validation.jsonl",
    ]
    rows = [json.loads(line) for line in files["train.jsonl"].splitlines()]
    assert rows[1] == {
        "messages": [{"role": "user", "content": "<envduels-reset>"}],
        "env_config": {"name": "envduels", "export_dir": "envduels", "env_id": "environments/ada/env_001", "seed": 12},
        "env_id": "environments/ada/env_001",
        "seed": 12,
    }
    assert {row["env_id"] for row in rows} == {"environments/ada/env_001", "environments/bob/env_001"}
    export = Export(root.parent / rows[0]["env_config"]["export_dir"])
    export.bind(rows[0]["env_id"], rows[0]["seed"]).reset(rows[0]["seed"])
    in_order = [json.loads(line)["env_id"] for line in files["curriculum/bob/train.jsonl"].splitlines()]
    assert in_order == ["environments/bob/env_001"] * 2 + ["environments/ada/env_001"] * 2


def _contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
