"""The deck builder’s pages."""
