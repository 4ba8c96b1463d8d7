//! Documents read as they post, by their tables.

mod advance;
mod expense;
mod invoice;
mod locked;
mod refund;
mod transfer;
mod write_off;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id, parse_day};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};

use crate::accounts::About;
use crate::origin::{self, Origin};
use crate::part::{FEE, MONEY};
use crate::posting::{Amount, Posting, Purse};
use crate::{ADVANCE_IN, Rule, Source};

/// What readers share: the company, its rule and its currency.
struct Ground<'a> {
    org: i64,
    rule: &'a Rule,
    purse: Purse,
}

/// Documents as they post, by their ids; those that are no more are left out.
pub fn postings(
    conn: &mut dyn Conn,
    org: i64,
    (rule, origin): (&Rule, &Origin),
    ids: &[Id],
) -> Result<Vec<Posting>, Refusal> {
    let ground = Ground { org, rule, purse: Purse { own: charge::rate::functional(conn, org)? } };
    let mut all = Vec::with_capacity(ids.len());
    for some in ids.chunks(500) {
        all.extend(match origin.table {
            origin::INVOICE => invoice::read(conn, &ground, origin, some)?,
            origin::CHARGE => locked::read(conn, &ground, origin, some)?,
            origin::WRITE_OFF => write_off::read(conn, &ground, origin, some)?,
            origin::OFFSETTING => write_off::offsets(conn, &ground, some)?,
            origin::REPORT => expense::reports(conn, &ground, some)?,
            origin::ADVANCE => advance::read(conn, &ground, origin, some)?,
            origin::MOVEMENT if *origin == origin::REPORTS_PAID => expense::reports_paid(conn, &ground, some)?,
            origin::MOVEMENT if *origin == origin::OTHER_REQUESTS => expense::payments(conn, &ground, some)?,
            origin::MOVEMENT => refund::read(conn, &ground, origin.kind == ADVANCE_IN, some)?,
            origin::TRANSFERRED => transfer::read(conn, &ground, some)?,
            _ => Vec::new(),
        });
    }
    let order: BTreeMap<Id, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    all.sort_by_key(|posting| order.get(&posting.source.id).copied());
    Ok(all)
}

/// What voucher summaries and rules know of partners.
struct Coop {
    name: String,
    internal: bool,
}

fn coops(conn: &mut dyn Conn, org: i64, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, Coop>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    let mut select = sql::from(org, "coop");
    select.columns(["id", "coop_name", "bound_org_id"]).and_where(sql::is_in(sql::col("id"), ids));
    let read =
        |row: &Row| Ok((row.get(0)?, Coop { name: row.get(1)?, internal: row.get::<Option<i64>>(2)?.is_some() }));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// A document before its amounts are known.
fn blank(table: &'static str, id: Id, number: String, date: &str) -> Result<Posting, Refusal> {
    Ok(Posting {
        source: Source { table, id, number },
        date: day(date)?,
        coop: None,
        user: None,
        dept: None,
        coop_name: String::new(),
        invoice_num: String::new(),
        order_code: String::new(),
        attachments: 0,
        total: (String::new(), 0),
        amounts: Vec::new(),
    })
}

/// A bank fee and the account it left.
fn fee_of(
    ground: &Ground<'_>,
    (raw, account): (i64, Option<Id>),
    (currency, rate): (&str, i64),
    about: &About,
) -> Result<[Amount; 2], Refusal> {
    let functional = ground.purse.worth(raw, currency, rate)?;
    let went = Amount {
        part: &MONEY,
        debit: false,
        currency: currency.to_owned(),
        original: raw,
        rate,
        functional,
        own: account,
        about: about.clone(),
    };
    Ok([ground.purse.own(&FEE, true, functional, about), went])
}

fn day(text: &str) -> Result<Day, Refusal> {
    parse_day(text).ok_or_else(|| Refusal::broken(format!("the date {text} of a document")))
}

/// Names the partner of a document, and answers what rules ask of it.
fn told(posting: &mut Posting, coops: &BTreeMap<Id, Coop>, scope: &str) -> About {
    let coop = posting.coop.and_then(|id| coops.get(&id));
    posting.coop_name = coop.map(|coop| coop.name.clone()).unwrap_or_default();
    About {
        scope: if scope == "ZH" { String::new() } else { scope.to_owned() },
        category: String::new(),
        internal: coop.is_some_and(|coop| coop.internal),
    }
}
