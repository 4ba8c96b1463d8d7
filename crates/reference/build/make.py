"""Makes data/airports.tsv, data/carriers.tsv and data/countries.tsv.

Run from this folder, with the packages of requirements.txt installed:

    python3 make.py

Base facts come from two published packages (airportsdata, neobase); what
stands in hand/*.tsv was checked by hand and always wins. The other files of
data/ are kept by hand in place.
"""

import collections
import csv
import pathlib
import re
import unicodedata

import airportsdata
import neobase
from opencc import OpenCC
from pypinyin import Style, lazy_pinyin

HERE = pathlib.Path(__file__).parent
DATA = HERE.parent / "data"
TO_SIMPLIFIED = OpenCC("t2s")

# City codes where the sources differ from the code tariffs are published under.
CITY_CODE = {
    "PKX": "BJS", "NAY": "BJS", "TFU": "CTU", "DWC": "DXB", "SAW": "IST", "ISL": "IST", "NLU": "MEX", "HHN": "HHN", "BSL": "BSL",
    "MLH": "MLH", "BWI": "BWI", "RFD": "RFD", "YHM": "YHM", "VCP": "CPQ", "ONT": "ONT", "XCR": "XCR", "JNH": "JNH", "KTI": "PNH",
}
# City names as they are printed on waybills where the source differs.
CITY_EN = {
    "BJS": "Beijing", "SHA": "Shanghai", "FRA": "Frankfurt", "SEL": "Seoul", "TYO": "Tokyo", "SIA": "Xi'an", "NYC": "New York",
    "CKG": "Chongqing", "FOC": "Fuzhou", "KWI": "Kuwait", "JHG": "Jinghong", "CGN": "Cologne", "DUS": "Dusseldorf", "BAH": "Bahrain",
    "VIT": "Vitoria", "PEN": "Penang", "MLA": "Malta", "CRK": "Clark", "HYN": "Taizhou", "MUC": "Munich", "NUE": "Nuremberg",
    "BSL": "Basel", "MLH": "Mulhouse", "CPQ": "Campinas", "SWA": "Jieyang", "ZRH": "Zurich", "GVA": "Geneva", "CEB": "Cebu",
    "MFM": "Macau", "SGN": "Ho Chi Minh City", "YTY": "Yangzhou", "MOW": "Moscow", "ROM": "Rome", "OSA": "Osaka", "PNH": "Phnom Penh",
}
# Airport names where the source has an old or a shortened one.
NAME_EN = {
    "HKG": "Hong Kong International Airport", "KMG": "Kunming Changshui International Airport",
    "TFU": "Chengdu Tianfu International Airport", "TAO": "Qingdao Jiaodong International Airport",
    "CGO": "Zhengzhou Xinzheng International Airport", "CGQ": "Changchun Longjia International Airport",
    "SHE": "Shenyang Taoxian International Airport", "TNA": "Jinan Yaoqiang International Airport",
    "DLC": "Dalian Zhoushuizi International Airport", "HRB": "Harbin Taiping International Airport",
    "HET": "Hohhot Baita International Airport", "KWE": "Guiyang Longdongbao International Airport",
    "URC": "Urumqi Tianshan International Airport", "WNZ": "Wenzhou Longwan International Airport",
    "SWA": "Jieyang Chaoshan International Airport", "YNT": "Yantai Penglai International Airport",
    "CSX": "Changsha Huanghua International Airport", "NKG": "Nanjing Lukou International Airport",
    "LHW": "Lanzhou Zhongchuan International Airport", "TYN": "Taiyuan Wusu International Airport",
    "XNN": "Xining Caojiapu International Airport", "LLV": "Luliang Dawu Airport", "ICN": "Incheon International Airport",
}
# Places of airports that moved.
PLACE = {"KMG": (25.101944, 102.929167), "SWA": (23.552000, 116.503300)}
CITY_NAME_LIMIT = 30
AIRPORT_NAME_LIMIT = 80
# Letters that Unicode does not decompose into a base letter and a mark.
FOLDED = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "đ": "d", "Đ": "D",
                        "ð": "d", "þ": "th", "Þ": "Th", "ı": "i", "ə": "a", "Ə": "A", "’": "'", "‘": "'", "`": "'", "ʻ": "'",
                        "–": "-", "—": "-", "&": " and ", "ħ": "h", "Ħ": "H", "ŋ": "n", "[": "(", "]": ")"})


