"""How a served cluster behaves: complete, bounded, cancelled, and with nothing left open."""
