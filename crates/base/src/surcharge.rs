//! 附加费. Other charges of waybills by carrier and lane.

use kernel::{Findings, Msg, Price};
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, Value, sql};
use rate::OPEN_END;

use crate::tact::validity_of;
use crate::validity::{self, Period};

pub(crate) const CARRIER_UNKNOWN: Msg =
    Msg::new("surcharge.carrier", "航司不存在或已停用", "There is no such active carrier.");
const CODE_UNKNOWN: Msg = Msg::new("surcharge.code", "费用代码不存在", "There is no such charge code.");
const LIMITS: Msg = Msg::new("surcharge.limits", "最低收费不能高于最高收费", "The least can't be more than the most.");
const DUE_FIXED: Msg = Msg::new("surcharge.due", "{code}归属{due}", "{code} is due {due}.");

const PAGE: &str = "/af_surcharge";
const TABLE: &str = "surcharge";

/// Whom a charge is due.
const DUE: &[Choice] = &[Choice::new("C", "承运人", "Carrier"), Choice::new("A", "代理", "Agent")];
/// What the price is multiplied with.
const BASES: &[Choice] = &[
    Choice::new("计费重量", "计费重量", "Chargeable weight"),
    Choice::new("毛重", "毛重", "Gross weight"),
    Choice::new("件", "件", "Piece"),
    Choice::new("票", "票", "Waybill"),
    Choice::new("分单", "分单", "House waybill"),
];
const PAY: &[Choice] = &[Choice::new("PP", "预付", "Prepaid"), Choice::new("CC", "到付", "Collect")];

