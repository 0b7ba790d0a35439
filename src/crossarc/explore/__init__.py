"""What the page of `crossarc explore` shows: each view asks one module here, which answers in data for JSON.

Whatever comes from a treebank is a text of these data, which scripts make text nodes of. Nothing here knows of HTTP.
"""
