//! 对账调整: a line that makes our cost of an order what its supplier wants. On a locked order it is an adjusting charge.

use std::collections::BTreeSet;

use charge::entry::Ground;
use charge::item;
use charge::line::Source;
use kernel::{Id, Msg, Text};
use orderdesk::costs::{self, Wanted, Way};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

use super::kept::Kept;

const DID: &str = "对账调整";

const COST_DONE: Msg =
    Msg::new("payment_batch.done", "成本已完成，费用不可修改", "Cost is done; its charges can't be changed.");
const NO_ITEM: Msg = Msg::new(
    "payment_batch.item",
    "调整项目不用于该订单的业务范畴",
    "The item of adjustments is none of the scope of the order.",
);

/// What all lines of a file are checked against: read once.
pub(super) struct Adjuster<'a> {
    kept: &'a Kept,
    ground: Ground,
    /// The item of adjustments in each scope: those of one code.
    items: Vec<(String, Id)>,
}

impl<'a> Adjuster<'a> {
    pub fn of(conn: &mut dyn Conn, org: i64, kept: &'a Kept) -> Result<Self, Refusal> {
        let mut items = Vec::new();
        if let Some(id) = kept.adjust_item {
            let mut code = sql::from(org, item::TABLE);
            code.column("service_code").and_where(sql::eq("id", id));
            let code: String = conn.first(&code.into())?.ok_or(Refusal::NotFound)?.get(0)?;
            let mut same = sql::from(org, item::TABLE);
            same.columns(["business_scope", "id"]).and_where(sql::eq("service_code", code));
            for row in conn.query(&same.into())? {
                let found: (String, Id) = (row.get(0)?, row.get(1)?);
                // The chosen one itself goes before another of its scope.
                if found.1 == Id(id) { items.insert(0, found) } else { items.push(found) }
            }
        }
        Ok(Self { kept, ground: Ground::of(conn, org)?, items })
    }

    /// Adds a line of an amount to an order whose charges are held, of which some costs are taken in the same breath.
    /// Answers the new charge, or why it can't be added.
    pub fn add(
        &self,
        tx: &mut Tx<'_>,
        (order, scope): (Id, &str),
        amount: i64,
        taken: &BTreeSet<Id>,
    ) -> Result<Result<Id, Text>, Refusal> {
        let Some((_, item)) = self.items.iter().find(|(known, _)| known == scope) else {
            return Ok(Err(NO_ITEM.text()));
        };
        let money = (self.kept.currency.as_str(), self.kept.rate);
        let line = costs::once(Source::Reconciled, (*item, Id(self.kept.coop)), money, amount);
        let wanted = Wanted { fresh: vec![line], held: taken.clone(), ..Wanted::default() };
        let text = format!("{DID}（{}）", self.kept.supplier_bill);
        let way = Way {
            ground: &self.ground,
            day: self.kept.financial_date(),
            after_finish: self.kept.after_finish,
            done: COST_DONE,
            did: DID,
            told: text.trim_end_matches("（）"),
            reason: DID,
        };
        match costs::agree(tx, (order, scope), &wanted, &way)? {
            Err(why) => Ok(Err(why)),
            Ok(made) => {
                let fresh = made.fresh.first().copied();
                fresh.map(Ok).ok_or_else(|| Refusal::broken("the line that was added is gone"))
            }
        }
    }
}
