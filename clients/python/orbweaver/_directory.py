"""Directories of crawls, and tables of watches. A directory may come from an untrusted source: nothing outside of it is read."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._tables import columns_of, known_tables, pandas_table, polars_table, types_of

if TYPE_CHECKING:
    import igraph
    import networkx
    import pandas
    import polars

# crawl.json of a crawl of 100,000 sites has 80 MB.
_MOST_JSON = 1 << 28


class NotOrbweaver(ValueError):
    """A directory that holds no results of Orbweaver, or results that are damaged. One sentence says why."""


@dataclass(frozen=True)
class Site:
    """A site of a crawl. `stem`: how the names of its files begin, e.g. `example.org`."""

    number: int
    name: str
    origin: str
    stem: str


@dataclass(frozen=True)
class Crawl:
    """Results of a crawl: a crawl directory, `export --out`, or what `remote download` brought."""

    directory: Path
    settings: Mapping[str, Any]
    """`crawl.json`: spec, totals, sites."""
    files: frozenset[str]
    sites: tuple[Site, ...]

    def tables(self) -> list[str]:
        """Names that `table` takes: those that some site, or the crawl, has."""
        return [kind for kind in known_tables() if any(self._has(kind, site) for site in (None, *self.sites))]

    def path(self, kind: str, site: Site | str | int | None = None) -> Path:
        """The CSV file of a table. `site`: number, name or origin; may be left out where the crawl has one site.

        Raises KeyError for an unknown table or site, FileNotFoundError where the crawl has no such file.
        """
        file = _file_of(kind)
        if "<site>" in file:
            file = file.replace("<site>", self._site(site).stem)
        if file not in self.files:
            raise FileNotFoundError(f"the crawl in {self.directory} has no {file}")
        return _inside(self.directory, file)

    def table(self, kind: str, site: Site | str | int | None = None) -> pandas.DataFrame:
        """A table with the types of its columns; an empty cell is `<NA>`, a title "NA" stays a text."""
        path = self.path(kind, site)
        return pandas_table(path, types_of(kind))

    def polars(self, kind: str, site: Site | str | int | None = None) -> polars.DataFrame:
        """The same for polars; an empty cell is null."""
        path = self.path(kind, site)
        return polars_table(path, types_of(kind))

    def all_sites(self, kind: str) -> pandas.DataFrame:
        """A table of all sites that have it, one below the other, with the column `site`: the number."""
        import pandas

        parts = [self.table(kind, site).assign(site=site.number) for site in self.sites if self._has(kind, site)]
        return pandas.concat(parts, ignore_index=True) if parts else pandas.DataFrame()

    def networkx(self, site: Site | str | int | None = None) -> networkx.DiGraph[int]:
        """The graph of a site. Nodes are ids with the columns of `nodes`; edges have `Weight`, the number of links."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        for row in self._rows("nodes", site):
            graph.add_node(row.pop("Id"), **{name: value for name, value in row.items() if value is not None})
        graph.add_edges_from((row["Source"], row["Target"], {"Weight": row["Weight"]}) for row in self._rows("edges", site))
        return graph

    def igraph(self, site: Site | str | int | None = None) -> igraph.Graph:
        """The same for igraph; the index of a vertex is its Id, since ids count from 0."""
        import igraph

        nodes = sorted(self._rows("nodes", site), key=lambda row: row["Id"])
        edges = list(self._rows("edges", site))
        if [row["Id"] for row in nodes] != list(range(len(nodes))):
            raise NotOrbweaver(f"{self.path('nodes', site)} is damaged: its ids are not 0, 1, 2 …")
        graph = igraph.Graph(len(nodes), [(row["Source"], row["Target"]) for row in edges], directed=True)
        for name in nodes[0] if nodes else ():
            graph.vs[name] = [row[name] for row in nodes]
        graph.es["Weight"] = [row["Weight"] for row in edges]
        return graph

    def _rows(self, kind: str, site: Site | str | int | None) -> Iterator[dict[str, Any]]:
        return columns_of(self.path(kind, site), types_of(kind))

    def _has(self, kind: str, site: Site | None) -> bool:
        file = _file_of(kind)
        if "<site>" not in file:
            return site is None and file in self.files
        return site is not None and file.replace("<site>", site.stem) in self.files

    def _site(self, wanted: Site | str | int | None) -> Site:
        if isinstance(wanted, Site):
            return wanted
        if wanted is None:
            if len(self.sites) == 1:
                return self.sites[0]
            raise KeyError(f"the crawl has {len(self.sites)} sites: name one by its number, name or origin")
        for site in self.sites:
            if wanted in (site.number, site.name, site.origin):
                return site
        raise KeyError(f"the crawl has no site {wanted!r}")


