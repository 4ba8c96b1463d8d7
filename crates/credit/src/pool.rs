//! 集团共用额度 (catalogue prm.md 1.6 and 1.12): partners of several companies of a group that are one partner to the group. What
//! they owe counts together against one limit, that of the company the partner was shared by, its source.
//!
//! A pool is read of the shares that were accepted. Who left the group, or keeps its books in another functional currency,
//! stands outside of it.

use std::collections::BTreeMap;

use charge::{credit_due, rate};
use kernel::{Day, Id};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::setting;
use platform::store::{Conn, sql};

use crate::open::{self, NET};

const SHARE: &str = "coop_share";
const ACCEPTED: &str = "ACCEPTED";
/// The side of a share in the company that gives, and in the one that receives.
const OUT: &str = "OUT";
const IN: &str = "IN";

/// A partner of one of the companies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The company.
    pub org: i64,
    /// Its name.
    pub company: String,
    /// The partner there.
    pub coop: Id,
}

/// Partners that share a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// Whose limit it is.
    pub source: Member,
    /// Those it was shared with.
    pub receivers: Vec<Member>,
}

impl Pool {
    /// Whether a partner is the one whose limit it is.
    pub fn is_source(&self, org: i64, coop: Id) -> bool {
        (self.source.org, self.source.coop) == (org, coop)
    }

    /// All partners, the source first.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        std::iter::once(&self.source).chain(&self.receivers)
    }

    /// All but one of them.
    pub fn others(&self, org: i64, coop: Id) -> impl Iterator<Item = &Member> {
        self.members().filter(move |member| (member.org, member.coop) != (org, coop))
    }

    /// Names of the companies of the others; one that shares the limit is told who lends it, and not who else shares it.
    pub(crate) fn companies(&self, org: i64, coop: Id) -> String {
        let sees_all = self.is_source(org, coop);
        let named = self.others(org, coop).filter(|member| sees_all || *member == &self.source);
        named.map(|member| member.company.as_str()).collect::<Vec<_>>().join("、")
    }
}

/// A company, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Company {
    /// Its name.
    pub name: String,
    /// The head of its group.
    pub group: Option<i64>,
    /// The currency of its books.
    pub currency: String,
}

impl Company {
    /// A company by its id.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from_global("org");
        select.columns(["name", "group_id"]).and_where(sql::eq("id", org));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let currency = rate::functional(conn, org)?.code().to_owned();
        Ok(Self { name: row.get(0)?, group: row.get(1)?, currency })
    }

    /// Whether two companies are of one group.
    pub fn is_kin(&self, other: &Self) -> bool {
        self.group.is_some() && self.group == other.group
    }
}

/// The pool of a partner, if it shares a limit.
pub fn of(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<Pool>, Refusal> {
    Ok(of_coops(conn, org, &[coop])?.remove(&coop))
}

/// The pools of those partners that share a limit.
pub fn of_coops(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Pool>, Refusal> {
    let mut select = lending(org);
    select
        .columns(["coop_id", "uuid", "direction", "peer_org_id"])
        .and_where(sql::is_in(sql::col("coop_id"), coops.iter().copied()));
    let mut sources: BTreeMap<Id, (i64, Id)> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (coop, uuid, direction, peer): (Id, String, String, i64) =
            (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let source = if direction == OUT { Some((org, coop)) } else { side(conn, peer, (&uuid, OUT))? };
        sources.extend(source.map(|source| (coop, source)));
    }
    let mut pools = BTreeMap::new();
    for (coop, source) in sources {
        let pool = around(conn, source)?.filter(|pool| pool.members().any(|one| (one.org, one.coop) == (org, coop)));
        pools.extend(pool.map(|pool| (coop, pool)));
    }
    Ok(pools)
}

/// Shares of a company that lend or borrow a limit, in their order.
fn lending(org: i64) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, SHARE);
    select
        .and_where(sql::eq("state", ACCEPTED.to_owned()))
        // In the words of its index.
        .and_where(Expr::cust("shares_credit"))
        .order_by("id", Order::Asc);
    select
}

/// The partner on one side of a share.
fn side(conn: &mut dyn Conn, org: i64, (uuid, direction): (&str, &str)) -> Result<Option<(i64, Id)>, Refusal> {
    let mut select = lending(org);
    select
        .column("coop_id")
        .and_where(sql::eq("uuid", uuid.to_owned()))
        .and_where(sql::eq("direction", direction.to_owned()));
    let coop = conn.first(&select.into())?.map(|row| row.get::<Option<Id>>(0)).transpose()?.flatten();
    Ok(coop.map(|coop| (org, coop)))
}

/// The pool around a source.
fn around(conn: &mut dyn Conn, (org, coop): (i64, Id)) -> Result<Option<Pool>, Refusal> {
    let own = Company::of(conn, org)?;
    let mut given = lending(org);
    given
        .columns(["uuid", "peer_org_id"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("direction", OUT.to_owned()));
    let mut receivers: Vec<Member> = Vec::new();
    for row in conn.query(&given.into())? {
        let (uuid, peer): (String, i64) = (row.get(0)?, row.get(1)?);
        let company = Company::of(conn, peer)?;
        if !own.is_kin(&company) || own.currency != company.currency {
            continue;
        }
        if let Some((org, coop)) = side(conn, peer, (&uuid, IN))? {
            receivers.push(Member { org, company: company.name, coop });
        }
    }
    let source = Member { org, company: own.name, coop };
    Ok((!receivers.is_empty()).then_some(Pool { source, receivers }))
}

/// What a member owes on a day, as its own company counts it.
pub fn exposure(conn: &mut dyn Conn, member: &Member, day: Day) -> Result<i64, Refusal> {
    let net: bool = setting::value(conn, member.org, &NET, None)?;
    Ok(open::exposure(conn, member.org, member.coop, day)?.exposure(net))
}

/// The figures of partners of a pool are to be reckoned anew, each in its company.
pub fn due<'a>(tx: &mut Tx<'_>, members: impl IntoIterator<Item = &'a Member>) -> Result<(), Refusal> {
    members.into_iter().try_for_each(|member| credit_due::coops_of(tx, member.org, [member.coop]))
}
