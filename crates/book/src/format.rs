//! 凭证格式: the files that finance systems read vouchers from (catalogue css.md /css_voucher_format). A format is data: those
//! of the program are rows of the platform, a company copies them and shapes the copies.
//!
//! [`export`] makes the file of some vouchers and counts it, [`preview`] tells its rows.

mod built_in;
mod cell;
mod layout;
mod read;
mod write;

use std::collections::BTreeMap;

use charge::rate;
use domain::switch;
use kernel::{Id, IdMint, Instant, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Call, Tx};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, Order, SelectStatement};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Row, Value, sql};
use serde_json::Value as Json;

use crate::{RETURNED, TABLE as VOUCHER};

pub use layout::{COLUMNS_MAX, Column, ENCODINGS, HEADS, Layout, SOURCES, Source, TYPES};

use cell::Around;

pub use read::{Line, Named, Voucher, vouchers};

/// Its table.
pub const TABLE: &str = "voucher_format";
/// What names a format: an own one would hide one of the platform of the same name.
pub const NAMING: &[&str] = &["format_name"];
/// Vouchers of one file.
pub const VOUCHERS_MAX: usize = 2_000;

const NONE: Msg = Msg::new("format.none", "请选择凭证", "Choose vouchers.");
const TOO_MANY: Msg = Msg::new("format.many", "一次最多导出{n}张凭证", "At most {n} vouchers are exported at once.");
const IS_RETURNED: Msg =
    Msg::new("format.returned", "凭证{n}已退回，不能导出", "The voucher {n} was returned: it can't be exported.");

/// 默认凭证格式 of the finance settings. Without it, or where the one it names is gone, 通用格式 is taken.
pub const DEFAULT: Setting = Setting::new(
    "voucherFormat",
    Module::new("financeVouchers", "凭证", "Vouchers").on(switch::FINANCE).at(60),
    Field::reference("voucherFormat", "默认凭证格式", "Voucher format"),
)
.help("留空为通用格式", "The general format where it is left empty.");

/// A format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// Its row.
    pub id: Option<Id>,
    /// Name.
    pub name: String,
    /// One of [`TYPES`].
    pub file_type: String,
    /// How its file looks.
    pub layout: Layout,
}

/// A file that was made.
pub struct File {
    /// Its name.
    pub name: String,
    /// What its bytes are.
    pub mime: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The rows of the platform, as the program has them: at each start.
pub fn load(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    for (name, file_type, layout) in built_in::all() {
        let mut known = sql::from(PLATFORM_ORG, TABLE);
        known.columns(["id", "file_type", "layout"]).and_where(sql::eq("format_name", name.to_owned()));
        let known = conn.first(&known.into())?;
        let layout = layout.text();
        let Some(row) = known else {
            let cells = cells((mint.next(now), name), (file_type, &layout), (Id(0), now));
            conn.exec(&sql::insert(PLATFORM_ORG, TABLE, &cells).into())?;
            continue;
        };
        if row.get::<String>(1)? != file_type || row.get::<String>(2)? != layout {
            let changed = [("file_type", Value::Text(file_type.to_owned())), ("layout", Value::Text(layout.clone()))];
            let mut update = sql::update(PLATFORM_ORG, TABLE, &changed);
            update.and_where(sql::eq("id", row.get::<Id>(0)?));
            conn.exec(&update.into())?;
        }
    }
    Ok(())
}

/// Whether a format of the program is called so.
pub fn is_built_in(name: &str) -> bool {
    built_in::all().iter().any(|(known, ..)| *known == name)
}

/// The formats a company has: the platform's and its own.
fn rows(org: i64) -> SelectStatement {
    let mut select = sql::overlaid(org, TABLE, NAMING);
    select.columns(["id", "format_name", "file_type", "layout"].map(|column| (TABLE, column)));
    select
}

/// How many columns each format of a company has.
pub fn widths(conn: &mut dyn Conn, org: i64) -> Result<BTreeMap<Id, usize>, Refusal> {
    let width = |row: &Row| {
        let stored: String = row.get(3)?;
        Ok((row.get(0)?, Layout::of(&stored).map_or(0, |layout| layout.columns.len())))
    };
    conn.query(&rows(org).into())?.iter().map(width).collect()
}

/// A format of a company or of the platform.
pub fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Format>, Refusal> {
    let mut select = rows(org);
    select.and_where(sql::of_eq(TABLE, "id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let stored: String = row.get(3)?;
    let layout = Layout::of(&stored).ok_or_else(|| Refusal::broken(format!("voucher format {id}: its layout")))?;
    Ok(Some(Format { id: Some(id), name: row.get(1)?, file_type: row.get(2)?, layout }))
}

/// The format a company takes where nobody chose one.
pub fn default(conn: &mut dyn Conn, org: i64) -> Result<Format, Refusal> {
    let chosen: Option<Id> = setting::value(conn, org, &DEFAULT, None)?;
    let found = match chosen {
        Some(id) => find(conn, org, id)?,
        None => None,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.column("id").and_where(sql::eq("format_name", built_in::GENERAL_NAME.to_owned()));
    let id = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    let (name, file_type, layout) =
        built_in::all().into_iter().next().ok_or_else(|| Refusal::broken("there is no voucher format"))?;
    Ok(Format { id, name: name.to_owned(), file_type: file_type.to_owned(), layout })
}

/// The one that was chosen, else the default.
fn wanted(conn: &mut dyn Conn, org: i64, chosen: Option<Id>) -> Result<Format, Refusal> {
    match chosen {
        Some(id) => find(conn, org, id)?.ok_or(Refusal::NotFound),
        None => default(conn, org),
    }
}

/// The vouchers of some ids, each of them.
fn found(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<Voucher>, Refusal> {
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > VOUCHERS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &VOUCHERS_MAX.to_string())])));
    }
    let found = read::vouchers(conn, org, ids)?;
    if ids.iter().all(|id| found.iter().any(|one| one.id == *id)) { Ok(found) } else { Err(Refusal::NotFound) }
}

