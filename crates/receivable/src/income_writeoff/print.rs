//! 打印: write-offs as a PDF, each beginning on a page of its own.

use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use kernel::grouped;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use platform::store::Row;
use print::{Sheet, SheetColumn};
use serde::Deserialize;
use settle::amounts::parts;
use settle::write_off::{INCOME_METHODS, OBJECT, TABLE};
use trade::charge::Currency;

use super::PATH;
use super::look::{self, Line};

const PDF: &str = "application/pdf";
/// Write-offs of one print.
const MOST: usize = 200;
/// Size of the words in points.
const SIZE: f32 = 9.0;

const NONE: Msg = Msg::new("write_off.print_none", "请选择核销单", "Choose write-offs.");
const TOO_MANY: Msg =
    Msg::new("write_off.print_many", "一次最多打印{n}张核销单", "At most {n} write-offs are printed at once.");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
}

/// What stands above the lines of one.
struct Head {
    id: Id,
    num: String,
    date: String,
    method: String,
    customer: String,
    source: String,
    currency: String,
    money: i64,
    diff: i64,
    remark: String,
    maker: String,
}

/// POST /css/incomeWriteoff/paper {ids}.
pub(super) fn print(call: &mut Call) -> Outcome {
    let Asked { ids } = call.json()?;
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > MOST {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &MOST.to_string())])));
    }
    let actor = call.actor()?.clone();
    actor.need(INCOME_VIEW)?;
    let english = call.language().starts_with("en");
    let (heads, lines, org, own) = call.read(|conn| {
        let heads = heads(conn, &actor, &ids)?;
        let lines = look::lines(conn, &actor, &ids)?;
        Ok((heads, lines, facts::org(conn, actor.org_id)?, rate::functional(conn, actor.org_id)?))
    })?;
    let first = heads.first().filter(|_| heads.len() == ids.len()).ok_or(Refusal::NotFound)?;
    let name = if heads.len() == 1 { first.num.clone() } else { format!("{}_{}", first.num, heads.len()) };
    let sender = if english && !org.name_en.is_empty() { org.name_en } else { org.name };
    let mut sheets = Vec::with_capacity(heads.len());
    for head in &heads {
        let own_lines: Vec<&Line> = lines.iter().filter(|line| line.write_off == head.id).collect();
        sheets.push(sheet(head, &own_lines, (&sender, own, english))?);
    }
    let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("write-offs as PDF: {error}")))?;
    call.write(|tx| {
        heads.iter().try_for_each(|head| {
            tx.log(LogEntry::of(OBJECT, head.id, &head.num, PATH).did("打印", "打印核销单").level(Level::Low))
        })
    })?;
    Ok(Answer::File { name: format!("{name}.pdf"), mime: PDF.to_owned(), bytes, inline: true })
}

fn heads(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Head>, Refusal> {
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
    let read = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let sources = [text(9)?, text(10)?, text(11)?];
        Ok(Head {
            id: row.get(0)?,
            num: row.get(1)?,
            date: row.get(2)?,
            method: row.get(3)?,
            currency: row.get(4)?,
            money: row.get(5)?,
            diff: row.get(6)?,
            remark: text(7)?,
            customer: text(8)?,
            source: sources.into_iter().find(|text| !text.is_empty()).unwrap_or_default(),
            maker: text(12)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The columns of the lines: heading, and whether it is a figure.
const COLUMNS: [((&str, &str), bool); 8] = [
    (("单号", "Number"), false),
    (("账单", "Note"), false),
    (("清单", "Statement"), false),
    (("发票", "Invoice"), false),
    (("币种", "Currency"), false),
    (("核销金额", "Settled"), true),
    (("收款金额", "Money"), true),
    (("账面本币", "Carried at"), true),
];

fn sheet(head: &Head, lines: &[&Line], (sender, own, english): (&str, Currency, bool)) -> Result<Sheet, Refusal> {
    let word = |(zh, en): (&str, &str)| if english { en.to_owned() } else { zh.to_owned() };
    let money = rate::currency_of(&head.currency)?;
    let figure = |raw: i64, currency: Currency| grouped(&money_text(raw, currency));
    let method = INCOME_METHODS.iter().find(|one| one.value == head.method);
    let row = |line: &&Line| {
        Ok(vec![
            line.order.clone(),
            line.note_num.clone(),
            line.statement_num.clone(),
            line.invoice_num.clone(),
            line.currency.clone(),
            figure(line.amount, rate::currency_of(&line.currency)?),
            figure(line.money, money),
            figure(line.carrying, own),
        ])
    };
    let settled = parts(own, lines.iter().map(|line| (line.currency.as_str(), line.amount)));
    Ok(Sheet {
        landscape: true,
        size: SIZE,
        sender: sender.to_owned(),
        title: word(("收款核销单", "WRITE-OFF")),
        facts: vec![
            (word(("收款客户", "Customer")), head.customer.clone()),
            (word(("核销单号", "Number")), head.num.clone()),
            (word(("核销日期", "Date")), head.date.clone()),
            (word(("方式", "Method")), method.map(|one| word((one.zh, one.en))).unwrap_or_default()),
            (word(("收款/账户", "Receipt or account")), head.source.clone()),
            (word(("核销人", "Settled by")), head.maker.clone()),
        ],
        columns: COLUMNS.into_iter().map(|(words, number)| SheetColumn { label: word(words), number }).collect(),
        rows: lines.iter().map(row).collect::<Result<_, Refusal>>()?,
        sums: vec![
            (word(("核销合计", "Settled")), settled),
            (word(("收款金额", "Money")), format!("{} {}", head.currency, figure(head.money, money))),
            (word(("汇兑损益", "Gain or loss")), figure(head.diff, own)),
        ],
        notes: vec![(word(("备注", "Remark")), head.remark.clone())],
        ..Sheet::default()
    })
}
