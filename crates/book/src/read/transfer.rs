//! Transfers between money accounts: type 9.

use charge::rate::Table;
use kernel::{Id, Instant};
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, sql};
use trade::charge::exchange::{Kind, ONE};

use super::{Ground, blank};
use crate::accounts::About;
use crate::origin::TRANSFERRED;
use crate::part::{EXCHANGE, FEE, MONEY};
use crate::posting::{Amount, Posting};

/// Transfers as they post. One with the functional currency on a side is worth that side; else each is worth its rate 通用 of
/// the day, and what differs is gain or loss.
pub(super) fn read(conn: &mut dyn Conn, ground: &Ground<'_>, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let mut select = sql::from(ground.org, TRANSFERRED);
    select
        .columns(["id", "transfer_num", "transfer_date", "from_account_id", "to_account_id"])
        .columns(["amount_out", "amount_in", "fee"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let mut named = Vec::new();
    for row in &rows {
        named.extend([row.get::<Id>(3)?, row.get::<Id>(4)?]);
    }
    let accounts = account::by_id(conn, ground.org, named)?;
    let rates = Table::of(conn, ground.org, &[])?;
    let one = |row: &Row| {
        let mut posting = blank(TRANSFERRED, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        let (from, to): (Id, Id) = (row.get(3)?, row.get(4)?);
        let (out, into, fee): (i64, i64, i64) = (row.get(5)?, row.get(6)?, row.get(7)?);
        let own = ground.purse.own.code();
        let currency = |id: Id| {
            let code = accounts.get(&id).map(|found| found.currency_code.clone());
            code.filter(|code| !code.is_empty()).unwrap_or_else(|| own.to_owned())
        };
        let (currency_out, currency_in) = (currency(from), currency(to));
        let rate = |code: &str| {
            let known = charge::rate::currency_of(code)?;
            Ok::<_, Refusal>(rates.need(known, Kind::General, Instant::start_of(posting.date))?.raw())
        };
        // The rate of the side that is not functional follows from the other one.
        let (rate_out, rate_in) = match (currency_out == own, currency_in == own) {
            (true, true) => (ONE.raw(), ONE.raw()),
            (true, false) => (ONE.raw(), quotient(out, into)),
            (false, true) => (quotient(into, out), ONE.raw()),
            (false, false) => (rate(&currency_out)?, rate(&currency_in)?),
        };
        let worth_out = if currency_in == own { into } else { ground.purse.worth(out, &currency_out, rate_out)? };
        let worth_in = if currency_out == own { out } else { ground.purse.worth(into, &currency_in, rate_in)? };
        let worth_fee = ground.purse.worth(fee, &currency_out, rate_out)?;
        posting.total = (currency_out.clone(), out);
        let about = About::default();
        let money = |debit, (currency, original, rate, functional): (&String, i64, i64, i64), account| Amount {
            part: &MONEY,
            debit,
            currency: currency.clone(),
            original,
            rate,
            functional,
            own: Some(account),
            about: about.clone(),
        };
        let gain = worth_in - worth_out;
        posting.amounts = vec![
            money(true, (&currency_in, into, rate_in, worth_in), to),
            ground.purse.own(&FEE, true, worth_fee, &about),
            money(false, (&currency_out, out + fee, rate_out, worth_out + worth_fee), from),
            ground.purse.own(&EXCHANGE, gain < 0, gain.abs(), &about),
        ];
        Ok(posting)
    };
    rows.iter().map(one).collect()
}

/// A rate in millionths by two amounts, rounded half up.
fn quotient(functional: i64, foreign: i64) -> i64 {
    if foreign == 0 {
        return ONE.raw();
    }
    let (above, below) = (i128::from(functional) * i128::from(ONE.raw()), i128::from(foreign));
    i64::try_from((above * 2 + below) / (below * 2)).unwrap_or(ONE.raw())
}

#[cfg(test)]
mod tests {
    use super::quotient;

    #[test]
    fn a_rate_follows_from_both_amounts() {
        assert_eq!(quotient(7_050_000, 1_000_000), 7_050_000);
        assert_eq!(quotient(1_000, 3_000), 333_333);
        assert_eq!(quotient(2_000, 3_000), 666_667, "rounded half up");
        assert_eq!(quotient(1, 0), 1_000_000, "of nothing none follows");
    }
}
