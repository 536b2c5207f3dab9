"""Stories: what happens while somebody works, followed until it says something worth keeping. Pure, no clock.

`troubles` follows what other tools report, `runs` what is run in terminals, `day` the session as a whole. Each takes
redacted happenings in the order they come and gives `Story`s: most happenings give none. `unworthy`, `commands` and
`outcomes` are the tables of what is not worth it, what a command is for, and what an output says.
"""
