"""CSV files of Orbweaver, with the types that `columns.json` has. `npm run docs` writes that file."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars

# Spreadsheets take such a text for a formula, so files have an apostrophe before it (docs/formats/tables.md, "CSV").
_NEUTRALIZED = re.compile(r"^'+[=+\-@\t\r\n\0＝＋－＠]")


@cache
def _described() -> dict[str, Any]:
    text = files(__package__).joinpath("columns.json").read_text(encoding="utf-8")
    described: dict[str, Any] = json.loads(text)
    return described


def known_tables() -> Mapping[str, str]:
    """File names of tables by their short names; `<site>` stands for a site."""
    return {kind: table["file"] for kind, table in _described()["tables"].items()}


def types_of(kind: str) -> Mapping[str, str]:
    """`integer`, `number`, `boolean` or `text` by column."""
    described = _described()
    types: dict[str, str] = {**described["further"], **described["tables"][kind]["types"]}
    return types


def plain(cell: str) -> str:
    """The text that a cell stands for."""
    return cell[1:] if _NEUTRALIZED.match(cell) else cell


def columns_of(path: Path, types: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Rows as dictionaries; an empty cell is None."""
    csv.field_size_limit(1 << 27)
    read: dict[str, Callable[[str], Any]] = {"integer": int, "number": float, "boolean": "true".__eq__}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield {name: None if cell in ("", None) else read.get(types.get(name, ""), plain)(cell) for name, cell in row.items()}


def pandas_table(path: Path, types: Mapping[str, str]) -> pandas.DataFrame:
    """A frame with the nullable types Int64, Float64, boolean and string."""
    import pandas

    names = {"integer": "Int64", "number": "Float64", "boolean": "boolean"}
    with path.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file), [])
    dtypes = {name: names.get(types.get(name, ""), "string") for name in header}
    frame = pandas.read_csv(path, encoding="utf-8", dtype=dtypes, keep_default_na=False, na_values=[""])
    for name, dtype in dtypes.items():
        if dtype == "string":
            frame[name] = frame[name].map(plain, na_action="ignore").astype("string")
    return frame


def polars_table(path: Path, types: Mapping[str, str]) -> polars.DataFrame:
    """A frame with the types Int64, Float64, Boolean and String."""
    import polars

    names = {"integer": polars.Int64, "number": polars.Float64}
    frame = polars.read_csv(path, infer_schema=False)
    marked = polars.col(polars.String).str.replace(_POLARS_NEUTRALIZED, "${1}")
    cast = [polars.col(name).cast(names[kind]) for name in frame.columns if (kind := types.get(name, "")) in names]
    truth = [polars.col(name) == "true" for name in frame.columns if types.get(name) == "boolean"]
    return frame.with_columns(marked).with_columns(cast + truth)


_POLARS_NEUTRALIZED = r"^'('*[=+\-@\t\r\n\x00＝＋－＠])"
