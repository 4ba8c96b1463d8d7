//! Charges of an order that is split (catalogue css.md 0.16): what holds a line keeps it on the order, every other line is
//! shared by charge weight, and the shares add up to it.

use trade::charge::share::share;
use trade::charge::{Currency, Fault, Money};
use trade::division::divide;

use crate::line::{Line, Source};

/// Whether a line is shared: it counts, and nothing holds it.
pub fn is_shared(line: &Line) -> bool {
    line.counts() && !line.is_held()
}

/// The lines of the parts of an order, of those that are shared, by the charge weights of the parts; the order itself stands
/// first, keeps its rows and takes what rounding leaves. A share of nothing is no line of a new order. Amounts are fixed:
/// a card, or the basis, says them no more. Every other figure is to be made anew.
pub fn shared(lines: &[Line], weights: &[i64]) -> Result<Vec<Vec<Line>>, Fault> {
    let mut parts: Vec<Vec<Line>> = weights.iter().map(|_| Vec::new()).collect();
    // The last share takes the rest.
    let turned: Vec<i64> = weights.iter().skip(1).chain(weights.first()).copied().collect();
    for line in lines.iter().filter(|line| is_shared(line)) {
        let Some((currency, amount)) = Currency::named(&line.charge.currency_code).zip(line.charge.amount) else {
            continue;
        };
        let amounts = share(Money::of_thousandths(amount, currency)?, &turned)?;
        let typed = line.charge.quantity.filter(|_| line.charge.quantity_typed);
        let quantities = typed.map(|whole| divide(whole, &turned, 1));
        for (place, own) in amounts.into_iter().enumerate() {
            // The order itself was turned to the end.
            let part = if place + 1 == weights.len() { 0 } else { place + 1 };
            let mut made = part_of(line, part > 0);
            made.charge.amount = Some(own.thousandths()?);
            if let Some(quantity) = quantities.as_ref().and_then(|all| all.get(place)) {
                made.charge.quantity = Some(*quantity);
            }
            if let Some(lines) = parts.get_mut(part).filter(|_| part == 0 || !own.is_zero()) {
                lines.push(made);
            }
        }
    }
    Ok(parts)
}

/// A line with a fixed amount: of the order as it is there, or a row of a new one.
fn part_of(line: &Line, is_new: bool) -> Line {
    let mut made = if is_new {
        let fresh = Line::new(line.side, Source::Split);
        let (source, state) = (fresh.charge.source.clone(), fresh.charge.state.clone());
        // What it is passed on by is a line of the other order.
        let (linked_charge_id, cost_rejected) = (None, String::new());
        let charge = crate::line::Charge { source, state, linked_charge_id, cost_rejected, ..line.charge.clone() };
        Line { charge, ..fresh }
    } else {
        line.clone()
    };
    made.derives = true;
    let charge = &mut made.charge;
    charge.amount_fixed = true;
    charge.card_id = None;
    for made_by in [&mut charge.tag, &mut charge.cut] {
        made_by.clear();
    }
    made
}

#[cfg(test)]
mod tests {
    use kernel::Id;
    use trade::charge::Side;

    use super::*;
    use crate::line::Charge;

    fn line(id: i64, amount: i64, more: impl FnOnce(&mut Charge)) -> Line {
        let mut line = Line::new(Side::Receivable, Source::Rated);
        line.id = Some(Id(id));
        let charge = &mut line.charge;
        (charge.currency_code, charge.amount, charge.card_id) = ("CNY".to_owned(), Some(amount), Some(Id(7)));
        more(charge);
        line
    }

    fn amounts(parts: &[Vec<Line>]) -> Vec<Vec<i64>> {
        let own = |lines: &Vec<Line>| lines.iter().filter_map(|line| line.charge.amount).collect();
        parts.iter().map(own).collect()
    }

    #[test]
    fn new_orders_get_their_shares_and_the_order_the_rest() {
        // 600, 400 and 400 kilograms: 100.00 is 42.86, 28.57 and 28.57.
        let parts = shared(&[line(1, 100_000, |_| ())], &[600, 400, 400]).expect("shares");
        assert_eq!(amounts(&parts), [[42_860], [28_570], [28_570]]);
        let of = |part: usize| &parts[part][0];
        assert_eq!((of(0).id, of(0).charge.source.as_str()), (Some(Id(1)), "RATED"), "the row stays");
        assert_eq!((of(1).id, of(1).charge.source.as_str()), (None, "SPLIT"));
        assert!(parts.iter().flatten().all(|line| line.charge.amount_fixed && line.charge.card_id.is_none()));
    }

    #[test]
    fn what_a_cost_is_passed_on_by_stays_behind() {
        let parts = shared(&[line(1, 100, |charge| charge.linked_charge_id = Some(Id(9)))], &[1, 1]).expect("shares");
        let links = [0, 1].map(|part: usize| parts[part][0].charge.linked_charge_id);
        assert_eq!(links, [Some(Id(9)), None]);
    }

    #[test]
    fn what_is_held_or_counts_nowhere_is_no_part_of_it() {
        let held = line(1, 100, |charge| charge.financial_date = "2026-07-14".to_owned());
        let waits = line(2, 100, |charge| charge.state = crate::line::PENDING.to_owned());
        assert_eq!(amounts(&shared(&[held, waits], &[1, 1]).expect("shares")), [Vec::<i64>::new(), Vec::new()]);
    }

    #[test]
    fn a_share_of_nothing_is_a_line_of_the_order_alone() {
        let parts = shared(&[line(1, 10, |_| ()), line(2, 0, |_| ())], &[9, 1]).expect("shares");
        assert_eq!(amounts(&parts), [vec![10, 0], vec![]]);
    }

    #[test]
    fn a_quantity_that_was_typed_is_divided_too() {
        let typed = line(1, 300_000, |charge| (charge.quantity, charge.quantity_typed) = (Some(30_001), true));
        let parts = shared(&[typed], &[2, 1]).expect("shares");
        let quantities: Vec<_> = parts.iter().flatten().map(|line| line.charge.quantity).collect();
        assert_eq!(quantities, [Some(20_001), Some(10_000)], "in ten-thousandths");
    }

    #[test]
    fn sums_stay_exact_whatever_is_shared() {
        let mut seed = 20_261_126u64;
        let mut dice = |sides: i64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(seed >> 33).unwrap_or_default() % sides
        };
        for _ in 0..10_000 {
            let weights: Vec<i64> = (0..2 + dice(9)).map(|_| 1 + dice(1_000_000)).collect();
            let whole = (dice(2_000_000) - 1_000_000) * 10;
            let parts = shared(&[line(1, whole, |_| ())], &weights).expect("shares");
            assert_eq!(parts.iter().flatten().filter_map(|line| line.charge.amount).sum::<i64>(), whole);
            assert_eq!(parts[0].len(), 1, "the order keeps its row");
        }
    }

    #[test]
    fn nothing_is_shared_by_weights_of_nothing() {
        assert_eq!(shared(&[line(1, 100, |_| ())], &[0, 0]).map(|_| ()), Err(Fault::NoWeight));
    }
}
