"""Asking a language model, when the user switched that on: which texts, how many tokens a day, what becomes of answers.

`assistance.Assistance` is all of it for one project. It asks nobody itself: a door takes a question, asks a
`runtime.assistant.Assistant`, and brings the answer back.
"""
