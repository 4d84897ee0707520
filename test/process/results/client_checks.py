"""What `clients/python` reads of real results, and refuses of damaged ones. `client_checks.py CRAWL WATCH SCRATCH LINK`."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import networkx
import pandas
from orbweaver import Account, NotOrbweaver, open_crawl, open_watch

crawl_folder, watch_folder, scratch, link = sys.argv[1:]
crawl = open_crawl(crawl_folder)
pages = crawl.table("pages")
graph = crawl.networkx()
nodes = pages[pages["Outcome"] == "node"]
answers: dict[str, object] = {
    "tables": crawl.tables(),
    "pages": list(pages.shape),
    "types": [str(pages.dtypes[name]) for name in ("Id", "PageRank", "Title")],
    "networkx": [graph.number_of_nodes(), graph.number_of_edges()],
    "start": graph.nodes[0]["Title"],
    "levels": networkx.single_source_shortest_path_length(graph, 0)
    == {int(node): int(level) for node, level in zip(nodes["Id"], nodes["Level"])},
    "igraph": [crawl.igraph().vcount(), crawl.igraph().ecount(), crawl.igraph().vs[0]["Title"]],
    "shapes": [kind for kind in crawl.tables() if crawl.table(kind).shape != crawl.polars(kind).shape],
    "texts": [
        (kind, name)
        for kind in crawl.tables()
        for name, cells in crawl.polars(kind).to_dict(as_series=False).items()
        if cells != [None if cell is pandas.NA else cell for cell in crawl.table(kind)[name]]
    ],
    "site": len(crawl.all_sites("pages")),
}
watch = open_watch(watch_folder)
answers["watch"] = [watch.publications().shape[0], watch.mentions().shape[0], str(watch.publications().dtypes["copy"])]

account = Account(link)
downloaded = account.crawl(Path(crawl_folder).name, Path(scratch) / "downloaded")
answers["downloaded"] = downloaded.table("pages").equals(pages)
fetched = account.watch(Path(watch_folder).name, Path(scratch) / "tables")
answers["fetched"] = fetched.publications().equals(watch.publications())


def refused(change: Callable[[Path], object], read: Callable[[Path], object]) -> str:
    folder = Path(scratch) / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path(scratch) / "downloaded", folder)
    change(folder)
    try:
        read(folder)
    except (NotOrbweaver, FileNotFoundError, KeyError) as error:
        return type(error).__name__
    return "nothing"


def rewrite(**fields: object) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        found = json.loads((folder / "crawl.json").read_text())
        (folder / "crawl.json").write_text(json.dumps({**found, **fields}))

    return change


def link_out(folder: Path) -> None:
    path = open_crawl(folder).path("pages")
    path.unlink()
    path.symlink_to("/etc/passwd")


def pipe(folder: Path) -> None:
    path = open_crawl(folder).path("pages")
    path.unlink()
    os.mkfifo(path)


def read_pages(folder: Path) -> object:
    return open_crawl(folder).table("pages")


damages: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "no crawl.json": (lambda folder: (folder / "crawl.json").unlink(), open_crawl),
    "no JSON": (lambda folder: (folder / "crawl.json").write_text("{"), open_crawl),
    "deep JSON": (lambda folder: (folder / "crawl.json").write_text("[" * 200_000), open_crawl),
    "of another program": (rewrite(software="other 1"), open_crawl),
    "files are no list": (rewrite(files=7), open_crawl),
    "a file outside": (rewrite(files=["../../etc/passwd"]), open_crawl),
    "sites without names": (rewrite(sites=[{"number": 1}]), open_crawl),
    "a site that leads out": (rewrite(sites=[{"number": 1, "name": "x", "origin": "http://../../etc"}]), read_pages),
    "a link": (link_out, read_pages),
    "a pipe": (pipe, read_pages),
    "a missing file": (lambda folder: open_crawl(folder).path("pages").unlink(), read_pages),
    "an unknown table": (lambda _: None, lambda folder: open_crawl(folder).table("page")),
    "an unknown site": (lambda _: None, lambda folder: open_crawl(folder).table("pages", 7)),
    "no watch": (lambda _: None, open_watch),
}
answers["refused"] = {name: refused(*damage) for name, damage in damages.items()}
print(json.dumps(answers))
