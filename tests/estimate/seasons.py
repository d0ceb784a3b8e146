"""A tiny season whose numbers can be worked out by hand: a priced model, one without a price, and a house player."""

from assets.season import Season

SAMPLING = {"max_tokens": 100, "author_max_tokens": 1000, "context_tokens": 2000}


def tiny(**fields: object) -> Season:
    """The season; `fields` replaces its own."""
    return Season.model_validate(
        {
            "name": "tiny",
            "seed": "a secret",
            "environments_per_author": 2,
            "benchmark_seeds": 3,
            "trials": 2,
            "max_turns": 4,
            "repairs": 1,
            "harden_rounds": 0,
            "contestants": [
                {"name": "ada", "model": "house/player", "skills": {"solving": 0.5}},
                {
                    "name": "priced",
                    "model": "openai/priced",
                    "api_base": "http://127.0.0.1:9/v1",
                    "price": {"input": 1, "output": 10},
                    "sampling": SAMPLING,
                },
                {
                    "name": "unpriced",
                    "model": "openai/unpriced",
                    "api_base": "http://127.0.0.1:9/v1",
                    "roles": ["solver"],
                    "sampling": SAMPLING,
                },
            ],
            **fields,
        }
    )


def limited(season: Season, **usd_per_week: float) -> Season:
    """The season with limits of its contestants, by name."""
    entries = [
        entry.model_copy(update={"limits": entry.limits.model_copy(update={"usd_per_week": usd_per_week[entry.name]})})
        if entry.name in usd_per_week
        else entry
        for entry in season.contestants
    ]
    return season.model_copy(update={"contestants": tuple(entries)})
