"""The Elo scale: logits times 400 / ln 10, so that 400 points are odds of ten to one."""

import math

ELO = 400 / math.log(10)
"""Points a logit."""

MEAN = 1000.0
"""Points of an average contestant."""
