"""The pages of the engine: what its games have shown."""
