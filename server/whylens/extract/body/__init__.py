"""Reads the prose of a commit message: which sentences are worth a card, and how they stand alone.

`reading.findings` is the door. `hearing` takes sentences in, `defects`, `reasons` and `statements` choose among them,
`wording` ties them to the subject line, `words` holds the vocabulary all of them listen to.
"""
