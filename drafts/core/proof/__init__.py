"""Proof of the shuffle: a salted commitment to the order of the cards, and proofs against it; pure.

The order is committed to before the first pick by the root of a Merkle tree (docs/drafts.md, "How fairness is shown").
Afterwards a seat gets a proof for every card it saw, and for no other: each leaf has a salt of its own, so a proof says
nothing of its neighbours.
"""
