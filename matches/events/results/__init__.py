"""The results desk of an event: one page on which every result of a round is entered by thumb."""
