//! 记账凭证 on paper: two rows for what one voucher says, its sums below.

use book::format::{self, Line, Voucher};
use charge::ledger::COST_VIEW;
use charge::rate;
use kernel::show_day;
use platform::call::{Call, Outcome};
use platform::prelude::*;
use settle::amounts::{figure, figure_of};
use settle::paper::{self, Kind, Paper, word_of};
use trade::charge::Currency;

use super::{PATH, look, need_amounts};

const KIND: Kind = Kind {
    object: book::OBJECT,
    page: PATH,
    did: "打印凭证",
    view: COST_VIEW,
    title: ("记账凭证", "Voucher"),
    landscape: true,
};

/// POST /css/voucher/paper.
pub(super) fn print(call: &mut Call) -> Outcome {
    paper::print(call, &KIND, papers)
}

fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    need_amounts(actor)?;
    let own = rate::functional(conn, actor.org_id)?;
    let found = format::vouchers(conn, actor.org_id, ids)?;
    found.iter().map(|one| paper(one, own, english)).collect()
}

fn paper(one: &Voucher, own: Currency, english: bool) -> Result<Paper, Refusal> {
    let sum = |side: fn(&Line) -> i64| figure(one.lines.iter().map(side).sum(), own);
    Ok(Paper {
        id: one.id,
        num: one.label(),
        facts: vec![
            (("凭证字号", "Number"), one.label()),
            (("日期", "Date"), one.date.map(show_day).unwrap_or_default()),
            (("附件数", "Attachments"), one.attachments.to_string()),
            (("状态", "State"), word_of(book::STATES, &one.state, english)),
            (("制单人", "Made by"), one.preparer.clone()),
            (("来源单号", "Sources"), one.sources.join("  ")),
        ],
        columns: vec![
            (("摘要", "Summary"), false),
            (("科目", "Account"), false),
            (("辅助核算", "About"), false),
            (("币种", "Currency"), false),
            (("原币金额", "Original"), true),
            (("汇率", "Rate"), true),
            (("借方金额", "Debit"), true),
            (("贷方金额", "Credit"), true),
        ],
        rows: one.lines.iter().map(|line| row(line, own)).collect::<Result<_, _>>()?,
        sums: vec![(("借方合计", "Debit"), sum(|line| line.debit)), (("贷方合计", "Credit"), sum(|line| line.credit))],
        remark: String::new(),
    })
}

fn row(line: &Line, own: Currency) -> Result<Vec<String>, Refusal> {
    let amount = |raw: i64| if raw == 0 { String::new() } else { figure(raw, own) };
    Ok(vec![
        line.summary.clone(),
        format!("{} {}", line.account.code, line.account.name),
        line.subsidiary(),
        line.currency.clone(),
        figure_of(line.original, &line.currency)?,
        look::rate_text(line.rate),
        amount(line.debit),
        amount(line.credit),
    ])
}
