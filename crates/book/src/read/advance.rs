//! Advances and deposits: types 5 and 6.

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order};
use platform::store::{Conn, Row, sql};

use super::{Ground, blank, coops, told};
use crate::ADVANCE_IN;
use crate::origin::{ADVANCE, Origin};
use crate::part::{DEPOSIT_IN, DEPOSIT_OUT, FEE, MONEY, PAID, Part, RECEIVED};
use crate::posting::{Amount, Posting};

/// What a kind of advance stands on.
pub(super) fn part_of(kind: &str) -> &'static Part {
    match kind {
        "IN" => &RECEIVED,
        "OUT" => &PAID,
        "DEPOSIT_IN" => &DEPOSIT_IN,
        _ => &DEPOSIT_OUT,
    }
}

/// Bank fees that were paid beside an advance out of its account; the fee of a receipt is its own.
const FEES: &str = "(SELECT CAST(COALESCE(SUM(-m.amount), 0) AS BIGINT) FROM fund_movement m \
     WHERE m.org_id = advance.org_id AND m.source = 'advance' AND m.source_id = advance.id AND m.kind = 'FEE')";

/// Advances as they post.
pub(super) fn read(
    conn: &mut dyn Conn,
    ground: &Ground<'_>,
    origin: &Origin,
    ids: &[Id],
) -> Result<Vec<Posting>, Refusal> {
    let columns = [
        "id",
        "advance_num",
        "advance_date",
        "coop_id",
        "kind",
        "currency_code",
        "amount",
        "exchange_rate",
        "functional",
        "receipt_fee",
        "account_id",
    ];
    let mut select = sql::from(ground.org, ADVANCE);
    select
        .columns(columns.map(|column| (ADVANCE, column)))
        .column(("receipt", "account_id"))
        .expr(Expr::cust(FEES))
        .join(JoinType::LeftJoin, "receipt", sql::same_org("receipt", ADVANCE, "receipt_id"))
        .and_where(sql::is_in(sql::of(ADVANCE, "id"), ids.iter().copied()))
        .order_by((ADVANCE, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let known = coops(conn, ground.org, rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Id>, _>>()?)?;
    let came = origin.kind == ADVANCE_IN;
    let one = |row: &Row| {
        let mut posting = blank(ADVANCE, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        posting.coop = row.get(3)?;
        let about = told(&mut posting, &known, "");
        let (kind, currency): (String, String) = (row.get(4)?, row.get(5)?);
        let (amount, rate, functional): (i64, i64, i64) = (row.get(6)?, row.get(7)?, row.get(8)?);
        let (of_receipt, beside): (i64, i64) = (row.get(9)?, row.get(12)?);
        let account: Option<Id> = row.get(10)?;
        let account = if account.is_some() { account } else { row.get(11)? };
        posting.total = (currency.clone(), amount);
        // What came is less by the fee of its receipt; fees beside it leave the account, too.
        let taken = of_receipt + beside;
        let fee = ground.purse.worth(taken, &currency, rate)?;
        let one = |part, debit, original, functional, own| Amount {
            part,
            debit,
            currency: currency.clone(),
            original,
            rate,
            functional,
            own,
            about: about.clone(),
        };
        let moved = if came { (amount - taken, functional - fee) } else { (amount + taken, functional + fee) };
        posting.amounts = vec![
            one(part_of(&kind), !came, amount, functional, None),
            one(&MONEY, came, moved.0, moved.1, account),
            ground.purse.own(&FEE, true, fee, &about),
        ];
        Ok(posting)
    };
    rows.iter().map(one).collect()
}
