"""Crawls and watches of Orbweaver as tables (pandas, polars) and graphs (networkx, igraph).

>>> from orbweaver import open_crawl
>>> museum = open_crawl("museum")
>>> pages = museum.table("pages")
>>> graph = museum.networkx()
"""

from ._account import Account
from ._directory import Crawl, NotOrbweaver, Site, Watch, open_crawl, open_watch

__all__ = ["Account", "Crawl", "NotOrbweaver", "Site", "Watch", "open_crawl", "open_watch"]
