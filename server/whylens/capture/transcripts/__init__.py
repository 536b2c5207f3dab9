"""AI chat sessions that other tools keep on disk: where they lie, and what was said in them. Read-only.

`discover.standard_places` and `discover.within` find the files, `read.sessions` reads one: it yields `Session`s whose
turns stream by, and whatever is damaged ends up in `Session.problems`. One module a format; `chats` makes readings
of a session for the learner.
"""
