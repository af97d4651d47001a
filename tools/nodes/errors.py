"""What can go wrong with a node."""


class NodeError(Exception):
    """A node could not be fetched, built, started or stopped. The text says why and where to look."""


class NodeUnavailable(NodeError):
    """This machine cannot run that kind (for example no Java of the right version): a reason to skip."""
