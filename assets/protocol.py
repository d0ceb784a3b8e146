"""The version of the duel protocol: part of every journal key, so that work done under other rules is not mixed in."""

PROTOCOL_VERSION = 1
