"""A language model as a contestant, through LiteLLM, which is the only road to a real model.

A question goes down from `model` (tries and limits) through `request` (one request, over LiteLLM) to the provider; what
comes back is seen on the wire by `tap` and read by `answer`, or is a `fault`.
"""
