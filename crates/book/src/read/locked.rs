//! Locked charges: types 0 and 1 by lock.

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};

use super::{Ground, blank, coops, told};
use crate::INCOME;
use crate::accounts::About;
use crate::origin::{CHARGE, Origin};
use crate::part::{EXPENDITURE, PASSED_ON, PAYABLE, RECEIVABLE, REVENUE, TAX_IN, TAX_OUT};
use crate::posting::{Amount, Posting};

/// Charges as they post, each by its order.
pub(super) fn read(
    conn: &mut dyn Conn,
    ground: &Ground<'_>,
    origin: &Origin,
    ids: &[Id],
) -> Result<Vec<Posting>, Refusal> {
    let mut select = sql::from(ground.org, CHARGE);
    select
        .columns(["id", "financial_date", "coop_id", "currency_code", "amount"].map(|column| (CHARGE, column)))
        .columns(["exchange_rate", "functional", "functional_tax"].map(|column| (CHARGE, column)))
        .columns([("freight_order", "order_code"), ("freight_order", "business_scope")])
        .columns([("service_item", "service_type"), ("service_item", "is_agency")])
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", CHARGE, "order_id"))
        .join(JoinType::InnerJoin, "service_item", sql::same_org("service_item", CHARGE, "service_item_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "id"), ids.iter().copied()))
        .order_by((CHARGE, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let known = coops(conn, ground.org, rows.iter().map(|row| row.get(2)).collect::<Result<Vec<Id>, _>>()?)?;
    let of_income = origin.kind == INCOME;
    let one = |row: &Row| {
        let order: String = row.get(8)?;
        let mut posting = blank(CHARGE, row.get(0)?, order.clone(), &row.get::<String>(1)?)?;
        posting.coop = row.get(2)?;
        posting.order_code = order;
        let scope: String = row.get(9)?;
        let about = About { category: row.get(10)?, ..told(&mut posting, &known, &scope) };
        let (functional, tax): (i64, i64) = (row.get(6)?, row.get(7)?);
        let tax = if ground.rule.split_tax { tax } else { 0 };
        let passed_on: bool = row.get(11)?;
        let whole = Amount {
            part: if of_income { &RECEIVABLE } else { &PAYABLE },
            debit: of_income,
            currency: row.get(3)?,
            original: row.get(4)?,
            rate: row.get(5)?,
            functional,
            own: None,
            about: about.clone(),
        };
        let part = match (passed_on, of_income) {
            (true, _) => &PASSED_ON,
            (false, true) => &REVENUE,
            (false, false) => &EXPENDITURE,
        };
        posting.total = (whole.currency.clone(), whole.original);
        posting.amounts = vec![
            whole,
            ground.purse.own(part, !of_income, functional - tax, &about),
            ground.purse.own(if of_income { &TAX_OUT } else { &TAX_IN }, !of_income, tax, &about),
        ];
        Ok(posting)
    };
    rows.iter().map(one).collect()
}