def latin(text, limit):
    """Letters, digits, space . - ' ( ) / only, as waybills and labels print them."""
    folded = unicodedata.normalize("NFKD", text.translate(FOLDED))
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    plain = re.sub(r"[^A-Za-z0-9 .\-'()/]", " ", plain)
    plain = re.sub(r"\s+", " ", plain).strip()
    if len(plain) > limit:
        plain = plain[:limit].rsplit(" ", 1)[0].rstrip(" -/(")
    return plain


def initials(chinese):
    """First letters of the pinyin, Latin letters and digits kept, the rest dropped."""
    letters = lazy_pinyin(chinese, style=Style.NORMAL)
    out = []
    for part in letters:
        if re.fullmatch(r"[a-zü]+", part):
            out.append(part[0])
        else:
            out.append("".join(re.findall(r"[a-z0-9]", part.lower())))
    return "".join(out)


def hand(name):
    with open(HERE / "hand" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write(name, header, rows):
    with open(DATA / name, "w", encoding="utf-8", newline="") as file:
        file.write("\t".join(header) + "\n")
        for row in rows:
            assert all("\t" not in value and "\n" not in value for value in row), row
            file.write("\t".join(row) + "\n")


def chinese_of(alternatives):
    """The Chinese name of a point: simplified where the source has it, else converted."""
    found = {}
    for entry in alternatives.split("="):
        parts = entry.split("|")
        if len(parts) > 1 and parts[0] in ("zh", "zh-CN", "zh-Hans", "zh-SG", "zh-TW", "zh-Hant", "zh-HK", "zh-MO"):
            found.setdefault(parts[0], []).append(parts[1])
    for key in ("zh-CN", "zh-Hans", "zh-SG", "zh", "zh-TW", "zh-Hant", "zh-HK", "zh-MO"):
        for name in found.get(key, []):
            name = TO_SIMPLIFIED.convert(name).strip()
            if re.search(r"[\u4e00-\u9fff]", name) and not re.search(r"[A-Za-z|]", name):
                return name
    return ""


def trade_form(name):
    """The name a forwarder says: without the words airport, international and air base."""
    for ending in ("机场", "飞机场", "航空港", "空港", "国际", "民用", "地区"):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            name = name[: -len(ending)]
    name = name.removesuffix("国际").replace("／", "/").replace("/", "-")
    return "" if "机场" in name and len(name) > 4 or name == "机场" else name


def city_form(name, country):
    if country == "CN" and len(name) > 2 and name[-1] in "市县":
        return name[:-1]
    return name.removesuffix("市") if len(name) > 3 and country != "JP" else name


def read_points():
    """Airport rows and city rows of neobase by IATA code."""
    airports, cities = {}, {}
    csv.field_size_limit(10**9)
    path = pathlib.Path(neobase.__file__).parent / "optd_por_public.csv"
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="^"):
            if "A" in row["location_type"]:
                airports.setdefault(row["iata_code"], row)
            if "C" in row["location_type"]:
                cities.setdefault(row["iata_code"], row)
    return airports, cities


def city_code_of(code, metropolitan, points):
    if code in CITY_CODE:
        return CITY_CODE[code]
    if code in metropolitan:
        return metropolitan[code]
    listed = [c for c in points.get(code, {}).get("city_code_list", "").split(",") if re.fullmatch("[A-Z]{3}", c)]
    return listed[0] if listed else code


