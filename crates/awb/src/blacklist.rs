//! /af_awb_blacklist 主单号黑名单: ranges of numbers nobody may register, give to an order or print.

use std::sync::Arc;

use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::{App, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written};
use platform::field::Field;
use platform::import::Import;
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::store::{Value, sql};
use sea_query::{Condition, Expr, ExprTrait};
use stock::By;
use stock::blacklist::{Entry, REASONS};
use trade::waybill_number::Mawb;

/// Its page.
pub const PAGE: &str = "/af_awb_blacklist";

const PREFIX_FORM: Msg = Msg::new("awbbl.prefix", "航司前缀须为3位数字", "The prefix must be 3 digits.");
const FROM_WRONG: Msg = Msg::new("awbbl.from", "起始号校验位错误", "The check digit of the first number is wrong.");
const TO_WRONG: Msg = Msg::new("awbbl.to", "截止号校验位错误", "The check digit of the last number is wrong.");
const ORDER: Msg = Msg::new("awbbl.order", "截止号不能小于起始号", "The last number can't be less than the first one.");
const DAYS: Msg = Msg::new("awbbl.days", "失效日期不能早于生效日期", "The last day can't be before the first one.");

fn three_digits(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit())
}

document! {
    /// One entry.
    pub struct BlacklistEntry in "awb_blacklist" {
        /// Three digits of the airline.
        prefix: String = Field::text("航司前缀", "Prefix").required().max(3).pattern(r"^\d{3}$", three_digits, PREFIX_FORM),
        /// First serial.
        serial_from: String = Field::text("起始号", "First number").wire("from").required().max(12),
        /// Last serial; the first one where only one number is meant.
        serial_to: String = Field::text("截止号", "Last number").wire("to").max(12),
        /// Why.
        reason: String = Field::select(REASONS, "原因", "Reason").required(),
        /// Who told of it.
        source: String = Field::text("通知来源", "Told by").max(100),
        /// First day.
        valid_from: String = Field::day("生效日期", "Valid from"),
        /// Last day.
        valid_to: String = Field::day("失效日期", "Valid to"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Carrier of the prefix.
        carrier_code: String = Field::code("carrier", "航司", "Carrier").read_only(),
    }
}

/// Digits of a number, or its beginning, and the ranges it falls into.
fn falls_into(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).take(11).collect();
    let (prefix, serial) = digits.split_at_checked(3).unwrap_or((&digits, ""));
    let own = |name| sql::of(BlacklistEntry::TABLE, name);
    let parts = [
        sql::begins(own("prefix"), prefix),
        own("serial_from").lte(sql::value(format!("{serial:9<8}"))),
        own("serial_to").gte(sql::value(format!("{serial:0<8}"))),
    ];
    Ok(sql::all_of(if digits.is_empty() { vec![Expr::cust("1 = 0")] } else { parts.to_vec() }))
}

fn is_valid(actor: &Actor, valid: bool) -> Condition {
    let on_that_day = stock::blacklist::valid_on(&kernel::show_day(actor.now.day()));
    if valid { on_that_day } else { on_that_day.not() }
}

fn locked() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM awb n WHERE n.org_id = awb_blacklist.org_id AND n.blacklist_id = awb_blacklist.id \
         AND n.state = 'LOCKED')",
    )
}

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(BlacklistEntry::PREFIX).width(90),
        Column::own(BlacklistEntry::CARRIER_CODE).width(80),
        Column::own(BlacklistEntry::SERIAL_FROM).width(110).copy(),
        Column::own(BlacklistEntry::SERIAL_TO).width(110).copy(),
        Column::own(BlacklistEntry::REASON).width(110),
        Column::expr(locked, Field::int("锁定数量", "Locked numbers").wire("locked")).unsorted(),
        Column::own(BlacklistEntry::SOURCE).width(160),
        Column::own(BlacklistEntry::VALID_FROM),
        Column::own(BlacklistEntry::VALID_TO),
        Column::own(BlacklistEntry::REMARK).width(180),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("creator")),
        Column::own(Field::instant("创建时间", "Created at").column("created_at").wire("createTime")),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Own(falls_into), Field::new(platform::field::Kind::Waybill, "主单号", "MAWB")),
        Filter::new("carrier", Match::Equals, BlacklistEntry::CARRIER_CODE),
        Filter::new("reason", Match::OneOf, BlacklistEntry::REASON),
        Filter::new("valid", Match::Flag(is_valid), Field::flag("有效", "Valid")),
    ],
    buttons: &[
        Button::new("af-awbbl-add", ("新增", "Add"), "primary", "create"),
        Button::import("af-awbbl-add", "POST /afbase/awbBlacklist/import"),
        Button::new("af-awbbl-del", ("删除", "Delete"), "row", "remove").for_many(),
    ],
    form: "af.awb-blacklist.form",
    ..ListPage::new(
        "af.awb-blacklist.list",
        PAGE,
        ("主单号黑名单", "Waybill blacklist"),
        "af_awb_blacklist",
        "/afbase/awbBlacklist",
        BlacklistEntry::TABLE,
    )
};

