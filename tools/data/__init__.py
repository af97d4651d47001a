"""The benchmark's data: its rows, what they add up to, and loading them into a cluster."""
