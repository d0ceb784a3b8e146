"""Splits keep near copies together, hold their shares, and follow the season's seed."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from assets.training_curriculum.splits import near_copy_groups, split_environments
from training_curriculum.made_environments import environment


def _never(a: str, b: str) -> bool:
    return False


def test_the_published_size_splits_as_published():
    environments = [environment(author, slot) for author in "abcdefghi" for slot in range(10)]
    splits = split_environments(environments, "secret", _never)
    assert Counter(splits.get_column("split")) == {"train": 72, "validation": 9, "test": 9}


def test_the_split_depends_on_the_seed_and_on_nothing_else():
    environments = [environment(author, slot) for author in "abc" for slot in range(6)]
    splits = split_environments(environments, "secret", _never)
    assert splits.equals(split_environments(environments[::-1], "secret", _never))
    assert not splits.equals(split_environments(environments, "another", _never))


def test_no_environment_no_split():
    assert split_environments([], "secret", _never).is_empty()


def test_few_environments_train():
    splits = split_environments([environment("ada", 1), environment("bob", 1)], "secret", _never)
    assert splits.get_column("split").to_list() == ["train", "train"]


def test_a_chain_of_near_copies_is_one_group():
    sources = {"e1": "a", "e2": "c", "e3": "z", "e4": "b"}
    neighbours = {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert near_copy_groups(sources, lambda x, y: (x, y) in neighbours) == [["e1", "e2", "e4"], ["e3"]]


@given(st.lists(st.integers(0, 6), max_size=30), st.text(min_size=1, max_size=5))
def test_near_copies_share_a_split_and_every_environment_has_one(kinds, season_seed):
    environments = [environment("ada", slot, note=f"kind {kind}") for slot, kind in enumerate(kinds)]
    splits = split_environments(environments, season_seed, lambda a, b: a == b)
    assert splits.get_column("environment_id").to_list() == [e.environment_id for e in environments]
    by_kind = dict(zip(kinds, splits.get_column("split"), strict=True))
    assert [by_kind[kind] for kind in kinds] == splits.get_column("split").to_list()
    assert not environments or "train" in by_kind.values()