def make_airports():
    base = airportsdata.load("IATA")
    points, cities = read_points()
    metropolitan = {}
    for area, content in airportsdata.load_iata_macs().items():
        for code in content["airports"]:
            metropolitan[code] = area
    checked = {row["code"]: row for row in hand("airports.tsv")}
    unknown = sorted(set(checked) - set(base))
    if unknown:
        print("hand-checked airports the base does not know:", unknown)
    city_of = {code: city_code_of(code, metropolitan, points) for code in base}
    # A city code must not join airports of two countries, except where one airport serves both sides.
    for code, city in city_of.items():
        if city != code and city in base and base[city]["country"] != base[code]["country"]:
            city_of[code] = code
    members = collections.defaultdict(list)
    for code, city in city_of.items():
        members[city].append(code)

    city_names = {}
    for city, codes in members.items():
        lead = city if city in base else max(codes, key=lambda c: (c in checked and checked[c]["cargo"] == "1", c in checked))
        row = cities.get(city)
        english = CITY_EN.get(city) or latin(row["name"] if row else "", CITY_NAME_LIMIT)
        english = english or latin(base[lead]["city"], CITY_NAME_LIMIT) or latin(base[lead]["name"], CITY_NAME_LIMIT)
        by_hand = [checked[c]["city_zh"] for c in sorted(codes, key=lambda c: c != lead) if c in checked]
        chinese = by_hand[0] if by_hand else ""
        if not chinese and row:
            chinese = city_form(chinese_of(row["alt_name_section"]), base[lead]["country"])
        city_names[city] = (english, chinese)

    taken = {row["name_zh"] for row in checked.values()}
    nation = {row["code"]: row["name_zh"] for row in hand("countries.tsv")}
    rows = []
    for code in sorted(base):
        airport = base[code]
        city = city_of[code]
        english, city_zh = city_names[city]
        if code in checked:
            chinese, cargo = checked[code]["name_zh"], checked[code]["cargo"]
        else:
            cargo = "0"
            chinese = trade_form(chinese_of(points.get(code, {}).get("alt_name_section", "")))
            if not chinese and len(members[city]) == 1:
                chinese = city_zh
            # A small namesake of a known airport names its country, so that a select cannot mislead.
            if chinese in taken:
                chinese = f"{chinese}（{nation.get(airport['country'], '')}）"
        latitude, longitude = PLACE.get(code, (airport["lat"], airport["lon"]))
        name = NAME_EN.get(code) or latin(re.sub(r"\s*\((under construction|unknown)[^)]*\)", "", airport["name"]), AIRPORT_NAME_LIMIT)
        rows.append([
            code, airport["icao"] if re.fullmatch("[A-Z0-9]{4}", airport["icao"]) else "", name or english, chinese, city,
            english, city_zh, airport["country"], airport["tz"], f"{latitude:.6f}", f"{longitude:.6f}", cargo,
            initials(chinese),
        ])
    write("airports.tsv", ["code", "icao", "name_en", "name_zh", "city_code", "city_en", "city_zh", "country", "tz", "lat",
                           "lon", "cargo", "pinyin"], rows)
    print("airports", len(rows), "with Chinese name", sum(1 for r in rows if r[3]), "cargo", sum(1 for r in rows if r[11] == "1"))


def make_carriers():
    header = ["code", "prefix", "icao", "name_en", "name_zh", "country"]
    rows = [[row[key] for key in header] + [initials(row["name_zh"])] for row in hand("carriers.tsv")]
    write("carriers.tsv", header + ["pinyin"], sorted(rows))
    print("carriers", len(rows))


def make_countries():
    header = ["code", "alpha3", "numeric", "name_en", "name_zh", "dial", "currency", "continent", "aliases"]
    rows = [[row[key] for key in header] + [initials(row["name_zh"])] for row in hand("countries.tsv")]
    write("countries.tsv", header + ["pinyin"], sorted(rows))
    print("countries", len(rows))


if __name__ == "__main__":
    make_airports()
    make_carriers()
    make_countries()
