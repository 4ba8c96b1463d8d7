//! 航司. Carriers with their waybill prefixes, and how they charge.

use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};

const CODE_FORM: Msg = Msg::new("carrier.code", "航司代码为2位字母或数字", "A carrier code is 2 letters or digits.");
const CODE_TAKEN: Msg = Msg::new("carrier.code.taken", "航司代码已存在", "The carrier code exists already.");
const PREFIX_FORM: Msg =
    Msg::new("carrier.prefix", "运单前缀为3位数字，多个用/分隔", "Prefixes are 3 digits, joined by a slash.");
const PREFIX_TAKEN: Msg =
    Msg::new("carrier.prefix.taken", "运单前缀{p}已属于{code}", "The waybill prefix {p} belongs to {code}.");

/// How the chargeable weight is rounded up.
pub const STEPS: &[Choice] = &[
    Choice::new("0.5", "0.5 KG", "0.5 KG"),
    Choice::new("1", "1 KG", "1 KG"),
    Choice::new("none", "不进位", "Not rounded"),
];

fn two(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

fn prefixes(text: &str) -> bool {
    text.split('/').all(|one| one.len() == 3 && one.bytes().all(|b| b.is_ascii_digit()))
}

document! {
    /// One carrier.
    pub struct Carrier in "carrier" {
        /// Two letters or digits.
        carrier_code: String = Field::upper("二字码", "Code").required().fixed().max(2).pattern("^[A-Z0-9]{2}$", two, CODE_FORM),
        /// Three digits each.
        prefix: String = Field::text("运单前缀", "Waybill prefix").required().max(40).pattern("^[0-9]{3}(/[0-9]{3})*$", prefixes, PREFIX_FORM),
        /// Three letters.
        icao_code: String = Field::upper("ICAO代码", "ICAO code").max(3),
        /// Chinese name.
        name_cn: String = Field::text("中文名", "Chinese name").required().max(40),
        /// English name.
        name_en: String = Field::text("英文名", "English name").required().max(60),
        /// Country.
        nation_code: String = Field::code("country", "国家", "Country").max(2),
        /// Cubic centimetres per kilogram.
        divisor: i64 = Field::int("体积系数", "Volume divisor").required().range(4_000, 7_000).initially("6000"),
        /// Rounding of the chargeable weight.
        round_step: String = Field::select(STEPS, "计费重量进位", "Rounding").required().initially("\"0.5\""),
        /// First letters of the Chinese name.
        pinyin: String = Field::text("拼音首字母", "Pinyin initials").max(20),
        /// Website.
        website: String = Field::text("网址", "Website").max(100),
        /// Offered to new orders.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

/// Carriers a user looks up.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Carrier::CARRIER_CODE).width(80).copy(),
        Column::own(Carrier::PREFIX).width(100),
        Column::own(Carrier::ICAO_CODE).width(90),
        Column::own(Carrier::NAME_CN).width(160),
        Column::own(Carrier::NAME_EN).width(220),
        Column::own(Carrier::NATION_CODE).width(70),
        Column::own(Carrier::DIVISOR).width(90),
        Column::own(Carrier::ROUND_STEP).width(100),
        Column::own(Carrier::WEBSITE).behind(),
        Column::own(Carrier::ACTIVE).width(70),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("航司", "Carrier")).columns(&[
            ("carrier", "carrier_code"),
            ("carrier", "prefix"),
            ("carrier", "icao_code"),
            ("carrier", "name_cn"),
            ("carrier", "name_en"),
            ("carrier", "pinyin"),
        ]),
        Filter::new("nationCode", Match::OneOf, Carrier::NATION_CODE),
        Filter::new("enabled", Match::Bool, Carrier::ACTIVE).initially("true"),
    ],
    buttons: &[
        Button::new("af-carrier-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-carrier-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-carrier-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/carrier/{id}/status")
            .for_many(),
        Button::new("af-carrier-note", ("航司要求", "Airline requirements"), "row", "custom"),
        Button::import("af-carrier-import", "POST /afbase/carrier/import"),
        Button::new("af-carrier-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "carrierCode,asc",
    export: "af-carrier-export",
    overlay: &["carrier_code"],
    decorate: Some(decorate),
    form: "base.carrier.form",
    ..ListPage::new(
        "base.carrier.list",
        "/af_carrier",
        ("航司查询", "Carriers"),
        "af_carrier",
        "/afbase/carrier",
        "carrier",
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    // What a carrier of the platform demands, a company writes in its own words.
    let codes: &[&str] =
        if own { &["af-carrier-edit", "af-carrier-status", "af-carrier-note"] } else { &["af-carrier-note"] };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-carrier-add", "af-carrier-edit", "", "af-carrier-status"],
    page: "/af_carrier",
    uniques: &[Unique {
        index: "uq_carrier_code",
        columns: &["carrier_code"],
        field: "carrierCode",
        message: CODE_TAKEN,
    }],
    rules: Some(rules),
    overlay: true,
    import: Import { undo: Some(unused), ..Import::with("af-carrier-import").by(&[Carrier::CARRIER_CODE]) },
    sections: &[Section { key: "main", title: ("航司", "Carrier"), fields: Carrier::FIELDS }],
    ..FormPage::of::<Carrier>(
        "base.carrier.form",
        ("航司", "Carrier"),
        ("af_carrier", "/afbase/carrier", "carrier"),
        Carrier::CARRIER_CODE,
    )
};

/// A carrier that flies somewhere is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] =
        &[("order_leg", "carrier_code"), ("awb_receipt", "carrier_code"), ("awb", "carrier_code")];
    import::need_unused(tx, ("carrier", "carrier_code"), id, PLACES)
}

/// A prefix belongs to one carrier, of the org or of the platform.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let carrier = Carrier::from_values(&draft.values)?;
    for prefix in carrier.prefix.split('/').filter(|prefix| prefix.len() == 3) {
        let mut select = sql::from_global("carrier");
        select
            .column("carrier_code")
            .and_where(sql::is_in(sql::col("org_id"), [tx.org(), 1]))
            .and_where(sql::contains(sql::col("prefix"), prefix))
            .and_where(sql::col("carrier_code").ne(sql::value(carrier.carrier_code.clone())))
            .limit(1);
        if let Some(row) = tx.first(&select.into())? {
            let code: String = row.get(0)?;
            findings.error("prefix", PREFIX_TAKEN.with(&[("p", prefix), ("code", &code)]));
        }
    }
    Ok(())
}
