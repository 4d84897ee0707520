"""Crawls and watches of an account, through its HTTP API."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ._directory import Crawl, Watch, open_crawl

_PIECE = 1 << 20
_MOST_ANSWER = 1 << 26
_LINK = re.compile(r"<([^>]*)>\s*;\s*rel=\"?next\"?")


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would carry credentials to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Account:
    """An API of Orbweaver: that of a stack (`ApiUrl` of `cdk-outputs.json`), or the link that `orbweaver serve` prints.

    Requests carry the token of such a link; else `key` (ORBWEAVER_API_KEY) where there is one; else they are signed by the credentials that boto3 would
    use, where botocore is installed and the address is one of AWS; else they are plain.
    """

    def __init__(self, address: str | None = None, *, key: str | None = None, timeout: float = 60) -> None:
        given = address or os.environ.get("ORBWEAVER_API", "")
        if urlsplit(given).scheme not in ("http", "https"):
            raise ValueError("the address of the API is missing: Account('https://…'), or ORBWEAVER_API")
        bare, _, fragment = given.partition("#")
        self.address = bare if bare.endswith("/") else f"{bare}/"
        self._token = fragment.removeprefix("token=")
        self._key = key or os.environ.get("ORBWEAVER_API_KEY")
        self._timeout = timeout
        self._opener = build_opener(_NoRedirects)

    def crawls(self) -> Iterator[dict[str, Any]]:
        """The crawls of the account, newest first."""
        yield from self._parts("crawls", "crawls")

    def crawl(self, crawl: str, directory: str | Path) -> Crawl:
        """Downloads the results of a crawl, each file checked by its SHA-256, and opens them. Files that are there stay."""
        folder = Path(directory)
        for file in self._parts(f"crawls/{quote(crawl, safe='')}/results", "files"):
            self._download(folder, file)
        return open_crawl(folder)

    def watch(self, watch: str, directory: str | Path) -> Watch:
        """Downloads publications and mentions of a watch, and opens them."""
        folder = Path(directory)
        folder.mkdir(parents=True, exist_ok=True)
        for kind in ("publications", "mentions"):
            with _part_of(folder / f"{kind}.csv").open("wb") as out:
                address: str | None = f"watches/{quote(watch, safe='')}/{kind}/export?format=csv"
                while address is not None:
                    with self._open(address) as answer:
                        _copy(answer, out)
                        found = _LINK.search(answer.headers.get("Link", ""))
                        address = None if found is None else self._same_origin(urljoin(answer.url, found[1]))
            _part_of(folder / f"{kind}.csv").replace(folder / f"{kind}.csv")
        return Watch(folder)

    def _download(self, folder: Path, file: dict[str, Any]) -> None:
        name, url, digest = str(file["name"]), str(file["url"]), file.get("sha256")
        parts = name.split("/")
        if name.startswith("/") or "\\" in name or any(part in ("", ".", "..") for part in parts):
            raise ValueError(f"{name!r} is no file of a crawl")
        path = folder.joinpath(*parts)
        if path.is_file() and digest is not None and _sha256(path) == digest:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with _part_of(path).open("wb") as out, self._open(url) as answer:
            _copy(answer, out)
        if digest is not None and _sha256(_part_of(path)) != digest:
            _part_of(path).unlink()
            raise ValueError(f"{name} is damaged: its SHA-256 is not that of the list")
        _part_of(path).replace(path)

    def _parts(self, path: str, field: str) -> Iterator[dict[str, Any]]:
        cursor: str | None = None
        while True:
            query = "" if cursor is None else f"?{urlencode({'cursor': cursor})}"
            with self._open(f"{path}{query}") as answer:
                text = answer.read(_MOST_ANSWER + 1)
            if len(text) > _MOST_ANSWER:
                raise ValueError(f"the answer to {path} is longer than {_MOST_ANSWER} bytes")
            part = json.loads(text)
            yield from part[field]
            cursor = part.get("next")
            if cursor is None:
                return

    def _same_origin(self, url: str) -> str:
        if urlsplit(url)[:2] != urlsplit(self.address)[:2]:
            raise ValueError(f"{url} is not of the API")
        return url

    def _open(self, path: str) -> Any:
        """Answers a response. Only requests to the API itself carry credentials; other addresses are signed already."""
        url = urljoin(self.address, path)
        request = Request(url, headers=self._headers(url) if urlsplit(url)[:2] == urlsplit(self.address)[:2] else {})
        try:
            return self._opener.open(request, timeout=self._timeout)
        except HTTPError as error:
            place = error.headers.get("Location")
            if error.code == 302 and place is not None:
                return self._opener.open(Request(urljoin(url, place)), timeout=self._timeout)
            said = error.read(10_000).decode("utf-8", "replace")
            raise OSError(f"{url.split('?')[0]} answered {error.code}: {said}") from error

    def _headers(self, url: str) -> dict[str, str]:
        if self._token:
            return {"authorization": f"Bearer {self._token}"}
        if self._key is not None:
            return {"x-api-key": self._key}
        region = re.search(r"\.execute-api\.([a-z0-9-]+)\.", urlsplit(url).hostname or "")
        if region is None:
            return {}
        from botocore.auth import SigV4Auth
        from botocore.awsrequest import AWSRequest
        from botocore.session import Session

        request = AWSRequest(method="GET", url=url)
        credentials = Session().get_credentials()
        if credentials is None:
            raise OSError("no credentials of AWS were found")
        SigV4Auth(credentials, "execute-api", region[1]).add_auth(request)
        return dict(request.headers.items())


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _copy(source: Any, out: IO[bytes]) -> None:
    while piece := source.read(_PIECE):
        out.write(piece)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
