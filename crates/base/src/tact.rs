//! TACT查询. Rates of carriers by route: the usual breaks as columns, everything else as rows below.

use kernel::{Findings, Msg, Price, Weight};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, RowValues, Rows, Section, Written};
use platform::field::{Choice, Field, Kind};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use rate::{ANY_CARRIER, BREAKS, OPEN_END};

use crate::validity::{self, Period};

const SAME_STATION: Msg = Msg::new("tact.same", "始发与目的不能相同", "Departure and destination can't be the same.");
const DECIMALS: Msg = Msg::new("tact.decimals", "价格最多2位小数", "A price has two decimals at most.");
const DEARER: Msg = Msg::new("tact.dearer", "{b}高于{a}，请确认", "{b} is dearer than {a}. Please check.");
const BREAK_FORM: Msg =
    Msg::new("tact.break", "重量档须为45至20000之间5的倍数", "A break is a multiple of 5 from 45 to 20000.");
const BREAK_TWICE: Msg = Msg::new("tact.break.twice", "重量档重复", "The break is repeated.");
const ITEM_FORM: Msg = Msg::new("tact.item", "商品代号为4位数字", "An item number is 4 digits.");
const ITEM_TWICE: Msg = Msg::new("tact.item.twice", "商品代号重复", "The item number is repeated.");
const CLASS_TWICE: Msg = Msg::new("tact.class.twice", "货物等级重复", "The class is repeated.");
const UNIT_TWICE: Msg = Msg::new("tact.unit.twice", "集装器类型重复", "The unit type is repeated.");
const CARRIER_FORM: Msg =
    Msg::new("tact.carrier", "航司为2位代码，YY表示全部航司", "A carrier is 2 letters or digits; YY is any.");
const STATION_FORM: Msg =
    Msg::new("tact.station", "须为3位机场或城市代码", "A code of an airport or city has 3 letters.");

const OF_EDITION: Msg =
    Msg::new("tact.edition", "该运价属于已发布的版次，不能修改", "The rate is part of a published edition.");

const PAGE: &str = "/af_tact";
const TABLE: &str = "tact_rate";
/// Greatest price: 9,999,999.
const PRICE_MAX: i64 = 99_999_990_000;

/// Goods that have class rates of their own.
pub(crate) const GOODS_CLASSES: &[Choice] = &[
    Choice::new("报刊书籍", "报刊书籍", "Newspapers and books"),
    Choice::new("无人押运行李", "无人押运行李", "Unaccompanied baggage"),
    Choice::new("活体动物", "活体动物", "Live animals"),
    Choice::new("贵重品", "贵重品", "Valuable cargo"),
    Choice::new("骨灰灵柩", "骨灰灵柩", "Human remains"),
    Choice::new("车辆", "车辆", "Vehicles"),
];
const BASES: &[Choice] =
    &[Choice::new("N", "N级运价", "Normal rate"), Choice::new("GCR", "适用普货运价", "Applicable general rate")];

fn two(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}
fn three(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}
fn four_digits(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}
const fn price(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(Price::DECIMALS, zh, en).digits(2).range(1, PRICE_MAX)
}

