//! A form looked at: the rules of the boxes, the order beside it, and the other bills.

use domain::switch;
use kernel::{Findings, Id, Scope};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::Conn;
use trade::bill::{
    BillForm, Completeness, Differs, Kind, ON_BOARD, against, check, clean_number, say_boxes, say_packages,
};

use crate::messages as m;
use crate::order::Order;
use crate::store::{self, Bill};
use trade::bill::messages as rules;

/// What was found.
pub(crate) struct Looked {
    /// What is wrong, worth saying, or to be asked.
    pub(crate) findings: Findings,
    /// Figures that differ from the order, which finishing asks about.
    pub(crate) differs: Vec<Differs>,
}

/// For what a form is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To be told while it is filled in.
    Told,
    /// To be kept as a draft.
    Kept,
    /// To be finished.
    Finished,
}

/// Tidies what was sent: numbers have their letters alone.
pub(crate) fn tidy(form: &mut BillForm) {
    form.number = clean_number(form.kind, &form.number);
}

/// Looks at a form beside its order and the bills the order has; `own` is the stored bill.
pub(crate) fn look(
    conn: &mut dyn Conn,
    org: i64,
    order: &Order,
    (form, own): (&BillForm, Option<Id>),
    aim: Aim,
) -> Result<Looked, Refusal> {
    let bills = store::of_order(conn, org, order.id)?;
    let finishing = aim == Aim::Finished;
    let mut findings = check(form, if finishing { Completeness::Final } else { Completeness::Draft });
    let houses = bills.iter().filter(|bill| bill.kind == Kind::Hbl && Some(bill.id) != own).count();
    let whole = form.kind == Kind::Mbl || houses == 0;
    let expected = order.expected(conn, org, form.kind, whole)?;
    let (mut beside, differs) = against(form, &expected);
    // Ports that differ are asked about when the bill is finished.
    if !finishing {
        for asked in std::mem::take(&mut beside.confirms) {
            beside.warning(asked.field, rules::PORT_DIFFERS.text());
        }
    }
    findings.absorb("", beside);
    number(conn, org, (order, form, own), &mut findings)?;
    if aim == Aim::Told {
        // A question is for a save to ask.
        findings.confirms.clear();
    }
    if finishing && form.bill_type == ON_BOARD && order.departed.is_none() {
        let allowed: bool = setting::value(conn, org, &switch::ALLOW_PRE_BOARD, Some(Scope::Se))?;
        findings.error_if(!allowed, "billType", rules::NOT_DEPARTED);
    }
    Ok(Looked { findings, differs })
}

fn number(
    conn: &mut dyn Conn,
    org: i64,
    (order, form, own): (&Order, &BillForm, Option<Id>),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let number = form.number.as_str();
    if number.is_empty() {
        return Ok(());
    }
    match form.kind {
        Kind::Hbl => {
            if store::is_taken(conn, org, number, own)? {
                findings.error("number", m::NUMBER_TAKEN.with(&[("n", number)]));
            }
        }
        Kind::Mbl => {
            let codes = store::sharing(conn, org, number, order.id)?;
            if !codes.is_empty() {
                let text = m::NUMBER_SHARED.with(&[("n", number), ("codes", &codes.join(", "))]);
                findings.confirm("number", text);
            }
        }
    }
    Ok(())
}

/// The total of a form in words: of its boxes where the order is one of full boxes, else of its packages. None as
/// long as there is nothing to count.
pub(crate) fn say(order: &Order, form: &BillForm) -> Option<String> {
    let boxes = if form.containers.is_empty() { order.planned_boxes } else { form.containers.len().try_into().ok()? };
    if order.counts_boxes() && boxes > 0 {
        return Some(say_boxes(u64::try_from(boxes).ok()?));
    }
    let pieces = form.pieces.parse().ok()?;
    Some(say_packages(pieces, &form.package_kind))
}

/// In which figures the house bills of an order differ from its master bill; nothing as long as one of both is
/// missing. Figures one of them has not are not compared.
pub(crate) fn houses_differ(bills: &[Bill]) -> Vec<String> {
    let master = bills.iter().find(|bill| bill.kind == Kind::Mbl);
    let houses: Vec<&Bill> = bills.iter().filter(|bill| bill.kind == Kind::Hbl).collect();
    let Some(master) = master.filter(|_| !houses.is_empty()) else { return Vec::new() };
    let mut what = Vec::new();
    for (name, decimals, read) in FIGURES {
        let scaled = |form: &BillForm| kernel::parse_scaled(read(form), decimals).ok();
        let sum: Option<i64> = houses.iter().map(|bill| scaled(&bill.form)).sum();
        if let (Some(sum), Some(own)) = (sum, scaled(&master.form))
            && sum != own
        {
            let show = |value| kernel::format_scaled(value, decimals, decimals);
            what.push(format!("{} / {} {name}", show(sum), show(own)));
        }
    }
    what
}

/// A figure of a bill: unit, decimals, and how it is read.
type Figure = (&'static str, u32, fn(&BillForm) -> &str);

const FIGURES: [Figure; 3] =
    [("PCS", 0, |form| &form.pieces), ("KGS", 3, |form| &form.gross_weight), ("CBM", 3, |form| &form.volume)];
