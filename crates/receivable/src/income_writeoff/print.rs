//! 打印: what write-offs show on paper.

use charge::ledger::INCOME_VIEW;
use charge::rate;
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use platform::store::Row;
use settle::amounts::{figure, figure_of, parts};
use settle::paper::{Kind, Paper, word_of};
use settle::write_off::{INCOME_METHODS, OBJECT, TABLE};
use trade::charge::Currency;

use super::PATH;
use super::look::{self, Line};

/// How they are printed.
pub(super) const PAPER: Kind = Kind {
    object: OBJECT,
    page: PATH,
    did: "打印核销单",
    view: INCOME_VIEW,
    title: ("收款核销单", "WRITE-OFF"),
    landscape: true,
};

/// What write-offs print.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "write_off_num", "write_off_date", "method", "currency_code", "money"].map(|one| (TABLE, one)))
        .columns(["exchange_diff", "remark"].map(|one| (TABLE, one)))
        .columns([("coop", "coop_name"), ("receipt", "receipt_num"), ("advance", "advance_num")])
        .columns([("account", "full_name"), ("maker", "name_cn")]);
    for (table, alias, column) in [
        ("coop", "coop", "coop_id"),
        ("receipt", "receipt", "receipt_id"),
        ("advance", "advance", "advance_id"),
        (account::TABLE, "account", "account_id"),
        ("app_user", "maker", "created_by"),
    ] {
        select.join_as(JoinType::LeftJoin, table, alias, sql::same_org(alias, TABLE, column));
    }
    select
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(look::visible(actor))
        .order_by((TABLE, "id"), Order::Asc);
    let own = rate::functional(conn, actor.org_id)?;
    let rows = conn.query(&select.into())?;
    let lines = look::lines(conn, actor, ids)?;
    rows.iter().map(|row| paper(row, (own, english), &lines)).collect()
}

fn paper(row: &Row, (own, english): (Currency, bool), all: &[Line]) -> Result<Paper, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let (id, num, method, code): (Id, String, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?, row.get(4)?);
    let source = [text(9)?, text(10)?, text(11)?].into_iter().find(|text| !text.is_empty());
    let lines: Vec<&Line> = all.iter().filter(|line| line.write_off == id).collect();
    let cells = |line: &&Line| {
        Ok(vec![
            line.order.clone(),
            line.note_num.clone(),
            line.statement_num.clone(),
            line.invoice_num.clone(),
            line.currency.clone(),
            figure_of(line.amount, &line.currency)?,
            figure_of(line.money, &code)?,
            figure(line.carrying, own),
        ])
    };
    let settled = parts(own, lines.iter().map(|line| (line.currency.as_str(), line.amount)));
    Ok(Paper {
        id,
        num: num.clone(),
        facts: vec![
            (("收款客户", "Customer"), text(8)?),
            (("核销单号", "Number"), num),
            (("核销日期", "Date"), text(2)?),
            (("方式", "Method"), word_of(INCOME_METHODS, &method, english)),
            (("收款/账户", "Receipt or account"), source.unwrap_or_default()),
            (("核销人", "Settled by"), text(12)?),
        ],
        columns: vec![
            (("单号", "Number"), false),
            (("账单", "Note"), false),
            (("清单", "Statement"), false),
            (("发票", "Invoice"), false),
            (("币种", "Currency"), false),
            (("核销金额", "Settled"), true),
            (("收款金额", "Money"), true),
            (("账面本币", "Carried at"), true),
        ],
        rows: lines.iter().map(cells).collect::<Result<_, Refusal>>()?,
        sums: vec![
            (("核销合计", "Settled"), settled),
            (("收款金额", "Money"), format!("{code} {}", figure_of(row.get(5)?, &code)?)),
            (("汇兑损益", "Gain or loss"), figure(row.get(6)?, own)),
        ],
        remark: text(7)?,
    })
}
