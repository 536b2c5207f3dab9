"""What the editor sees happen, on its way into the memory.

- `intake.Intake`: the marks that handlers make, on the event loop, each O(1).
- `settling`: when a document has been quiet for long enough that its difference counts.
- `waiting`: the two lanes of what waits: bounded, coalescing, counted.
- `handover`: hands batches over to the memory, on a worker thread; waits for consent, pauses when the store cannot.
- `idle`, `hooks`: when a session is over; whether assistants' hooks are let in.
- `making`: what a mark becomes on that thread. It uses `allowed` (which files may be read), `outlines` and `edits`
  (which function a line is of), `problems`, `commands`.
"""
