"""Seeds are reproducible, in range, and apart for each purpose."""

from assets.seeds import digest, seed_of, seeds_of, sha256


def test_a_seed_is_a_fixed_function_of_the_key_and_what_it_is_for():
    assert seed_of("s", "benchmark", "2026-11-30/ada/env_001", 0) == 5742195661350111239
    assert seed_of("other", "benchmark", "2026-11-30/ada/env_001", 0) != 5742195661350111239


def test_streams_never_share_a_seed():
    streams = ("benchmark", "validation", "probe", "training", "request", "split", "bootstrap")
    seeds = [seed for stream in streams for seed in seeds_of("s", stream, 200, "x")]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_seed_does_not_depend_on_how_many_are_drawn():
    assert seeds_of("s", "training", 5, "x") == seeds_of("s", "training", 9, "x")[:5]


def test_parts_are_kept_apart():
    assert digest("a", "bc") != digest("ab", "c")
    assert sha256("three") == "8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f"
    assert len(sha256("\ud800")) == 64