document! {
    /// One rate.
    pub struct Tact in "tact_rate" {
        /// Two letters or digits; YY for any.
        carrier_code: String = Field::upper("航司", "Carrier").required().max(2).pattern("^[A-Z0-9]{2}$", two, CARRIER_FORM),
        /// Airport or city.
        departure: String = Field::upper("始发", "From").required().max(3).pattern("^[A-Z]{3}$", three, STATION_FORM),
        /// Airport or city.
        arrival: String = Field::upper("目的", "To").required().max(3).pattern("^[A-Z]{3}$", three, STATION_FORM),
        /// Currency.
        currency: String = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\""),
        /// First day.
        valid_from: String = Field::day("生效日期", "Valid from").required(),
        /// Last day; open when it is left out.
        valid_to: String = Field::day("失效日期", "Valid to"),
        /// Nothing costs less.
        minimum: i64 = Field::decimal(2, "M", "M").digits(2).range(1, 999_999_999).required(),
        /// Below 45 kg.
        rate_n: i64 = price("N", "N").wire("rateN").required(),
        /// From 45 kg on.
        rate_45: Option<i64> = price("Q45", "Q45").wire("rate45"),
        /// From 100 kg on.
        rate_100: Option<i64> = price("Q100", "Q100").wire("rate100"),
        /// From 200 kg on.
        rate_200: Option<i64> = price("Q200", "Q200").wire("rate200"),
        /// From 250 kg on.
        rate_250: Option<i64> = price("Q250", "Q250").wire("rate250"),
        /// From 300 kg on.
        rate_300: Option<i64> = price("Q300", "Q300").wire("rate300"),
        /// From 500 kg on.
        rate_500: Option<i64> = price("Q500", "Q500").wire("rate500"),
        /// From 700 kg on.
        rate_700: Option<i64> = price("Q700", "Q700").wire("rate700"),
        /// From 1000 kg on.
        rate_1000: Option<i64> = price("Q1000", "Q1000").wire("rate1000"),
        /// From 1500 kg on.
        rate_1500: Option<i64> = price("Q1500", "Q1500").wire("rate1500"),
        /// From 2000 kg on.
        rate_2000: Option<i64> = price("Q2000", "Q2000").wire("rate2000"),
        /// From 3000 kg on.
        rate_3000: Option<i64> = price("Q3000", "Q3000").wire("rate3000"),
        /// From 5000 kg on.
        rate_5000: Option<i64> = price("Q5000", "Q5000").wire("rate5000"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Used for pricing.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

/// Fields of the usual breaks, as [`BREAKS`] orders them.
pub(crate) const BREAK_FIELDS: [Field; 13] = [
    Tact::RATE_N,
    Tact::RATE_45,
    Tact::RATE_100,
    Tact::RATE_200,
    Tact::RATE_250,
    Tact::RATE_300,
    Tact::RATE_500,
    Tact::RATE_700,
    Tact::RATE_1000,
    Tact::RATE_1500,
    Tact::RATE_2000,
    Tact::RATE_3000,
    Tact::RATE_5000,
];

const FROM_WEIGHT: Field = Field::decimal(Weight::DECIMALS, "起始重量", "From")
    .digits(1)
    .unit("KG")
    .column("from_weight")
    .range(1, 99_999_000)
    .required();
const RATE: Field = price("运价", "Rate").column("rate").required();

const BREAKS_MORE: Rows = Rows {
    member: "breaks",
    title: ("其他重量档", "Other breaks"),
    behind: "",
    table: "tact_rate_break",
    parent: "rate_id",
    fields: &[FROM_WEIGHT, RATE],
    most: 20,
    sheet: false,
};
const ITEMS: Rows = Rows {
    member: "items",
    title: ("指定商品", "Specific commodities"),
    behind: "",
    table: "tact_rate_item",
    parent: "rate_id",
    fields: &[
        Field::text("商品代号", "Item no.").column("item_no").required().max(4).pattern(
            "^[0-9]{4}$",
            four_digits,
            ITEM_FORM,
        ),
        Field::text("描述", "Description").column("description").max(100),
        FROM_WEIGHT,
        RATE,
    ],
    most: 200,
    sheet: false,
};
const CLASSES: Rows = Rows {
    member: "classes",
    title: ("等级运价", "Class rates"),
    behind: "",
    table: "tact_rate_class",
    parent: "rate_id",
    fields: &[
        Field::select(GOODS_CLASSES, "货物等级", "Class").column("goods_class").required(),
        Field::decimal(2, "百分比", "Percent").unit("%").column("percent").range(100, 99_900).required(),
        Field::select(BASES, "基准", "Of").column("basis").required().initially("\"N\""),
        Field::decimal(2, "最低运费百分比", "Percent of M").unit("%").column("of_minimum").range(100, 99_900),
    ],
    most: 50,
    sheet: false,
};
const UNITS: Rows = Rows {
    member: "units",
    title: ("集装器", "Load units"),
    behind: "",
    table: "tact_rate_unit",
    parent: "rate_id",
    fields: &[
        Field::upper("类型", "Type").column("unit_type").required().max(3),
        Field::decimal(Weight::DECIMALS, "最低计费重量（Pivot）", "Pivot weight")
            .digits(1)
            .unit("KG")
            .column("pivot")
            .range(1, 99_999_000)
            .required(),
        Field::decimal(2, "包箱运费", "Charge").column("charge").range(1, 999_999_999).required(),
        price("超出部分运价", "Rate above pivot").column("over_rate").required(),
    ],
    most: 50,
    sheet: false,
};

fn valid_on(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(validity_of(TABLE, text))
}

/// Rows that hold on a day.
pub(crate) fn validity_of(table: &'static str, text: &str) -> Condition {
    let day = kernel::parse_day(text).map(kernel::show_day).unwrap_or_default();
    Condition::all()
        .add(sql::of(table, "valid_from").lte(sql::value(day.clone())))
        .add(sql::of(table, "valid_to").gte(sql::value(day)))
}

/// Rates, the company's own over the platform's.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Tact::CARRIER_CODE).width(70),
        Column::own(Tact::DEPARTURE).width(70),
        Column::own(Tact::ARRIVAL).width(70),
        Column::own(Tact::CURRENCY).width(70),
        Column::own(Tact::MINIMUM).width(90),
        Column::own(Tact::RATE_N).width(80),
        Column::own(Tact::RATE_45).width(80),
        Column::own(Tact::RATE_100).width(80),
        Column::own(Tact::RATE_200).behind(),
        Column::own(Tact::RATE_250).behind(),
        Column::own(Tact::RATE_300).width(80),
        Column::own(Tact::RATE_500).width(80),
        Column::own(Tact::RATE_700).behind(),
        Column::own(Tact::RATE_1000).width(80),
        Column::own(Tact::RATE_1500).behind(),
        Column::own(Tact::RATE_2000).behind(),
        Column::own(Tact::RATE_3000).behind(),
        Column::own(Tact::RATE_5000).behind(),
        Column::own(Tact::VALID_FROM).width(110),
        Column::own(Tact::VALID_TO).width(110),
        Column::own(Tact::ACTIVE).width(70),
        Column::own(Tact::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("carrierCode", Match::OneOf, Tact::CARRIER_CODE),
        Filter::new("departure", Match::OneOf, Tact::DEPARTURE),
        Filter::new("arrival", Match::OneOf, Tact::ARRIVAL),
        Filter::new("validOn", Match::Own(valid_on), Field::day("有效日期", "Valid on")),
        Filter::new("currency", Match::Equals, Tact::CURRENCY).more(),
        Filter::new("enabled", Match::Bool, Tact::ACTIVE).initially("true").more(),
    ],
    buttons: &[
        Button::new("af-tact-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-tact-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-tact-del", ("删除", "Delete"), "row", "call")
            .calls("DELETE /afbase/tact/{id}")
            .asks("确认删除所选{n}条？", "Delete {n} rows?")
            .for_many(),
        Button::new("af-tact-adjust", ("批量调价", "Adjust prices"), "batch", "custom")
            .calls("POST /afbase/tact/adjust"),
        Button::new("af-tact-copy", ("复制到", "Copy to"), "batch", "custom").calls("POST /afbase/tact/copyTo"),
        Button::import("af-tact-import", "POST /afbase/tact/import"),
        Button::new("af-tact-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "departure,asc;arrival,asc;validFrom,desc",
    export: "af-tact-export",
    overlay: &["carrier_code", "departure", "arrival", "valid_from"],
    decorate: Some(decorate),
    form: "base.tact.form",
    ..ListPage::new("base.tact.list", PAGE, ("TACT查询", "TACT rates"), "af_tact", "/afbase/tact", TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    list::write_can(actor, if own { &["af-tact-edit", "af-tact-del"] } else { &[] }, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-tact-add", "af-tact-edit", "af-tact-del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(after),
    remove_rule: Some(need_free),
    overlay: true,
    rows: &[BREAKS_MORE, ITEMS, CLASSES, UNITS],
    import: Import::with("af-tact-import").by_all(&[
        Tact::CARRIER_CODE,
        Tact::DEPARTURE,
        Tact::ARRIVAL,
        Tact::VALID_FROM,
    ]),
    sections: &[
        Section {
            key: "main",
            title: ("航线与有效期", "Route and validity"),
            fields: &[
                Tact::CARRIER_CODE,
                Tact::DEPARTURE,
                Tact::ARRIVAL,
                Tact::CURRENCY,
                Tact::VALID_FROM,
                Tact::VALID_TO,
                Tact::ACTIVE,
                Tact::REMARK,
            ],
        },
        Section {
            key: "general",
            title: ("普货运价", "General cargo rates"),
            fields: &[
                Tact::MINIMUM,
                Tact::RATE_N,
                Tact::RATE_45,
                Tact::RATE_100,
                Tact::RATE_200,
                Tact::RATE_250,
                Tact::RATE_300,
                Tact::RATE_500,
                Tact::RATE_700,
                Tact::RATE_1000,
                Tact::RATE_1500,
                Tact::RATE_2000,
                Tact::RATE_3000,
                Tact::RATE_5000,
            ],
        },
    ],
    ..FormPage::of::<Tact>(
        "base.tact.form",
        ("TACT运价", "TACT rate"),
        ("af_tact", "/afbase/tact", "tact_rate"),
        Tact::CARRIER_CODE,
    )
};

fn period<'a>(tact: &'a Tact, id: kernel::Id) -> Period<'a> {
    let key = Condition::all()
        .add(sql::eq("carrier_code", tact.carrier_code.clone()))
        .add(sql::eq("departure", tact.departure.clone()))
        .add(sql::eq("arrival", tact.arrival.clone()));
    Period { table: TABLE, key, id, days: (&tact.valid_from, &tact.valid_to) }
}

/// A rate of a published edition is changed by another edition alone.
fn need_free(tx: &mut Tx<'_>, id: kernel::Id) -> Result<(), Refusal> {
    if tx.org() != PLATFORM_ORG {
        return Ok(());
    }
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.column("id").and_where(sql::eq("id", id)).and_where(sql::col("edition_id").is_not_null());
    if tx.first(&select.into())?.is_some() { Err(Refusal::business(OF_EDITION)) } else { Ok(()) }
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if !draft.is_new() {
        need_free(tx, draft.id)?;
    }
    if *draft.value(Tact::VALID_TO) == Value::Null {
        draft.set(Tact::VALID_TO, OPEN_END.into_value());
    }
    let (tact, org) = (Tact::from_values(&draft.values)?, tx.org());
    findings.error_if(!tact.departure.is_empty() && tact.departure == tact.arrival, "arrival", SAME_STATION);
    if !tact.carrier_code.is_empty() && tact.carrier_code != ANY_CARRIER {
        let known = facts::carrier_by_code(tx, org, &tact.carrier_code)?;
        findings.error_if(known.is_none(), "carrierCode", crate::surcharge::CARRIER_UNKNOWN);
    }
    breaks(draft, findings);
    for rows in [BREAKS_MORE, ITEMS, UNITS] {
        whole_cents(draft, &rows, findings);
    }
    items(draft, findings);
    once(draft, &CLASSES, CLASS_TWICE, findings);
    once(draft, &UNITS, UNIT_TWICE, findings);
    validity::check(tx, &period(&tact, draft.id), findings)
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let tact = Tact::from_values(&draft.values)?;
    validity::cut(tx, &period(&tact, draft.id), (TABLE, PAGE))?;
    Ok(Written::default())
}

/// Two decimals, and a higher break that is dearer is asked about.
fn breaks(draft: &Draft<'_>, findings: &mut Findings) {
    let mut typed: Vec<(i64, &'static str, i64)> = Vec::new();
    for (field, (_, from)) in BREAK_FIELDS.iter().zip(BREAKS) {
        if let Value::Int(raw) = draft.value(*field) {
            findings.error_if(raw % 100 != 0, &field.name(), DECIMALS);
            typed.push((from, field.zh, *raw));
        }
    }
    let more = draft.rows(BREAKS_MORE.member).unwrap_or_default();
    other_breaks(more, &typed, findings);
    for pair in typed.windows(2) {
        if let [(_, lower, cheap), (from, higher, dear)] = pair
            && dear > cheap
        {
            let field = BREAK_FIELDS.iter().zip(BREAKS).find(|(_, (_, known))| known == from);
            let place = field.map(|(field, _)| field.name()).unwrap_or_default();
            findings.confirm(place, DEARER.with(&[("a", lower), ("b", higher)]));
        }
    }
}

/// Breaks beside the usual ones: sound, and none twice.
fn other_breaks(rows: &[RowValues], usual: &[(i64, &'static str, i64)], findings: &mut Findings) {
    let mut known: Vec<i64> = usual.iter().map(|(from, ..)| from * 1_000).collect();
    for (place, row) in rows.iter().enumerate() {
        let Some(Value::Int(grams)) = row.first() else { continue };
        let at = format!("{}.{place}.fromWeight", BREAKS_MORE.member);
        let sound = (45_000..=20_000_000).contains(grams) && grams % 5_000 == 0;
        findings.error_if(!sound, &at, BREAK_FORM);
        findings.error_if(known.contains(grams), &at, BREAK_TWICE);
        known.push(*grams);
    }
}

/// Prices of rows have two decimals, as those of the usual breaks.
fn whole_cents(draft: &Draft<'_>, rows: &Rows, findings: &mut Findings) {
    for (line, row) in draft.rows(rows.member).unwrap_or_default().iter().enumerate() {
        for (field, value) in rows.fields.iter().zip(row) {
            if let (Kind::Decimal(Price::DECIMALS), Value::Int(raw)) = (field.kind, value) {
                findings.error_if(raw % 100 != 0, &format!("{}.{line}.{}", rows.member, field.name()), DECIMALS);
            }
        }
    }
}

/// What a row begins with stands once.
fn once(draft: &Draft<'_>, rows: &Rows, twice: Msg, findings: &mut Findings) {
    let given = draft.rows(rows.member).unwrap_or_default();
    let Some(first) = rows.fields.first() else { return };
    for (line, row) in given.iter().enumerate() {
        let known = given.iter().take(line).any(|other| other.first() == row.first());
        let said = row.first() != Some(&Value::Null) && known;
        findings.error_if(said, &format!("{}.{line}.{}", rows.member, first.name()), twice);
    }
}

/// An item number stands once for a weight.
fn items(draft: &Draft<'_>, findings: &mut Findings) {
    let rows = draft.rows(ITEMS.member).unwrap_or_default();
    let key = |row: &RowValues| (row.first().cloned(), row.get(2).cloned());
    for (place, row) in rows.iter().enumerate() {
        let twice = row.first() != Some(&Value::Null) && rows.iter().take(place).any(|other| key(other) == key(row));
        findings.error_if(twice, &format!("{}.{place}.itemNo", ITEMS.member), ITEM_TWICE);
    }
}
