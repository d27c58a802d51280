"""Proof of the shuffle: a salted commitment to the order of the cards, and proofs against it; pure.

Before the first pick, the root of a Merkle tree fixes the order (docs/drafts.md, "How fairness is shown"). Afterwards a
seat gets a proof for every card it saw, and for no other. Each leaf has its own salt, so a proof reveals no other card.
"""
