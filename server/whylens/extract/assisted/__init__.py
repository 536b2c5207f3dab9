"""What a language model is asked about a text, and what of its answer may be proposed. Pure: asks nobody itself.

`question.question_about` makes the prompt, `answer.read_answer` the drafts, `promising.is_promising` says which texts
are worth a question. A draft from here rests on `Basis.INFERENCE`: it waits for the user, whatever it says.
"""
