"""A whole game solved tier by tier: within memory, on all processors, with checkpoints."""
