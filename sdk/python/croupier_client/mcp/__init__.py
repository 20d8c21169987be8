"""Tools and resources by which language models play, over the Model Context Protocol.

It needs `pip install croupier-client[mcp]`, and is the command `croupier-mcp`.
"""
