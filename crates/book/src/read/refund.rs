//! What was paid back of advances, and of receipts, which post their money in and out again: types 5 and 6, reversed.

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, sql};

use super::advance::part_of;
use super::{Ground, blank, coops, fee_of, told};
use crate::origin::MOVEMENT;
use crate::part::{MONEY, PAID, RECEIVED};
use crate::posting::{Amount, Posting};

/// Movements of refunds as they post; `went`: the money left its account.
pub(super) fn read(conn: &mut dyn Conn, ground: &Ground<'_>, went: bool, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let mut select = sql::from(ground.org, MOVEMENT);
    let of = |table: &'static str| {
        sql::same_org(table, MOVEMENT, "source_id").and(sql::of_eq(MOVEMENT, "source", table.to_owned()))
    };
    select
        .columns(["id", "number", "movement_date", "coop_id", "account_id", "amount"].map(|column| (MOVEMENT, column)))
        .columns(["kind", "currency_code", "exchange_rate"].map(|column| ("advance", column)))
        .columns(["currency_code", "exchange_rate", "account_id"].map(|column| ("receipt", column)))
        .columns(["functional", "fee", "receipt_fee"].map(|column| (MOVEMENT, column)))
        .join(JoinType::LeftJoin, "advance", of("advance"))
        .join(JoinType::LeftJoin, "receipt", of("receipt"))
        .and_where(sql::is_in(sql::of(MOVEMENT, "id"), ids.iter().copied()))
        .order_by((MOVEMENT, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let partners = rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Option<Id>>, _>>()?;
    let known = coops(conn, ground.org, partners.into_iter().flatten())?;
    let one = |row: &Row| {
        let mut posting = blank(MOVEMENT, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        posting.coop = row.get(3)?;
        let about = told(&mut posting, &known, "");
        let account: Option<Id> = row.get(4)?;
        let raw = row.get::<i64>(5)?.abs();
        let kind: Option<String> = row.get(6)?;
        let (currency, rate): (Option<String>, Option<i64>) =
            if kind.is_some() { (row.get(7)?, row.get(8)?) } else { (row.get(9)?, row.get(10)?) };
        let (currency, rate) = currency.zip(rate).ok_or_else(|| Refusal::broken("a refund of nothing".to_owned()))?;
        // What it took of its advance: the last part takes the rest. Older ones kept nothing.
        let functional = match row.get(12)? {
            0 => ground.purse.worth(raw, &currency, rate)?,
            taken => taken,
        };
        posting.total = (currency.clone(), raw);
        let one = |part, debit, own| Amount {
            part,
            debit,
            currency: currency.clone(),
            original: raw,
            rate,
            functional,
            own,
            about: about.clone(),
        };
        let usual = if went { &RECEIVED } else { &PAID };
        let held = kind.as_deref().map_or(usual, part_of);
        if kind.is_none() {
            posting.amounts.extend([one(&MONEY, true, row.get(11)?), one(held, false, None)]);
        }
        posting.amounts.extend([one(held, went, None), one(&MONEY, !went, account)]);
        let (fee, of_receipt): (i64, i64) = (row.get(13)?, row.get(14)?);
        for left in [(fee, account), (of_receipt, row.get(11)?)] {
            posting.amounts.extend(fee_of(ground, left, (&currency, rate), &about)?);
        }
        Ok(posting)
    };
    rows.iter().map(one).collect()
}
