"""The extraction benchmark: every stack against one node, in one run. See README.md beside this file."""
