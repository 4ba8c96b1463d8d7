//! 公司抬头: the company's accounts of HRS that bills ask to be paid to, and whose titles stand above them.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use platform::field::tail;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, sql};

const TABLE: &str = "org_bank";

const NO_BANK: Msg = Msg::new("debit_note.bank", "请选择公司抬头", "Choose an account of the company.");
const BANK_GONE: Msg =
    Msg::new("debit_note.bank_gone", "公司抬头不存在或已停用", "The account is not there or is stopped.");

/// An account in use.
#[derive(Debug, Clone)]
struct Bank {
    id: Id,
    currency: String,
    /// Codes with commas between; none for every scope.
    scopes: String,
    is_default: bool,
}

/// The accounts of a company that are in use.
#[derive(Debug, Clone, Default)]
pub(crate) struct Banks(Vec<Bank>);

impl Banks {
    /// All of them.
    pub(crate) fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(["id", "currency", "scopes", "is_default"])
            .and_where(sql::eq("active", true))
            .order_by("id", Order::Asc);
        let read = |row: &Row| {
            let scopes = row.get::<Option<String>>(2)?.unwrap_or_default();
            Ok(Bank { id: row.get(0)?, currency: row.get(1)?, scopes, is_default: row.get(3)? })
        };
        Ok(Self(conn.query(&select.into())?.iter().map(read).collect::<Result<_, Refusal>>()?))
    }

    /// Whether the company has none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an account is among them.
    pub(crate) fn has(&self, id: Id) -> bool {
        self.0.iter().any(|bank| bank.id == id)
    }

    /// Finds what is wrong with the account of a bill; one that is stopped may stay where it stood.
    pub(crate) fn check(&self, chosen: Option<Id>, is_new: bool, findings: &mut Findings) {
        match chosen {
            Some(bank) => findings.error_if(is_new && !self.has(bank), "bankId", BANK_GONE),
            None => findings.error_if(!self.is_empty(), "bankId", NO_BANK),
        }
    }

    /// The account of a currency and a scope where nobody chooses: the default one of the currency, else the first that is
    /// for the scope; without one of the currency that of the functional one.
    pub(crate) fn default_of(&self, currency: &str, scope: &str, own: &str) -> Option<Id> {
        let of = |currency: &str| {
            let fits = |bank: &&Bank| {
                bank.currency == currency && (bank.scopes.is_empty() || bank.scopes.split(',').any(|one| one == scope))
            };
            let fitting: Vec<&Bank> = self.0.iter().filter(fits).collect();
            fitting.iter().find(|bank| bank.is_default).or(fitting.first()).map(|bank| bank.id)
        };
        of(currency).or_else(|| of(own))
    }
}

/// What accounts are called: the bank, the end of the number, and the currency.
pub(crate) fn labels(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "bank_cn", "account", "currency"]).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    let read = |row: &Row| {
        let (bank, account, currency): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        Ok((row.get(0)?, format!("{bank} {} {currency}", tail(&account))))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}
