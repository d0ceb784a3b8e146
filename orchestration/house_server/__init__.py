"""The house server: the house players behind an OpenAI-compatible endpoint on loopback, with faults on request.

It stands in for a provider, so that the road to real models can be tried without a key, a price or a network. A request
comes in at `server`, is read by `question`, answered by a house player, put into OpenAI's form by `answer`, spoilt by
`injection` where the plan of `faults` says so, and noted in `log`. `serving` binds it to a port.
"""
