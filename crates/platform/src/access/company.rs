//! Whether a company may work: audited, not stopped, within its contract, and its contract party neither on the black
//! list of the platform nor locked by it.

use kernel::Instant;
use sea_query::{Condition, Expr, ExprTrait, JoinType, SelectStatement};

use crate::PLATFORM_ORG;
use crate::refusal::Refusal;
use crate::store::Row;
use crate::store::sql::{self, of, of_eq};

/// Name of the contract party in statements about companies.
const PARTY: &str = "contract_party";
/// Audit of a company that was let in.
pub(super) const AUDITED: &str = "已审核";
/// List mark of a partner nobody does business with.
const BLACK: &str = "黑名单";

/// What bars the company of a contract party.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// The party is on the black list.
    Black,
    /// Some business with the party is locked.
    Locked,
}

/// The columns [`Bar::of`] reads, of a statement with [`join_party`].
pub const PARTY_COLUMNS: [(&str, &str); 2] = [(PARTY, "list_mark"), (PARTY, "locked_scopes")];

/// Joins the contract party of `org`: a partner of the platform's, if there is one.
pub fn join_party(select: &mut SelectStatement) -> &mut SelectStatement {
    let on = Condition::all()
        // No value of the statement: the one that finds sessions has its text built once.
        .add(of(PARTY, "org_id").eq(Expr::cust(PLATFORM_ORG.to_string())))
        .add(of(PARTY, "id").equals(("org", "contract_party_id")));
    select.join_as(JoinType::LeftJoin, "coop", PARTY, on)
}

impl Bar {
    /// Of the party's list mark and its locked scopes, which stand in a row from this place on.
    pub fn of(row: &Row, place: usize) -> Result<Option<Self>, Refusal> {
        let (mark, locked): (String, String) = (row.get(place)?, row.get(place + 1)?);
        Ok(match (mark.as_str(), locked.is_empty()) {
            (BLACK, _) => Some(Self::Black),
            (_, false) => Some(Self::Locked),
            _ => None,
        })
    }
}

/// The companies (`org`) that may work at a moment.
pub fn may_work(now: Instant) -> Condition {
    let mut barred = sql::from(PLATFORM_ORG, "coop");
    barred
        .expr(Expr::cust("1"))
        .and_where(of("coop", "id").equals(("org", "contract_party_id")))
        .and_where(of_eq("coop", "list_mark", BLACK).or(of("coop", "locked_scopes").ne(Expr::val(""))));
    sql::all_of([
        of_eq("org", "status", true),
        of_eq("org", "audit_status", AUDITED),
        of("org", "stop_at").gt(sql::value(now.millis())),
        Expr::exists(barred).not(),
    ])
}
