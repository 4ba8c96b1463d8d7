//! Look-ups that several rooms need: airports, carriers, partners, people, decisions of an org.
//!
//! A room may not import another; what one needs to know of another's tables is asked here.

pub mod audience;
pub mod braces;
pub mod chat;
pub mod lease;
pub mod master;
pub mod order_log;
pub mod outside;
pub mod sign;

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

/// An airport as orders and papers need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Airport {
    /// Three letters.
    pub code: String,
    /// Chinese name; English where there is none.
    pub name: String,
    /// English name.
    pub name_en: String,
    /// Code of its city.
    pub city: String,
    /// English name of its city.
    pub city_en: String,
    /// Country.
    pub nation: String,
    /// IANA time zone.
    pub zone: String,
    /// Offered to new orders.
    pub active: bool,
}

/// Codes of countries by English name and alias, in capitals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Countries(BTreeMap<String, String>);

impl Countries {
    /// Those of the platform and of an org.
    pub fn load(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = of_platform_and(org, "country");
        select.columns(["code", "name_en", "aliases"]);
        let mut codes = BTreeMap::new();
        for row in conn.query(&select.into())? {
            let (code, english, aliases): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let names = aliases.split(';').chain([english.as_str(), code.as_str()]);
            for name in names.map(|name| name.trim().to_uppercase()).filter(|name| !name.is_empty()) {
                codes.insert(name, code.clone());
            }
        }
        Ok(Self(codes))
    }

    /// The code of a name, an alias or a code.
    pub fn code_of(&self, name: &str) -> Option<&str> {
        self.0.get(&name.trim().to_uppercase()).map(String::as_str)
    }
}

/// Whether a code is that of a country of the list.
pub fn is_country(conn: &mut dyn Conn, org: i64, code: &str) -> Result<bool, Refusal> {
    let mut select = of_platform_and(org, "country");
    select.expr(Expr::cust("1")).and_where(sql::eq("code", code.to_uppercase())).limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// A carrier as orders and papers need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carrier {
    /// Two letters or digits.
    pub code: String,
    /// Prefixes joined by a slash.
    pub prefixes: String,
    /// Chinese name; English where there is none.
    pub name: String,
    /// English name.
    pub name_en: String,
    /// Cubic centimetres per kilogram of volume weight.
    pub divisor: i64,
    /// To what the chargeable weight is rounded up: 0.5, 1 or none.
    pub round_step: String,
}

/// Own rows come before the platform's of the same code.
fn laid_over(org: i64, table: &'static str) -> SelectStatement {
    let mut select = sql::from_global(table);
    select.and_where(sql::is_in(sql::col("org_id"), [org, PLATFORM_ORG])).order_by("org_id", Order::Desc).limit(1);
    select
}

