"""The pass draft, pure: set-up, deal, picks, what a seat may see, and bots. Rules: docs/rules.md, chapter 3.

`state = replay(setup, deal, picks)`: packets, hands and who is awaited are derived from those three and never stored.
Seats are numbered from 0, the seat to the right of `s` is `s - 1`; rounds and picks count from 1.
"""
