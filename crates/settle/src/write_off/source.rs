//! Where the money of a write-off comes from: held, judged, taken, and given back by the reversal.

use account::{BANK, CASH, MONEY, NOTE, OTHER};
use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::refusal::Refusal;
use trade::charge::Side;

use super::{ACCOUNT, ADVANCE, BAD_DEBT, OFFSET, PAYMENT, RECEIPT, SMALL, Source, TABLE, Wanted};
use crate::advance::{self, Advance};
use crate::fund::{self, Movement};
use crate::receipt::{self, Receipt};
use crate::{figure, request};

const BEFORE_RECEIPT: Msg =
    Msg::new("write_off.early", "核销日期不能早于收款日期", "The date can't be before that of the receipt.");
const NOT_CLAIMED: Msg = Msg::new("write_off.unclaimed", "收款未认领", "Nobody claimed the receipt yet.");
const OTHER_SIDE: Msg =
    Msg::new("write_off.advance", "该预收预付不能用于本次核销", "This advance can't be used for such a write-off.");
const FEE_OF_ACCOUNT: Msg = Msg::new(
    "write_off.fee",
    "只有直接核销账户可以填写手续费，且不能小于0",
    "Only a write-off on an account has a fee, which is not below 0.",
);
const BEYOND_RECEIPT: Msg = Msg::new(
    "write_off.receipt_beyond",
    "本次核销金额不能大于收款未核销金额",
    "No more can be settled than is open of the receipt.",
);
const BEYOND_ADVANCE: Msg = Msg::new(
    "write_off.advance_beyond",
    "本次冲抵金额不能大于余额",
    "No more can be used than is left of the advance.",
);
const NOT_ABOVE: Msg = Msg::new("write_off.money", "金额须大于0", "The amount must be greater than 0.");
/// Accounts a write-off may name directly (css.md /css_income_writeoff).
const DIRECT: &[&str] = &[CASH, BANK, NOTE, OTHER];

/// What gives the money.
pub(super) enum Giver {
    Receipt(Receipt),
    Advance(Advance),
    /// An account, and whether it holds money, so that its journal shows it.
    Account(Id, bool),
    /// Nobody: rows are settled at what they are carried at.
    Nobody,
    /// The other side of an offset, in one currency.
    Other,
}

/// A source that is held until the transaction ends.
pub(super) struct Held {
    pub method: &'static str,
    /// Currency and rate of the money; of what is carried the functional one.
    pub currency: String,
    pub rate: i64,
    pub giver: Giver,
}

impl Held {
    /// Whether rows are settled at what they are carried at, so that no rate makes a gain.
    pub(super) fn is_carried(&self) -> bool {
        matches!(self.giver, Giver::Nobody)
    }

    /// The bank fee of a receipt that is posted with this use of it.
    pub(super) fn receipt_fee(&self) -> i64 {
        if let Giver::Receipt(receipt) = &self.giver { receipt.fee_to_post() } else { 0 }
    }
}

/// Holds the source of a write-off, and finds what is wrong with it.
pub(super) fn hold(tx: &mut Tx<'_>, wanted: &Wanted, findings: &mut Findings) -> Result<Held, Refusal> {
    let received = match wanted.source {
        Source::Receipt(id) => Some(receipt::held(tx, id)?),
        _ => None,
    };
    if let Some(request) = wanted.request {
        request::hold(tx, request)?;
    }
    let direct = matches!(wanted.source, Source::Account { .. });
    findings.error_if(wanted.fee < 0 || (wanted.fee != 0 && !direct), "fee", FEE_OF_ACCOUNT);
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    let carried = |method| Held {
        method,
        currency: own.code().to_owned(),
        rate: trade::charge::exchange::ONE.raw(),
        giver: Giver::Nobody,
    };
    Ok(match (&wanted.source, received) {
        (Source::Receipt(_), Some(receipt)) => of_receipt(wanted, receipt, findings),
        (Source::Advance(id), _) => of_advance(wanted, advance::held(tx, *id)?, findings)?,
        (Source::Account { account, rate }, _) => of_account(tx, wanted, (*account, *rate), findings)?,
        (Source::Offset { one: Some((currency, rate)), .. }, _) => {
            Held { method: OFFSET, currency: currency.clone(), rate: *rate, giver: Giver::Other }
        }
        (Source::Offset { .. }, _) => carried(OFFSET),
        (Source::BadDebt, _) => carried(BAD_DEBT),
        (Source::Small | Source::Receipt(_), _) => carried(SMALL),
    })
}