/// The airport of a code, active or not.
pub fn airport(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<Airport>, Refusal> {
    let mut select = laid_over(org, "airport");
    select
        .columns(["ap_code", "name_cn", "name_en", "city_name_en", "nation_code", "time_zone", "active", "city_code"])
        .and_where(sql::eq("ap_code", code.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let (name_cn, name_en): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(Some(Airport {
        code: row.get(0)?,
        name: if name_cn.is_empty() { name_en.clone() } else { name_cn },
        name_en,
        city: row.get(7)?,
        city_en: row.get(3)?,
        nation: row.get(4)?,
        zone: row.get(5)?,
        active: row.get(6)?,
    }))
}

/// Of some codes those of rows in use, the company's own over the platform's, with one question to the database. The
/// table has `active`.
pub fn codes_in_use(
    conn: &mut dyn Conn,
    (org, table, column): (i64, &'static str, &'static str),
    codes: &BTreeSet<String>,
    holds: impl IntoIterator<Item = Expr>,
) -> Result<BTreeSet<String>, Refusal> {
    if codes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = of_platform_and(org, table);
    select
        .columns([column, "active"])
        .and_where(sql::is_in(sql::col(column), codes.iter().cloned()))
        .order_by("org_id", Order::Asc);
    for condition in holds {
        select.and_where(condition);
    }
    // Own rows come after the platform's and take their place.
    let mut known = BTreeMap::new();
    for row in conn.query(&select.into())? {
        known.insert(row.get::<String>(0)?, row.get::<bool>(1)?);
    }
    Ok(known.into_iter().filter(|(_, active)| *active).map(|(code, _)| code).collect())
}

fn carrier_of(row: &Row) -> Result<Carrier, Refusal> {
    let (name_cn, name_en): (String, String) = (row.get(2)?, row.get(3)?);
    Ok(Carrier {
        code: row.get(0)?,
        prefixes: row.get(1)?,
        name: if name_cn.is_empty() { name_en.clone() } else { name_cn },
        name_en,
        divisor: row.get(4)?,
        round_step: row.get(5)?,
    })
}

fn carriers(org: i64) -> SelectStatement {
    let mut select = laid_over(org, "carrier");
    select
        .columns(["carrier_code", "prefix", "name_cn", "name_en", "divisor", "round_step"])
        .and_where(sql::eq("active", true));
    select
}

/// The active carrier of a two-letter code.
pub fn carrier_by_code(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<Carrier>, Refusal> {
    let mut select = carriers(org);
    select.and_where(sql::eq("carrier_code", code.to_owned()));
    conn.first(&select.into())?.as_ref().map(carrier_of).transpose()
}

/// The active carriers of some two-letter codes, with one question to the database.
pub fn carriers_by_code(conn: &mut dyn Conn, org: i64, codes: &BTreeSet<String>) -> Result<Vec<Carrier>, Refusal> {
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = carriers(org);
    select.and_where(sql::is_in(sql::col("carrier_code"), codes.iter().cloned())).reset_limit();
    let mut found: Vec<Carrier> = Vec::new();
    for row in conn.query(&select.into())? {
        let one = carrier_of(&row)?;
        if found.iter().all(|known| known.code != one.code) {
            found.push(one);
        }
    }
    Ok(found)
}

/// The active carrier of a waybill prefix. Prefixes are three digits with slashes between, so that
/// containing is equality.
pub fn carrier_by_prefix(conn: &mut dyn Conn, org: i64, prefix: &str) -> Result<Option<Carrier>, Refusal> {
    if prefix.len() != 3 || !prefix.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(None);
    }
    let mut select = carriers(org);
    select.and_where(sql::contains(sql::col("prefix"), prefix));
    conn.first(&select.into())?.as_ref().map(carrier_of).transpose()
}

/// A partner as orders need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coop {
    /// Row.
    pub id: Id,
    /// Code.
    pub code: String,
    /// Short name.
    pub name: String,
    /// English name.
    pub ename: String,
    /// Type.
    pub coop_type: String,
    /// 生效 and the other states.
    pub state: String,
    /// 普通, 白名单 or 黑名单.
    pub list_mark: String,
    /// Scopes whose business is locked.
    pub locked_scopes: Vec<String>,
    /// Default sales person.
    pub sales_id: Option<Id>,
    /// Default servicer.
    pub servicer_id: Option<Id>,
    /// Default operator.
    pub operator_id: Option<Id>,
    /// Shown on top of the order form.
    pub special_note: String,
}

impl Coop {
    /// Whether nothing new may name it: it is stopped or blacklisted.
    pub fn is_stopped(&self) -> bool {
        self.state == "停用" || self.list_mark == "黑名单"
    }
}

/// The partner of an id.
pub fn coop(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Coop>, Refusal> {
    Ok(coops(conn, org, [id])?.remove(&id))
}

/// Partners by their ids, with one question to the database.
pub fn coops(conn: &mut dyn Conn, org: i64, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, Coop>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(org, "coop");
    select
        .columns([
            "id",
            "coop_code",
            "coop_name",
            "coop_ename",
            "coop_type",
            "coop_state",
            "list_mark",
            "locked_scopes",
            "sales_id",
            "servicer_id",
            "operator_id",
            "special_note",
        ])
        .and_where(sql::is_in(sql::col("id"), ids));
    conn.query(&select.into())?.iter().map(|row| coop_of(row).map(|coop| (coop.id, coop))).collect()
}

fn coop_of(row: &Row) -> Result<Coop, Refusal> {
    let locked: String = row.get(7)?;
    Ok(Coop {
        id: row.get(0)?,
        code: row.get(1)?,
        name: row.get(2)?,
        ename: row.get(3)?,
        coop_type: row.get(4)?,
        state: row.get(5)?,
        list_mark: row.get(6)?,
        locked_scopes: locked.split(',').filter(|scope| !scope.is_empty()).map(ToOwned::to_owned).collect(),
        sales_id: row.get(8)?,
        servicer_id: row.get(9)?,
        operator_id: row.get(10)?,
        special_note: row.get(11)?,
    })
}

/// Short name of a partner; empty when there is none.
pub fn coop_name(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    Ok(coop(conn, org, id)?.map(|coop| coop.name).unwrap_or_default())
}

/// Whether a partner is written to in English: it is of a country where nobody reads Chinese.
pub fn reads_english(conn: &mut dyn Conn, org: i64, id: Id) -> Result<bool, Refusal> {
    const CHINESE: [&str; 4] = ["CN", "HK", "MO", "TW"];
    let mut select = sql::from(org, "coop");
    select.column("nation_code").and_where(sql::eq("id", id));
    let nation: String = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    Ok(!nation.is_empty() && !CHINESE.contains(&nation.as_str()))
}

/// Whether a partner is a source of waybill numbers.
pub fn is_awb_source(conn: &mut dyn Conn, org: i64, id: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("is_awb_source").and_where(sql::eq("id", id)).and_where(sql::eq("coop_state", "生效".to_owned()));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or(false))
}

/// The one source an org trusts for numbers it did not register: exactly one, marked as default.
pub fn default_awb_source(conn: &mut dyn Conn, org: i64) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "coop");
    select
        .columns(["id", "is_default_source"])
        .and_where(sql::eq("is_awb_source", true))
        .and_where(sql::eq("coop_state", "生效".to_owned()))
        .limit(2);
    let rows = conn.query(&select.into())?;
    match rows.as_slice() {
        [one] if one.get::<bool>(1)? => Ok(Some(one.get(0)?)),
        _ => Ok(None),
    }
}

