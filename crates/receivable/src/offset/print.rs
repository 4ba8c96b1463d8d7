//! 打印: what offsets show on paper.

use charge::ledger::COST_VIEW;
use charge::rate;
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use platform::store::Row;
use settle::amounts::{figure, figure_of};
use settle::offset::{OBJECT, TABLE};
use settle::paper::{Kind, Paper};
use trade::charge::Currency;

use super::PATH;
use super::look::{self, Line};

/// How they are printed.
pub(super) const PAPER: Kind = Kind {
    object: OBJECT,
    page: PATH,
    did: "打印对冲单",
    view: COST_VIEW,
    title: ("应收应付对冲单", "NETTING"),
    landscape: true,
};

/// What offsets print.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "offset_num", "offset_date", "income_text", "cost_text"].map(|one| (TABLE, one)))
        .columns(["functional", "exchange_diff", "remark"].map(|one| (TABLE, one)))
        .columns([("coop", "coop_name"), ("maker", "name_cn")])
        .join_as(JoinType::LeftJoin, "coop", "coop", sql::same_org("coop", TABLE, "coop_id"))
        .join_as(JoinType::LeftJoin, "app_user", "maker", sql::same_org("maker", TABLE, "created_by"))
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
    let (id, num): (Id, String) = (row.get(0)?, row.get(1)?);
    let side = |is_income: bool| match (is_income, english) {
        (true, false) => "应收",
        (false, false) => "应付",
        (true, true) => "Receivable",
        (false, true) => "Payable",
    };
    let cells = |line: &&Line| {
        Ok(vec![
            side(line.is_income).to_owned(),
            line.write_off.clone(),
            line.order.clone(),
            line.document.clone(),
            line.currency.clone(),
            figure_of(line.amount, &line.currency)?,
            figure(line.carrying, own),
            figure(line.functional, own),
        ])
    };
    let lines: Vec<&Line> = all.iter().filter(|line| line.offset == id).collect();
    Ok(Paper {
        id,
        num: num.clone(),
        facts: vec![
            (("往来单位", "Partner"), text(8)?),
            (("对冲单号", "Number"), num),
            (("对冲日期", "Date"), text(2)?),
            (("制单人", "Made by"), text(9)?),
        ],
        columns: vec![
            (("方向", "Side"), false),
            (("核销单", "Write-off"), false),
            (("单号", "Number"), false),
            (("账单/对账单", "Note or payment"), false),
            (("币种", "Currency"), false),
            (("对冲金额", "Netted"), true),
            (("账面本币", "Carried at"), true),
            (("对冲本币", "Worth"), true),
        ],
        rows: lines.iter().map(cells).collect::<Result<_, Refusal>>()?,
        sums: vec![
            (("冲应收", "Receivable netted"), text(3)?),
            (("冲应付", "Payable netted"), text(4)?),
            (("本币金额", "Functional"), figure(row.get(5)?, own)),
            (("汇兑损益", "Gain or loss"), figure(row.get(6)?, own)),
        ],
        remark: text(7)?,
    })
}
