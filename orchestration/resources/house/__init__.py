"""House players: programs that author and solve environments, so that a machine without keys plays a real tournament.

They get the very prompts that language models get and answer with text. Their skills are declared in the season file,
so a tournament among them has a known truth that its rankings can be held against. They write what they know: the
domain of a slot only chooses which of their environments they write.
"""