document! {
    /// One charge.
    pub struct Surcharge in "surcharge" {
        /// Carrier; empty for every one.
        carrier_code: String = Field::code("carrier", "航司", "Carrier").max(2),
        /// Two letters.
        code: String = Field::code("chargeCode", "费用代码", "Code").required().max(2),
        /// Agent or carrier.
        due: String = Field::select(DUE, "归属", "Due").required().initially("\"C\""),
        /// Airport or city it starts from; empty for any.
        departure: String = Field::upper("始发", "From").max(3),
        /// Airport or city it goes to; empty for any.
        arrival: String = Field::upper("目的", "To").max(3),
        /// Country it goes to; empty for any.
        nation_code: String = Field::code("country", "目的国", "Country").max(2),
        /// Kind of goods; empty for any.
        goods_type: String = Field::select(order::GOODS_TYPE, "货物类型", "Cargo type"),
        /// What the price is multiplied with.
        basis: String = Field::select(BASES, "计费基础", "Basis").required().initially("\"计费重量\""),
        /// Price of one.
        unit_price: i64 = Field::decimal(Price::DECIMALS, "单价", "Price").digits(4).range(1, 99_999_990_000).required(),
        /// Currency.
        currency: String = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\""),
        /// At least.
        minimum: Option<i64> = Field::decimal(2, "最低收费", "At least").digits(2).range(1, 999_999_999),
        /// At most.
        maximum: Option<i64> = Field::decimal(2, "最高收费", "At most").digits(2).range(1, 999_999_999),
        /// Prepaid or collect; empty: as the waybill.
        pay_mode: String = Field::select(PAY, "付款方式", "Payment"),
        /// First day.
        valid_from: String = Field::day("生效日期", "Valid from").required(),
        /// Last day; open when it is left out.
        valid_to: String = Field::day("失效日期", "Valid to"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Used for pricing.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

fn print_code() -> Expr {
    Expr::cust("surcharge.code || surcharge.due")
}

fn valid_on(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(validity_of(TABLE, text))
}

/// Charges, the company's own and the platform's.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Surcharge::CARRIER_CODE).width(70),
        Column::own(Surcharge::CODE).width(80),
        Column::expr(print_code, Field::text("打印代码", "Printed as").wire("printCode")).width(90),
        Column::own(Surcharge::DUE).width(80),
        Column::own(Surcharge::DEPARTURE).width(70),
        Column::own(Surcharge::ARRIVAL).width(70),
        Column::own(Surcharge::NATION_CODE).width(80),
        Column::own(Surcharge::GOODS_TYPE).width(90),
        Column::own(Surcharge::BASIS).width(90),
        Column::own(Surcharge::UNIT_PRICE).width(90),
        Column::own(Surcharge::CURRENCY).width(70),
        Column::own(Surcharge::MINIMUM).width(90),
        Column::own(Surcharge::MAXIMUM).width(90),
        Column::own(Surcharge::PAY_MODE).width(80),
        Column::own(Surcharge::VALID_FROM).width(110),
        Column::own(Surcharge::VALID_TO).width(110),
        Column::own(Surcharge::ACTIVE).width(70),
        Column::own(Surcharge::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("carrierCode", Match::OneOf, Surcharge::CARRIER_CODE),
        Filter::new("code", Match::OneOf, Surcharge::CODE),
        Filter::new("due", Match::OneOf, Surcharge::DUE),
        Filter::new("validOn", Match::Own(valid_on), Field::day("有效日期", "Valid on")),
        Filter::new("departure", Match::OneOf, Surcharge::DEPARTURE).more(),
        Filter::new("arrival", Match::OneOf, Surcharge::ARRIVAL).more(),
        Filter::new("nationCode", Match::OneOf, Surcharge::NATION_CODE).more(),
        Filter::new("goodsType", Match::OneOf, Surcharge::GOODS_TYPE).more(),
        Filter::new("enabled", Match::Bool, Surcharge::ACTIVE).initially("true").more(),
    ],
    buttons: &[
        Button::new("af-surcharge-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-surcharge-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-surcharge-del", ("删除", "Delete"), "row", "call")
            .calls("DELETE /afbase/surcharge/{id}")
            .asks("确认删除所选{n}条？", "Delete {n} rows?")
            .for_many(),
        Button::import("af-surcharge-import", "POST /afbase/surcharge/import"),
        Button::new("af-surcharge-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "code,asc;carrierCode,asc;validFrom,desc",
    export: "af-surcharge-export",
    overlay: &["id"],
    decorate: Some(decorate),
    form: "base.surcharge.form",
    ..ListPage::new("base.surcharge.list", PAGE, ("附加费", "Surcharges"), "af_surcharge", "/afbase/surcharge", TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    list::write_can(actor, if own { &["af-surcharge-edit", "af-surcharge-del"] } else { &[] }, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-surcharge-add", "af-surcharge-edit", "af-surcharge-del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(after),
    overlay: true,
    import: Import::with("af-surcharge-import").by_all(&[
        Surcharge::CARRIER_CODE,
        Surcharge::CODE,
        Surcharge::DUE,
        Surcharge::DEPARTURE,
        Surcharge::ARRIVAL,
        Surcharge::NATION_CODE,
        Surcharge::GOODS_TYPE,
        Surcharge::CURRENCY,
        Surcharge::VALID_FROM,
    ]),
    sections: &[
        Section {
            key: "main",
            title: ("附加费", "Surcharge"),
            fields: &[
                Surcharge::CARRIER_CODE,
                Surcharge::CODE,
                Surcharge::DUE,
                Surcharge::DEPARTURE,
                Surcharge::ARRIVAL,
                Surcharge::NATION_CODE,
                Surcharge::GOODS_TYPE,
            ],
        },
        Section {
            key: "price",
            title: ("计费", "Price"),
            fields: &[
                Surcharge::BASIS,
                Surcharge::UNIT_PRICE,
                Surcharge::CURRENCY,
                Surcharge::MINIMUM,
                Surcharge::MAXIMUM,
                Surcharge::PAY_MODE,
                Surcharge::VALID_FROM,
                Surcharge::VALID_TO,
                Surcharge::ACTIVE,
                Surcharge::REMARK,
            ],
        },
    ],
    ..FormPage::of::<Surcharge>(
        "base.surcharge.form",
        ("附加费", "Surcharge"),
        ("af_surcharge", "/afbase/surcharge", "surcharge"),
        Surcharge::CODE,
    )
};

/// Whom a code is due, where its meaning says so.
fn due_of(code: &str) -> Option<&'static str> {
    match code.as_bytes() {
        b"MA" => Some("A"),
        b"MY" | b"NS" => Some("C"),
        [b'M', b'O'..=b'Z'] => Some("C"),
        _ => None,
    }
}

fn period<'a>(charge: &'a Surcharge, id: kernel::Id) -> Period<'a> {
    let same = |column: &'static str, text: &str| match text {
        "" => sql::col(column).is_null(),
        text => sql::eq(column, text.to_owned()),
    };
    let mut key = Condition::all();
    for (column, text) in [
        ("carrier_code", &charge.carrier_code),
        ("code", &charge.code),
        ("due", &charge.due),
        ("departure", &charge.departure),
        ("arrival", &charge.arrival),
        ("nation_code", &charge.nation_code),
        ("goods_type", &charge.goods_type),
        ("currency", &charge.currency),
    ] {
        key = key.add(same(column, text));
    }
    Period { table: TABLE, key, id, days: (&charge.valid_from, &charge.valid_to) }
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if *draft.value(Surcharge::VALID_TO) == Value::Null {
        draft.set(Surcharge::VALID_TO, OPEN_END.into_value());
    }
    let (charge, org) = (Surcharge::from_values(&draft.values)?, tx.org());
    if !charge.carrier_code.is_empty() {
        let known = facts::carrier_by_code(tx, org, &charge.carrier_code)?;
        findings.error_if(known.is_none(), "carrierCode", CARRIER_UNKNOWN);
    }
    let code = trade::codes::find(trade::codes::OTHER_CHARGES, &charge.code);
    findings.error_if(!charge.code.is_empty() && code.is_none(), "code", CODE_UNKNOWN);
    let backwards = charge.minimum.zip(charge.maximum).is_some_and(|(least, most)| least > most);
    findings.error_if(backwards, "maximum", LIMITS);
    if let Some(due) = due_of(&charge.code).filter(|due| !charge.due.is_empty() && *due != charge.due) {
        let (zh, en) = if due == "A" { ("代理", "the agent") } else { ("承运人", "the carrier") };
        let named = |due| [("code", charge.code.as_str()), ("due", due)];
        findings.error("due", DUE_FIXED.with_each(&named(zh), &named(en)));
    }
    validity::check(tx, &period(&charge, draft.id), findings)
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let charge = Surcharge::from_values(&draft.values)?;
    validity::cut(tx, &period(&charge, draft.id), (TABLE, PAGE))?;
    Ok(Written::default())
}
