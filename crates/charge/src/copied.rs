//! Charges of an order as those of another (catalogue css.md 0.16, 复制): what comes along, and what is left out.

use kernel::{Msg, Text};
use platform::refusal::Refusal;
use platform::store::Conn;

use crate::item::{self, ServiceItem};
use crate::line::{Charge, Line, Source};

const ITEM_STOPPED: Msg = Msg::new("charge.copy.item", "服务项目已停用", "The item is stopped");
const MADE: Msg = Msg::new(
    "charge.copy.made",
    "由签单、分摊或锁账后调整生成",
    "It was made by the sign of a route, a share or an adjustment",
);
/// What these made belongs to the order it was made for.
const OF_ONE_ORDER: [Source; 3] = [Source::Signed, Source::Shared, Source::Adjusted];
const COOP_STOPPED: Msg = Msg::new("charge.copy.coop", "往来单位已停用", "The partner is stopped");

/// A charge that is copied, or would be.
#[derive(Debug)]
pub struct Copied {
    /// As it is on the other order.
    pub line: Line,
    /// Its item, by type and name.
    pub item: String,
    /// Why it is left out.
    pub left_out: Option<Text>,
}

/// A line of another to come: never its bill, its lock, its card or its rate. What a card made follows the basis of the other
/// order; only an amount that was typed stays.
pub fn copied(line: &Line) -> Line {
    let from = &line.charge;
    let is_fixed = from.amount_fixed && from.card_id.is_none();
    let mut copy = Line::new(line.side, Source::Copied);
    copy.charge = Charge {
        service_item_id: from.service_item_id,
        coop_id: from.coop_id,
        basis: from.basis.clone(),
        container_type: from.container_type.clone(),
        currency_code: from.currency_code.clone(),
        price: from.price,
        quantity: from.quantity.filter(|_| from.quantity_typed),
        quantity_typed: from.quantity_typed,
        amount: from.amount.filter(|_| is_fixed),
        amount_fixed: is_fixed,
        tax_rate: from.tax_rate.clone(),
        amount_min: from.amount_min,
        amount_max: from.amount_max,
        digits: from.digits,
        carry: from.carry.clone(),
        note: from.note.clone(),
        inner_note: from.inner_note.clone(),
        // A template that has put it on the model does not put it on the copy once more.
        template_id: from.template_id,
        ..copy.charge
    };
    copy
}

/// The lines that count as they are on another order; those of stopped items and partners are left out.
pub fn of_lines(conn: &mut dyn Conn, org: i64, from: &[Line]) -> Result<Vec<Copied>, Refusal> {
    let items = item::by_id(conn, org, from.iter().filter_map(|line| line.charge.service_item_id))?;
    let coops = facts::coops(conn, org, from.iter().filter_map(|line| line.charge.coop_id))?;
    let each = from.iter().filter(|line| line.counts()).map(|line| {
        let item = line.charge.service_item_id.and_then(|id| items.get(&id));
        let coop = line.charge.coop_id.and_then(|id| coops.get(&id));
        let left_out = if item.is_none_or(|item| !item.active) {
            Some(ITEM_STOPPED.text())
        } else if coop.is_none_or(facts::Coop::is_stopped) {
            Some(COOP_STOPPED.text())
        } else if OF_ONE_ORDER.iter().any(|source| source.code() == line.charge.source) {
            Some(MADE.text())
        } else {
            None
        };
        Copied { line: copied(line), item: item.map(ServiceItem::full_name).unwrap_or_default(), left_out }
    });
    Ok(each.collect())
}

#[cfg(test)]
mod tests {
    use kernel::Id;
    use trade::charge::Side;

    use super::*;

    fn charged() -> Line {
        let mut line = Line::new(Side::Payable, Source::Manual);
        line.charge = Charge {
            service_item_id: Some(Id(1)),
            coop_id: Some(Id(2)),
            basis: "计费重量".to_owned(),
            currency_code: "USD".to_owned(),
            price: Some(30_000),
            quantity: Some(6_585_000),
            amount: Some(1_975_500),
            exchange_rate: Some(7_100_000),
            rate_typed: true,
            note: "x".to_owned(),
            financial_date: "2026-07-14".to_owned(),
            template_id: Some(Id(9)),
            ..line.charge
        };
        line
    }

    #[test]
    fn a_copy_has_the_terms_and_nothing_of_the_old_order() {
        let copy = copied(&charged());
        let charge = &copy.charge;
        assert_eq!((charge.service_item_id, charge.coop_id, charge.price), (Some(Id(1)), Some(Id(2)), Some(30_000)));
        assert_eq!((charge.source.as_str(), charge.note.as_str()), ("COPIED", "x"));
        assert_eq!((charge.quantity, charge.amount, charge.exchange_rate), (None, None, None));
        assert_eq!(charge.template_id, Some(Id(9)), "the template does not bring it once more");
        assert!(!charge.rate_typed && charge.financial_date.is_empty() && copy.id.is_none() && copy.derives);
        let mut typed = charged();
        typed.charge.quantity_typed = true;
        assert_eq!(copied(&typed).charge.quantity, Some(6_585_000));
    }

    #[test]
    fn an_amount_stays_that_was_typed_and_none_a_card_made() {
        let mut typed = charged();
        typed.charge.amount_fixed = true;
        let copy = copied(&typed).charge;
        assert_eq!((copy.amount, copy.amount_fixed), (Some(1_975_500), true));
        typed.charge.card_id = Some(Id(3));
        let copy = copied(&typed).charge;
        assert_eq!((copy.amount, copy.amount_fixed, copy.card_id), (None, false, None));
    }
}
