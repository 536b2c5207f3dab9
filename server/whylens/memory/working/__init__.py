"""The working memory: what happens while somebody works, followed in memory, and the cards its stories become.

`memory` is the whole; `intake` says what of a happening may be held at all, `session` what one session holds, `cards`
how a story is written (`places`: where it belongs, `rewrites`: what it does to the card before it), `chat` and `moves`
what is said beside the work, and where files went.
"""