fn around<'a>(conn: &mut dyn Conn, org: i64, layout: &'a Layout, vouchers: &[Voucher]) -> Result<Around<'a>, Refusal> {
    let own = rate::functional(conn, org)?;
    let kept: String = setting::value(conn, org, &switch::VOUCHER_CURRENCY, None)?;
    let names = read::currencies(conn, org, vouchers, own.code())?;
    Ok(Around { layout, own, in_both: kept == switch::BOTH_CURRENCIES, names })
}

/// The file of some vouchers, in the format that is named or the company's default.
pub fn file(conn: &mut dyn Conn, org: i64, (format, vouchers): (Option<Id>, &[Id])) -> Result<File, Refusal> {
    let vouchers = found(conn, org, vouchers)?;
    if let Some(one) = vouchers.iter().find(|one| one.state == RETURNED) {
        return Err(Refusal::Business(IS_RETURNED.with(&[("n", &one.label())])));
    }
    let format = wanted(conn, org, format)?;
    let rows = around(conn, org, &format.layout, &vouchers)?.rows(&vouchers);
    let bytes = write::bytes((&format.file_type, &format.layout), &vouchers, &rows)?;
    let name = format!("{}.{}", file_name(&vouchers), format.file_type.to_lowercase());
    Ok(File { name, mime: write::mime(&format.file_type), bytes })
}

/// 凭证_2026-06_记-1_4张: month and number of the first one, and how many there are.
fn file_name(vouchers: &[Voucher]) -> String {
    let first = vouchers.first().map(|one| format!("{}_{}", one.month, one.label())).unwrap_or_default();
    if vouchers.len() > 1 { format!("凭证_{first}_{}张", vouchers.len()) } else { format!("凭证_{first}") }
}

/// The same, counted as an export of each voucher. The caller writes the log lines.
pub fn export(tx: &mut Tx<'_>, (format, vouchers): (Option<Id>, &[Id])) -> Result<File, Refusal> {
    let org = tx.org();
    let file = file(tx, org, (format, vouchers))?;
    let mut update = sql::update(org, VOUCHER, &[("exported_at", Value::Int(tx.now.millis()))]);
    update.value("exports", Expr::cust("exports + 1")).and_where(sql::is_in(sql::col("id"), vouchers.iter().copied()));
    tx.exec(&update.into())?;
    Ok(file)
}

/// Headings and rows of the file of some vouchers, as texts.
pub fn preview(
    conn: &mut dyn Conn,
    org: i64,
    (format, vouchers): (Option<Id>, &[Id]),
) -> Result<(Vec<String>, Vec<Vec<String>>), Refusal> {
    let vouchers = found(conn, org, vouchers)?;
    let format = wanted(conn, org, format)?;
    let rows = around(conn, org, &format.layout, &vouchers)?.rows(&vouchers);
    let rows = rows.iter().map(|row| row.iter().map(cell::Cell::text).collect()).collect();
    Ok((format.layout.columns.into_iter().map(|column| column.title).collect(), rows))
}

/// 设为默认: the same as the finance setting, whose version is raised with it.
pub fn set_default(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (org, who) = (tx.org(), (tx.org(), tx.actor.user_id, tx.now));
    let mut raise = sql::update_global("org", &[]);
    raise.value("setting_version", Expr::cust("setting_version + 1")).and_where(sql::eq("id", org));
    tx.exec(&raise.into())?;
    setting::put(tx, who, (&DEFAULT, None), Some(Value::Text(Json::String(id.to_string()).to_string())))
}

/// A copy of a format under another name; it belongs to the company.
pub fn copy(tx: &mut Tx<'_>, from: &Format, name: &str) -> Result<Id, Refusal> {
    let id = tx.new_id();
    let cells = cells((id, name), (&from.file_type, &from.layout.text()), (tx.actor.user_id, tx.now));
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(id)
}

/// Gives an own format another layout.
pub fn reshape(tx: &mut Tx<'_>, id: Id, layout: &Layout) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, &[("layout", Value::Text(layout.text()))]);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// A new row.
fn cells(
    (id, name): (Id, &str),
    (file_type, layout): (&str, &str),
    (user, now): (Id, Instant),
) -> [(&'static str, Value); 9] {
    [
        ("id", Value::Int(id.0)),
        ("format_name", Value::Text(name.to_owned())),
        ("file_type", Value::Text(file_type.to_owned())),
        ("layout", Value::Text(layout.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(user.0)),
        ("created_at", Value::Int(now.millis())),
        ("updated_by", Value::Int(user.0)),
        ("updated_at", Value::Int(now.millis())),
    ]
}

/// Answers the select `voucherFormat`.
pub fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let Actor { org_id, .. } = *call.actor()?;
    let mut select = rows(org_id);
    select.order_by((TABLE, "id"), Order::Asc).limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::of_eq(TABLE, "id", id));
    } else {
        select.and_where(sql::contains(sql::of(TABLE, "format_name"), &ask.keyword));
    }
    let offer = |row: &Row| {
        let kind: String = row.get(2)?;
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: kind.to_lowercase() })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}
