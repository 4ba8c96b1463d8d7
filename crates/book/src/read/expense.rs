//! Expense reports and payment requests 其他: type 4.

use std::collections::BTreeMap;

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};

use super::{Ground, blank, coops, fee_of, told};
use crate::accounts::About;
use crate::origin::{MOVEMENT, REPORT, REQUEST};
use crate::part::{LENT, MONEY, SPENT, TAX_IN};
use crate::posting::{Amount, Posting};

/// A 借款: one amount, open with its applicant.
const LOAN: &str = "LOAN";

/// Expense reports as they post: their lines, or what was lent, against the account named at 审核 or 付款 and what of a loan
/// they are set against.
pub(super) fn reports(conn: &mut dyn Conn, ground: &Ground<'_>, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let columns = [
        "id",
        "report_num",
        "financial_date",
        "kind",
        "created_by",
        "dept_id",
        "amount",
        "loan_used",
        "attached",
        "account_id",
        "bank_account_id",
        "paid_account_id",
        "coop_id",
    ];
    let mut select = sql::from(ground.org, REPORT);
    select
        .columns(columns.map(|column| (REPORT, column)))
        .columns([("loan", "account_id"), ("named", "account_type")])
        .join_as(JoinType::LeftJoin, REPORT, "loan", sql::same_org("loan", REPORT, "loan_id"))
        .join_as(JoinType::LeftJoin, account::TABLE, "named", sql::same_org("named", REPORT, "bank_account_id"))
        .and_where(sql::is_in(sql::of(REPORT, "id"), ids.iter().copied()))
        .order_by((REPORT, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let lines = lines(conn, ground.org, ids)?;
    rows.iter().map(|row| report(ground, row, &lines)).collect()
}

fn report(ground: &Ground<'_>, row: &Row, lines: &BTreeMap<Id, Vec<Spent>>) -> Result<Posting, Refusal> {
    let (about, purse) = (About::default(), ground.purse);
    let mut posting = blank(REPORT, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
    (posting.user, posting.dept) = (row.get(4)?, row.get(5)?);
    posting.coop = row.get(12)?;
    posting.attachments = row.get(8)?;
    let (amount, set_against): (i64, i64) = (row.get(6)?, row.get(7)?);
    posting.total = (purse.own.code().to_owned(), amount);
    let named: Option<Id> = row.get(9)?;
    if row.get::<String>(3)? == LOAN {
        posting.amounts.push(Amount { own: named, ..purse.own(&LENT, true, amount, &about) });
    } else {
        for (account, whole, tax) in lines.get(&posting.source.id).into_iter().flatten() {
            let tax = if ground.rule.split_tax { *tax } else { 0 };
            posting.amounts.push(Amount { own: *account, ..purse.own(&SPENT, true, whole - tax, &about) });
            posting.amounts.push(purse.own(&TAX_IN, true, tax, &about));
        }
    }
    // What was named at 审核 is what paid, unless the money came out of another account. 其他应付 stands until the payment
    // posts by itself ([`reports_paid`]).
    let (said, paid): (Option<Id>, Option<Id>) = (row.get(10)?, row.get(11)?);
    let is_owed = row.get::<Option<String>>(14)?.as_deref() == Some(account::OTHER_PAYABLE);
    let own = if is_owed { said } else { paid.or(said) };
    posting.amounts.push(Amount { own, ..purse.own(&MONEY, false, amount - set_against, &about) });
    // A loan is paid back where it stands.
    posting.amounts.push(Amount { own: row.get(13)?, ..purse.own(&LENT, false, set_against, &about) });
    Ok(posting)
}

/// What was paid of reports that stood on 其他应付, as it posts: off that account, out of the one that paid.
pub(super) fn reports_paid(conn: &mut dyn Conn, ground: &Ground<'_>, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let mut select = sql::from(ground.org, MOVEMENT);
    select
        .columns(["id", "number", "movement_date", "account_id", "amount"].map(|column| (MOVEMENT, column)))
        .columns(["created_by", "dept_id", "coop_id", "bank_account_id"].map(|column| (REPORT, column)))
        .join(JoinType::InnerJoin, REPORT, sql::same_org(REPORT, MOVEMENT, "source_id"))
        .and_where(sql::is_in(sql::of(MOVEMENT, "id"), ids.iter().copied()))
        .order_by((MOVEMENT, "id"), Order::Asc);
    let (about, purse) = (About::default(), ground.purse);
    let one = |row: &Row| {
        let mut posting = blank(MOVEMENT, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        (posting.user, posting.dept, posting.coop) = (row.get(5)?, row.get(6)?, row.get(7)?);
        // In red where the applicant paid back, as in the voucher of the report.
        let went = -row.get::<i64>(4)?;
        posting.total = (purse.own.code().to_owned(), went);
        posting.amounts = vec![
            Amount { own: row.get(8)?, ..purse.own(&MONEY, true, went, &about) },
            Amount { own: row.get(3)?, ..purse.own(&MONEY, false, went, &about) },
        ];
        Ok(posting)
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Account, amount and the tax within it of the lines of reports.
type Spent = (Option<Id>, i64, i64);

fn lines(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, Vec<Spent>>, Refusal> {
    let mut select = sql::from(org, "expense_line");
    select
        .columns(["report_id", "account_id", "amount", "tax"])
        .and_where(sql::is_in(sql::col("report_id"), ids.iter().copied()))
        .order_by("line", Order::Asc);
    let mut out: BTreeMap<Id, Vec<Spent>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        out.entry(row.get(0)?).or_default().push((row.get(1)?, row.get(2)?, row.get(3)?));
    }
    Ok(out)
}

/// What was paid of requests 其他, as it posts: for the account the request names, with its fee out of the account that paid.
pub(super) fn payments(conn: &mut dyn Conn, ground: &Ground<'_>, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let columns = ["id", "number", "movement_date", "coop_id", "account_id", "amount", "fee"];
    let mut select = sql::from(ground.org, MOVEMENT);
    select
        .columns(columns.map(|column| (MOVEMENT, column)))
        .columns(["currency_code", "account_id", "created_by"].map(|column| (REQUEST, column)))
        .join(JoinType::InnerJoin, REQUEST, sql::same_org(REQUEST, MOVEMENT, "source_id"))
        .and_where(sql::is_in(sql::of(MOVEMENT, "id"), ids.iter().copied()))
        .order_by((MOVEMENT, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let partners = rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Option<Id>>, _>>()?;
    let known = coops(conn, ground.org, partners.into_iter().flatten())?;
    let rates = charge::rate::Table::of(conn, ground.org, &[])?;
    let one = |row: &Row| {
        let mut posting = blank(MOVEMENT, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        (posting.coop, posting.user) = (row.get(3)?, row.get(9)?);
        let about = told(&mut posting, &known, "");
        let (raw, currency): (i64, String) = (-row.get::<i64>(5)?, row.get(7)?);
        posting.total = (currency.clone(), raw);
        let at = kernel::Instant::start_of(posting.date);
        let rate = rates.need(charge::rate::currency_of(&currency)?, trade::charge::exchange::Kind::General, at)?.raw();
        let functional = ground.purse.worth(raw, &currency, rate)?;
        let of = |part, debit, own| Amount {
            part,
            debit,
            currency: currency.clone(),
            original: raw,
            rate,
            functional,
            own,
            about: about.clone(),
        };
        let account: Option<Id> = row.get(4)?;
        posting.amounts = vec![of(&SPENT, true, row.get(8)?), of(&MONEY, false, account)];
        posting.amounts.extend(fee_of(ground, (row.get(6)?, account), (&currency, rate), &about)?);
        Ok(posting)
    };
    rows.iter().map(one).collect()
}
