"""The environment contract's numbers (protocol sections 2 and 3): told to authors, and held by the validator."""

ALLOWED_IMPORTS = (
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "textwrap",
    "typing",
)
"""The standard-library modules an environment may import: none reads a clock, a file, a socket or the interpreter."""

MAX_SOURCE_BYTES = 64 * 1024
"""Longest source, in bytes of UTF-8."""

HINT_CHARACTERS = (20, 2_000)
"""Shortest and longest hint."""

NULL_POLICY_WINS = 0.05
"""Largest share of its episodes that a player who knows nothing may win."""

LARGEST_SIMILARITY = 0.85
"""Largest similarity of two environments (Jaccard index of their token shingles)."""
