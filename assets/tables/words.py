"""The words that columns may hold."""

CONDITIONS = ("without_hint", "with_hint")
STATUSES = ("success", "failure", "incomplete")
STOP_REASONS = (
    "terminated",
    "truncated",
    "max_turns",
    "context_length",
    "provider_error",
    "budget_reached",
    "sandbox_error",
    "environment_error",
)
DOMAINS = (
    "pattern recognition",
    "logical deduction",
    "mathematical reasoning",
    "spatial reasoning",
    "strategic planning",
    "causal inference",
    "memory recall",
    "optimization",
    "language understanding",
)
CHECKS = (
    "parses",
    "allowed_source",
    "contract",
    "deterministic",
    "seed_sensitive",
    "winnable",
    "ends",
    "no_free_win",
    "no_answer_in_observation",
    "hint_is_not_an_answer_key",
    "within_limits",
    "novel",
    "hint_probe",
)
GATING_CHECKS = tuple(name for name in CHECKS if name != "hint_probe")
SHARE_BOARDS = {
    "canonical_solve": 0.0,
    "common_panel_solve": 0.0,
    "design": 0.0,
    "hint_authoring": -1.0,
    "hint_gain": -1.0,
}
"""Boards whose value is a share or a difference of shares: the lowest it can be; the highest is 1."""

RATING_BOARDS = ("solver", "author", "author_difficulty", "composite", "duel")
"""Boards whose value is a rating on the Elo scale, with mean 1,000."""

BOARDS = (*SHARE_BOARDS, *RATING_BOARDS)
SCOPES = ("week", "season")
DOSSIERS_SHOWN = ("none", "own", "public")
ACTION_SPACES = ("letter", "word", "number", "numbers", "text")
FEEDBACKS = ("constant", "computed", "formatted")
CORRELATIONS = ("pearson", "pearson_disattenuated", "kendall_tau_b")
CHANGES = ("rises", "falls", "level")
DOSSIER_OUTCOMES = ("discrimination", "hint_gain", "unaided_share", "admitted_share")
"""What an author's environments are measured by, with and without a dossier."""
