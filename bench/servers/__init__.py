"""The servers that stand between a client and the node: Recurve and Trino."""