/// Name and department of an active user.
pub fn user(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<(String, Id)>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.columns(["name_cn", "dept_id"]).and_where(sql::eq("id", id)).and_where(sql::eq("active", true));
    let row = conn.first(&select.into())?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Name of a user, active or not; empty when there is none.
pub fn user_name(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.column("name_cn").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Names of people of an org, with one question to the database.
pub fn user_names(
    conn: &mut dyn Conn,
    org: i64,
    ids: impl IntoIterator<Item = Id>,
) -> Result<BTreeMap<Id, String>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(org, "app_user");
    select.columns(["id", "name_cn"]).and_where(sql::is_in(sql::col("id"), ids));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Of some rows of a table those a condition holds for, with one question to the database.
pub fn among(
    conn: &mut dyn Conn,
    (org, table): (i64, &'static str),
    ids: impl IntoIterator<Item = Id>,
    holds: impl IntoIterator<Item = Expr>,
) -> Result<BTreeSet<Id>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(ids);
    }
    let mut select = sql::from(org, table);
    select.column("id").and_where(sql::is_in(sql::col("id"), ids));
    for condition in holds {
        select.and_where(condition);
    }
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Whether an org has all of some rows.
pub fn are_there(
    conn: &mut dyn Conn,
    org: i64,
    table: &'static str,
    ids: impl IntoIterator<Item = Id>,
) -> Result<bool, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(true);
    }
    let mut select = sql::from(org, table);
    select.column("id").and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    Ok(conn.query(&select.into())?.len() == ids.len())
}

/// Code, name and English name of an org, with its three-letter and IATA codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Org {
    /// Name.
    pub name: String,
    /// English name.
    pub name_en: String,
    /// IATA code of the agent.
    pub iata_code: String,
    /// Theme colour of its public pages.
    pub theme_color: String,
}

/// The org itself.
pub fn org(conn: &mut dyn Conn, id: i64) -> Result<Org, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["name", "name_en", "iata_code", "theme_color"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(Org { name: row.get(0)?, name_en: row.get(1)?, iata_code: row.get(2)?, theme_color: row.get(3)? })
}

/// Whether an org may use a currency.
pub fn is_currency(conn: &mut dyn Conn, org: i64, code: &str) -> Result<bool, Refusal> {
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.column("code").and_where(sql::of_eq("currency", "code", code.to_owned()));
    select.and_where(sql::of_eq("currency", "active", true)).limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// The Chinese name of a currency; its code where the org knows no name of it.
pub fn currency_name(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.column("name_cn").and_where(sql::of_eq("currency", "code", code.to_owned())).limit(1);
    let name = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(name.unwrap_or_else(|| code.to_owned()))
}

/// Codes of the currencies an org may use.
pub fn currencies(conn: &mut dyn Conn, org: i64) -> Result<Vec<String>, Refusal> {
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.column("code").and_where(sql::of_eq("currency", "active", true));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The common currencies of an org, in their order; its own decision about one goes before the platform's.
pub fn common_currencies(conn: &mut dyn Conn, org: i64) -> Result<Vec<String>, Refusal> {
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select
        .column("code")
        .and_where(sql::of_eq("currency", "common", true))
        .and_where(sql::of_eq("currency", "active", true))
        .order_by("sort", Order::Asc)
        .order_by("code", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Rows of the platform and of an org, for lists of choices.
pub fn of_platform_and(org: i64, table: &'static str) -> SelectStatement {
    let mut select = sql::from_global(table);
    select.and_where(sql::of_eq(table, "org_id", org).or(sql::of_eq(table, "org_id", PLATFORM_ORG)));
    select
}
