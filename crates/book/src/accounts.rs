//! Which account an amount goes to: what the rule of the company says of its type, scope, category and partner, else the first
//! valid leaf of the type of account.

use account::{Found, SUB_ACCOUNTS};
use kernel::{Id, Msg};
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, sql};

use crate::KINDS;
use crate::part::Part;

/// Table of what a rule says of accounts.
pub const RULE_ENTRY: &str = "voucher_rule_entry";

/// A partner that is a company of the platform itself.
pub const INTERNAL: &str = "INTERNAL";
/// Any other one.
pub const EXTERNAL: &str = "EXTERNAL";
/// Partners an entry of a rule is for.
pub const PARTNERS: &[Choice] =
    &[Choice::new(INTERNAL, "内部单位", "Internal"), Choice::new(EXTERNAL, "外部单位", "External")];

const NO_ACCOUNT: Msg =
    Msg::new("book.no_account", "凭证规则缺少科目：{kind} {entry}", "The voucher rule has no account: {kind} {entry}.");

/// What an amount is about, as far as rules ask.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct About {
    /// Scope of its orders.
    pub scope: String,
    /// Category of its charges.
    pub category: String,
    /// Whether the partner is internal.
    pub internal: bool,
}

/// One line of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Said {
    kind: String,
    part: String,
    scope: Option<String>,
    category: Option<String>,
    partner: Option<String>,
    account: Id,
    kept_by: Option<String>,
}

impl Said {
    /// How many conditions hold; none where one does not.
    fn fits(&self, kind: &str, part: &Part, about: &About) -> Option<usize> {
        let partner = if about.internal { INTERNAL } else { EXTERNAL };
        let asked = [(&self.scope, about.scope.as_str()), (&self.category, &about.category), (&self.partner, partner)];
        let holds = |(wanted, is): &(&Option<String>, &str)| wanted.as_ref().is_none_or(|wanted| wanted == is);
        let same = self.kind == kind && self.part == part.code && asked.iter().all(holds);
        same.then(|| asked.iter().filter(|(wanted, _)| wanted.is_some()).count())
    }
}

/// The accounts of a company, with what its rule says.
pub struct Accounts {
    said: Vec<Said>,
    leaves: Vec<Found>,
}

/// Where an amount goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The account.
    pub account: Id,
    /// What the entry is kept by: one of [`account::SUBSIDIARIES`], or nothing.
    pub kept_by: String,
}

impl Accounts {
    /// Those of a company.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from(org, RULE_ENTRY);
        select
            .columns(["kind", "part", "business_scope", "category", "partner", "account_id", "subsidiary"])
            .order_by("line", Order::Asc);
        let read = |row: &Row| {
            Ok(Said {
                kind: row.get(0)?,
                part: row.get(1)?,
                scope: row.get(2)?,
                category: row.get(3)?,
                partner: row.get(4)?,
                account: row.get(5)?,
                kept_by: row.get(6)?,
            })
        };
        let said = conn.query(&select.into())?.iter().map(read).collect::<Result<_, Refusal>>()?;
        Ok(Self { said, leaves: account::leaves(conn, org, &[])? })
    }

    /// The account an amount goes to; `own` is the one its document names, which a rule may replace. The most particular line
    /// of the rule holds, of several alike the first.
    pub fn place(&self, kind: &str, part: &Part, about: &About, own: Option<Id>) -> Result<Place, Refusal> {
        let mut best: Option<(usize, &Said)> = None;
        for said in &self.said {
            let Some(held) = said.fits(kind, part, about) else { continue };
            if best.is_none_or(|(most, _)| held > most) {
                best = Some((held, said));
            }
        }
        let said = best.map(|(_, said)| said);
        let account = said.map(|said| said.account).or(own).or_else(|| self.usual(part, about));
        let account = account.ok_or_else(|| missing(kind, part))?;
        let kept_by = said.and_then(|said| said.kept_by.clone()).unwrap_or_else(|| self.kept_by(part, account));
        Ok(Place { account, kept_by })
    }

    /// The first valid leaf of the type that is for the scope.
    fn usual(&self, part: &Part, about: &About) -> Option<Id> {
        let of_type = |found: &&Found| !part.account_type.is_empty() && found.account_type == part.account_type;
        let fits = |found: &&Found| about.scope.is_empty() || found.is_for(&about.scope);
        self.leaves.iter().filter(of_type).find(fits).map(|found| found.id)
    }

    fn kept_by(&self, part: &Part, account: Id) -> String {
        if !part.kept_by.is_empty() {
            return part.kept_by.to_owned();
        }
        let found = self.leaves.iter().find(|found| found.id == account);
        match found {
            Some(found) if found.manage_mode == SUB_ACCOUNTS => account::BY_COOP.to_owned(),
            Some(found) => found.subsidiary.clone(),
            None => String::new(),
        }
    }

    /// Name of an account.
    pub fn label(&self, id: Id) -> String {
        self.leaves.iter().find(|found| found.id == id).map(Found::label).unwrap_or_default()
    }

    /// The account an entry goes to where no document and no condition says otherwise, as the page of the rule shows it.
    pub fn first_of(&self, part: &Part) -> Option<Id> {
        self.usual(part, &About::default())
    }
}

fn missing(kind: &str, part: &Part) -> Refusal {
    let known = KINDS.iter().find(|one| one.value == kind);
    let (zh, en) = known.map_or(("", ""), |one| (one.zh, one.en));
    Refusal::Business(NO_ACCOUNT.with_each(&[("kind", zh), ("entry", part.zh)], &[("kind", en), ("entry", part.en)]))
}
