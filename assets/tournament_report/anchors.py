"""Anchors: the ids on the page by which tables and transcripts lead to each other."""


def of_environment(environment_id: str) -> str:
    """The id of an environment's row."""
    return _anchor("environment", environment_id)


def of_transcripts(environment_id: str) -> str:
    """The id of the transcripts that are shown of an environment."""
    return _anchor("transcripts", environment_id)


def _anchor(kind: str, environment_id: str) -> str:
    """Of `<week>/<author>/<slot>` the week goes without saying."""
    return "-".join([kind, *environment_id.split("/")[1:]])