@dataclass(frozen=True)
class Watch:
    """Tables of a watch, as `orbweaver export WATCH --format datapackage` writes them, or as an account gives them."""

    directory: Path

    def publications(self) -> pandas.DataFrame:
        """A row for each publication."""
        return self.table("publications")

    def mentions(self) -> pandas.DataFrame:
        """A row for each mention of an organization; `publication` is `id` of a publication."""
        return self.table("mentions")

    def table(self, kind: Literal["publications", "mentions"]) -> pandas.DataFrame:
        """The table with the types of its columns."""
        return pandas_table(_inside(self.directory, f"{kind}.csv"), types_of(kind))

    def polars(self, kind: Literal["publications", "mentions"]) -> polars.DataFrame:
        """The same for polars."""
        return polars_table(_inside(self.directory, f"{kind}.csv"), types_of(kind))


def open_crawl(directory: str | Path) -> Crawl:
    """Opens results of a crawl. Raises NotOrbweaver."""
    folder = Path(directory)
    crawl = _crawl_json(folder)
    try:
        listed = [_demand_text(file) for file in crawl["files"]]
        named = [(int(each["number"]), _demand_text(each["name"]), _demand_text(each["origin"])) for each in crawl["sites"]]
        same = {int(each["number"]) for each in crawl["sites"] if each.get("sameAs") is not None}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotOrbweaver(f"{folder / 'crawl.json'} is damaged: {error!r}") from error
    logs = [f"logs/{name}.csv" for name in ("common", "errors", "parts") if (folder / "logs" / f"{name}.csv").is_file()]
    files = frozenset([*listed, *logs])
    outside = next((file for file in listed if ".." in file.split("/") or file.startswith("/") or "\\" in file), None)
    if outside is not None:
        raise NotOrbweaver(f"{folder / 'crawl.json'} is damaged: {outside!r} is no file of a crawl")
    stems = _stems([(number, origin) for number, _, origin in named if number not in same])
    sites = tuple(Site(number, name, origin, stems[number]) for number, name, origin in named if number in stems)
    return Crawl(folder, crawl, files, sites)


def open_watch(directory: str | Path) -> Watch:
    """Opens the tables of a watch: its directory, or where `export` wrote them. Raises NotOrbweaver."""
    folder = Path(directory)
    for place in (folder / "data-package", folder):
        if (place / "publications.csv").is_file():
            return Watch(place)
    command = f"orbweaver export {folder} --format datapackage"
    raise NotOrbweaver(f"{folder} has no tables of a watch; write them with: {command}")


def _stems(origins: list[tuple[int, str]]) -> dict[int, str]:
    """How the names of the files of each site begin: the rules of `shared/steps/unload/site-file-names.ts`."""
    schemes: dict[str, set[str]] = {}
    for _, origin in origins:
        scheme, _, host = origin.partition("://")
        schemes.setdefault(host, set()).add(scheme)
    seen: set[str] = set()
    stems: dict[int, str] = {}
    for number, origin in sorted(origins):
        scheme, _, host = origin.partition("://")
        if host.startswith("["):
            address, _, port = host[1:].partition("]")
            name = f"ipv6_{address.replace(':', '-')}{port.replace(':', '_')}"
        else:
            name = host.replace(":", "_")
        if len(schemes[host]) > 1 and scheme == "https":
            name = f"https_{name}"
        has_number = origin in seen or len(name) > 180
        seen.add(origin)
        stems[number] = f"{name[:180]}~{number}" if has_number else name
    return stems


def _crawl_json(folder: Path) -> dict[str, Any]:
    path = folder / "crawl.json"
    if not path.is_file():
        hint = "it holds a crawl without results: orbweaver resume" if (folder / "crawl.db").is_file() else "it has no crawl.json"
        raise NotOrbweaver(f"{folder} holds no results of a crawl: {hint}")
    text = _inside(folder, "crawl.json")
    if text.stat().st_size > _MOST_JSON:
        raise NotOrbweaver(f"{path} is longer than {_MOST_JSON} bytes")
    try:
        found = json.loads(text.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotOrbweaver(f"{path} is damaged: {error}") from error
    if not isinstance(found, dict) or not str(found.get("software", "")).startswith("orbweaver "):
        raise NotOrbweaver(f"{path} is not of Orbweaver")
    return found


def _file_of(kind: str) -> str:
    known = known_tables()
    if kind not in known:
        raise KeyError(f"there is no table {kind!r}; there are {', '.join(known)}")
    return known[kind]


def _inside(folder: Path, name: str) -> Path:
    """A regular file of the directory itself: no link leads out of it, and no pipe makes a reader wait."""
    path = folder / name
    root = folder.resolve()
    if root not in path.resolve().parents:
        raise NotOrbweaver(f"{path} leads outside of {folder}")
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing")
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotOrbweaver(f"{path} is no regular file")
    return path


def _demand_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
