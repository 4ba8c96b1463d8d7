//! 批量生成: one payment for each partner and currency of the costs that were chosen.

use charge::ledger::money_text;
use charge::rate;
use kernel::{Day, Findings, Id, grouped, parse_day, parse_scaled};
use platform::call::{Call, Outcome, Tx};
use platform::import::messages::TOO_MANY_ROWS;
use platform::page::{Said, Told};
use platform::refusal::{Refusal, messages};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use settle::payment;

use super::{PATH, data, need_split};
use crate::cost::Cost;
use crate::making::{Ask, Chosen, Head, chosen, hold, log_made, look};
use crate::payment::PARTS_MAX;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PartAsked {
    charge_id: String,
    #[serde(default)]
    amount: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    /// Names the attempt; read at the door.
    #[serde(rename = "requestId")]
    _request_id: String,
    #[serde(rename = "confirmed")]
    _confirmed: Vec<String>,
    /// Costs of which all that is left is taken.
    ids: Vec<String>,
    /// Costs with what is taken of each.
    parts: Vec<PartAsked>,
    /// Today where nobody says it.
    payment_date: String,
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Asked {
    fn date(&self, today: Day) -> Result<Day, Refusal> {
        if self.payment_date.is_empty() {
            return Ok(today);
        }
        parse_day(&self.payment_date).ok_or_else(|| bad("paymentDate"))
    }

    fn asks(&self) -> Result<Vec<Ask>, Refusal> {
        if self.ids.len() + self.parts.len() > PARTS_MAX {
            return Err(Refusal::Business(TOO_MANY_ROWS.with(&[("n", &PARTS_MAX.to_string())])));
        }
        let whole = self.ids.iter().map(|id| Ok((id.parse().map(Id).map_err(|_| bad("ids"))?, None)));
        let parts = self.parts.iter().map(|part| {
            let amount = part.amount.as_deref().filter(|text| !text.is_empty());
            let amount = amount.map(|text| parse_scaled(text, 3).map_err(|_| bad("parts")));
            Ok((part.charge_id.parse().map(Id).map_err(|_| bad("parts"))?, amount.transpose()?))
        });
        whole.chain(parts).collect()
    }
}

/// POST /css/payment/batchSave of chosen costs.
pub(super) fn save(call: &mut Call) -> Outcome {
    need_split(call)?;
    let asked: Asked = call.json()?;
    let asks = asked.asks()?;
    let date = asked.date(call.now().day())?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let chosen = chosen(tx, actor, &asks)?;
        hold(tx, &chosen, [])?;
        let costs: Vec<&Cost> = chosen.iter().map(|one| &one.cost).collect();
        let mut findings = Findings::new();
        look(tx, org, &costs, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let mut made = Vec::new();
        for group in groups(chosen) {
            let Some(first) = group.first().map(|one| &one.cost) else { continue };
            let head = Head {
                coop: first.coop,
                currency: first.currency.clone(),
                date,
                rate: None,
                supplier_bill: String::new(),
                remark: String::new(),
            };
            made.push(one(tx, &head, (&group, &first.supplier))?);
        }
        if made.is_empty() {
            return Err(Refusal::business(crate::making::CHANGED));
        }
        Ok(made)
    })
    .and_then(|made| data(told(&made)))
}

/// What was chosen by partner and currency, in the order it was chosen.
fn groups(chosen: Vec<Chosen>) -> Vec<Vec<Chosen>> {
    let mut groups: Vec<Vec<Chosen>> = Vec::new();
    for one in chosen {
        let same = |group: &&mut Vec<Chosen>| {
            group
                .first()
                .is_some_and(|first| (first.cost.coop, &first.cost.currency) == (one.cost.coop, &one.cost.currency))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// A payment that was made.
struct Made {
    id: Id,
    num: String,
    supplier: String,
    currency: String,
    amount: String,
    lines: usize,
}

fn one(tx: &mut Tx<'_>, head: &Head, (group, supplier): (&[Chosen], &str)) -> Result<Made, Refusal> {
    let (id, num) = payment::make(tx, &head.wanted(group))?;
    log_made(tx, (id, &num), PATH, "批量生成对账单")?;
    let sum = group.iter().map(|one| one.amount).sum();
    Ok(Made {
        id,
        num,
        supplier: supplier.to_owned(),
        currency: head.currency.clone(),
        amount: money_text(sum, rate::currency_of(&head.currency)?),
        lines: group.len(),
    })
}

/// The payments, and the same as a dialog shows them.
fn told(made: &[Made]) -> Json {
    let columns = [
        ("paymentNum", ("对账单编号", "Number"), false),
        ("customerName", ("供应商", "Supplier"), false),
        ("lines", ("行数", "Lines"), true),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("金额", "Amount"), true),
    ];
    let row = |one: &Made| -> Vec<Said> {
        let lines = one.lines.to_string();
        [&one.num, &one.supplier, &lines, &one.currency, &grouped(&one.amount)].into_iter().map(Said::from).collect()
    };
    let title = ("已生成对账单", "Payments that were made");
    let shown = Told::default().table(title, &columns, made.iter().map(row).collect());
    let payments = made.iter().map(|one| {
        json!({
            "id": one.id, "paymentNum": one.num, "customerName": one.supplier, "currency": one.currency,
            "amount": one.amount,
        })
    });
    json!({ "payments": payments.collect::<Vec<_>>(), "told": shown.json() })
}
