"""Pure rules of drafts: engine, proof of the shuffle, archive; no Django."""