/// The form beside the list. An entry does not change: it goes, and another one comes.
pub const FORM: FormPage = FormPage {
    codes: ["af-awbbl-add", "", "af-awbbl-del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(lock),
    remove_rule: Some(lift),
    import: Import::with("af-awbbl-add"),
    sections: &[Section {
        key: "main", title: ("主单号黑名单", "Waybill blacklist"), fields: BlacklistEntry::FIELDS
    }],
    ..FormPage::of::<BlacklistEntry>(
        "af.awb-blacklist.form",
        ("主单号黑名单", "Waybill blacklist"),
        ("af_awb_blacklist", "/afbase/awbBlacklist", "awb_blacklist_entry"),
        BlacklistEntry::SERIAL_FROM,
    )
};

/// Locks follow the days of the entries.
pub const PLAN: Plan = Plan::new(
    "awb.blacklist",
    ("主单号黑名单到期", "Days of the waybill blacklist"),
    (Category::Update, Schedule::Hour),
    follow,
);

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, entry) = (tx.org(), BlacklistEntry::from_values(&draft.values)?);
    if findings.at("prefix").next().is_none() {
        match stock::lookup::carrier_of_prefix(tx, org, &entry.prefix)? {
            Some(code) => draft.set(BlacklistEntry::CARRIER_CODE, Value::Text(code)),
            None => findings.error("prefix", stock::messages::NO_CARRIER.with(&[("prefix", &entry.prefix)])),
        }
    }
    let serial = |text: &str| serial_of(&entry.prefix, text);
    let first = serial(&entry.serial_from);
    let last = if entry.serial_to.is_empty() { first } else { serial(&entry.serial_to) };
    findings.error_if(first.is_none() && findings.at("from").next().is_none(), "from", FROM_WRONG);
    findings.error_if(last.is_none() && !entry.serial_to.is_empty(), "to", TO_WRONG);
    if let (Some(first), Some(last)) = (first, last) {
        findings.error_if(last < first, "to", ORDER);
        draft.set(BlacklistEntry::SERIAL_FROM, Value::Text(first.serial()));
        draft.set(BlacklistEntry::SERIAL_TO, Value::Text(last.serial()));
    }
    let ends_first = !entry.valid_to.is_empty() && entry.valid_to < entry.valid_from;
    findings.error_if(ends_first, "validTo", DAYS);
    Ok(())
}

/// The serial of a number typed with or without its prefix. What is wrong with the prefix is said at its own field.
fn serial_of(prefix: &str, text: &str) -> Option<Mawb> {
    let digits: String = text.chars().filter(|c| *c != '-' && !c.is_whitespace()).collect();
    let bare = Some(digits.as_str()).filter(|digits| digits.len() == 8);
    let serial = bare.or_else(|| digits.strip_prefix(prefix).filter(|rest| rest.len() == 8 && prefix.len() == 3))?;
    Mawb::parse(&format!("000{serial}"))
}

fn lock(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let entry = BlacklistEntry::from_values(&draft.values)?;
    let entry = Entry {
        id: draft.id,
        prefix: entry.prefix,
        from: entry.serial_from,
        to: entry.serial_to,
        reason: entry.reason,
        valid_from: entry.valid_from,
        valid_to: entry.valid_to,
    };
    let by = By::tx(tx);
    document::one_at_a_time(tx, by.org)?;
    let count = stock::blacklist::lock(tx, &by, &entry)?;
    let change =
        Change {
            field: "locked".to_owned(), label: "锁定数量".to_owned(), old: String::new(), new: count.to_string()
        };
    let mut written = Written::from(if count > 0 { vec![change] } else { Vec::new() });
    written.answer.insert("locked".to_owned(), count.into());
    Ok(written)
}

/// Entries overlap: who adds one while another is removed finds its numbers free, or still locked.
fn lift(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let by = By::tx(tx);
    document::one_at_a_time(tx, by.org)?;
    stock::blacklist::lift(tx, &by, id)
}

fn follow(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let by = By { org, user_id: Id(0), name: "系统".to_owned(), now: app.clock.now(), mint: &app.mint };
        app.system_write(|conn| stock::blacklist::follow(conn, &by))
    })
}
