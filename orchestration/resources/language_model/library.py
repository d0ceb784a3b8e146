"""LiteLLM, imported so that it looks nothing up, sends nothing about us anywhere, and writes no log line."""

import logging
import os

# LiteLLM reads these when it is imported: without the first it fetches a price list from the internet.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ.pop("LITELLM_LOG", None)

import litellm
from litellm.exceptions import APIConnectionError, ContextWindowExceededError, Timeout
from litellm.litellm_core_utils.logging_worker import GLOBAL_LOGGING_WORKER
from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

__all__ = [
    "GLOBAL_LOGGING_WORKER",
    "APIConnectionError",
    "AsyncHTTPHandler",
    "ContextWindowExceededError",
    "Timeout",
    "litellm",
]

litellm.telemetry = False
litellm.suppress_debug_info = True
# Their lines hold prompts, addresses (with the key in them at some providers), headers and whole requests.
_TALKATIVE = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "httpx", "httpcore", "openai", "aiohttp")


class _Silence(logging.Filter):
    """Lets nothing through, whatever level somebody sets."""

    def filter(self, record: logging.LogRecord) -> bool:
        return False


def _silence() -> None:
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _TALKATIVE]
    for name in {*names, *_TALKATIVE}:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
        logger.addFilter(_Silence())


_silence()