fn of_receipt(wanted: &Wanted, receipt: Receipt, findings: &mut Findings) -> Held {
    findings.error_if(receipt.coop.is_none(), "receiptId", NOT_CLAIMED);
    findings.error_if(wanted.side == Side::Payable, "receiptId", OTHER_SIDE);
    let early = kernel::parse_day(&receipt.date).is_some_and(|day| wanted.date < day);
    findings.error_if(early, "date", BEFORE_RECEIPT);
    let (currency, rate) = (receipt.currency.clone(), receipt.rate);
    Held { method: RECEIPT, currency, rate, giver: Giver::Receipt(receipt) }
}

fn of_advance(wanted: &Wanted, advance: Advance, findings: &mut Findings) -> Result<Held, Refusal> {
    advance::need_in_force(&advance)?;
    let fits = advance::is_received(&advance.kind) == (wanted.side == Side::Receivable);
    findings.error_if(!fits, "advanceId", OTHER_SIDE);
    advance::need_not_before(wanted.date, &advance.date, "date", findings);
    let (currency, rate) = (advance.currency.clone(), advance.rate);
    Ok(Held { method: ADVANCE, currency, rate, giver: Giver::Advance(advance) })
}

fn of_account(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    (account, rate): (Id, Option<i64>),
    findings: &mut Findings,
) -> Result<Held, Refusal> {
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    let found = account::find(tx, org, account)?;
    let is_money = found.as_ref().is_none_or(|found| MONEY.contains(&found.account_type.as_str()));
    let currency = if is_money {
        let leaf = fund::need_account(tx, (account, true), "accountId", findings)?;
        leaf.map(|leaf| leaf.currency.code().to_owned())
    } else {
        let leaf = account::need_leaf(tx, (account, DIRECT), "accountId", findings)?;
        leaf.map(|leaf| leaf.currency_code).filter(|code| !code.is_empty())
    };
    let currency = currency.unwrap_or_else(|| own.code().to_owned());
    let rate = receipt::rate_of(tx, (&currency, rate), wanted.date)?;
    let method = if wanted.request.is_some() { PAYMENT } else { ACCOUNT };
    Ok(Held { method, currency, rate, giver: Giver::Account(account, is_money) })
}

/// Finds more than the source has.
pub(super) fn need_enough(held: &Held, money: i64, findings: &mut Findings) {
    let (open, beyond) = match &held.giver {
        Giver::Receipt(receipt) => (receipt.open, BEYOND_RECEIPT),
        Giver::Advance(advance) => (advance.open, BEYOND_ADVANCE),
        Giver::Account(..) | Giver::Nobody | Giver::Other => return,
    };
    findings.error_if(money <= 0, "money", NOT_ABOVE);
    findings.error_if(money > open, "money", beyond);
}

/// What the money of an advance and the 尾差 beside it are worth together, or the one amount of an offset: the last line takes
/// the rest of it. Of other sources each line is worth what it is at their rate.
pub(super) fn whole(tx: &mut Tx<'_>, held: &Held, (money, small): (i64, i64)) -> Result<Option<i64>, Refusal> {
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    Ok(match &held.giver {
        Giver::Advance(advance) => {
            let small = figure::worth(small, &held.currency, held.rate, own)?;
            Some(figure::sum([advance::worth(tx, advance, money)?, small])?)
        }
        Giver::Other => Some(figure::worth(money, &held.currency, held.rate, own)?),
        Giver::Receipt(_) | Giver::Account(..) | Giver::Nobody => None,
    })
}

/// What a written write-off took.
pub(super) struct Taken<'a> {
    pub id: Id,
    pub num: &'a str,
    pub money: i64,
    pub small: i64,
    pub functional: i64,
}

/// Takes the money of its source.
pub(super) fn take(tx: &mut Tx<'_>, held: &Held, wanted: &Wanted, taken: &Taken<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    match &held.giver {
        Giver::Receipt(receipt) => receipt::take_settled(tx, receipt, taken.money, held.receipt_fee()),
        Giver::Advance(advance) => {
            let small = figure::worth(taken.small, &held.currency, held.rate, own)?;
            advance::take(tx, advance, (taken.money, taken.functional - small), false)
        }
        Giver::Account(account, true) => {
            let moved = |kind, amount| Movement {
                account: *account,
                date: wanted.date,
                kind,
                number: taken.num.to_owned(),
                coop: Some(wanted.coop),
                summary: wanted.remark.clone(),
                amount,
                source: (TABLE, taken.id),
            };
            // The journal shows what the partner sent or got, and the fee beside it.
            let (kind, amount) = match wanted.side {
                Side::Receivable => (fund::RECEIPT, taken.money + wanted.fee),
                Side::Payable => (fund::PAYMENT, wanted.fee - taken.money),
            };
            fund::write(tx, &moved(kind, amount))?;
            fund::write(tx, &moved(fund::FEE, -wanted.fee))
        }
        Giver::Account(_, false) | Giver::Nobody | Giver::Other => Ok(()),
    }
}
