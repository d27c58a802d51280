"""The deck builder: taps, cards in several copies, and panels."""
