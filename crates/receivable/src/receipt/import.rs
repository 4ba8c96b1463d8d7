//! 导入流水: the statement of a bank as a workbook or a text. Its columns are found by their usual names or as they were named
//! last for the account; what is registered already is skipped and told.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, show_day};
use platform::attached;
use platform::call::{Call, Outcome};
use platform::import::{CellRow, read_cells};
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{ExprTrait, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json, json};
use settle::fund;
use settle::receipt::{TABLE, Wanted};

use super::{PATH, acts};
use crate::columns::{self, HEAD_LINES, Usual, day_of, named, thousandths};

/// Where its file is sent.
pub(super) const FILE_PATH: &str = "/css/receipt/import/file";
/// Bytes of a call with a file, and what goes with it.
pub(super) const BYTES_MAX: usize = 10 * 1024 * 1024 + 64 * 1024;
/// Kind of the file while it waits.
const KIND: &str = "receipt_statement";
/// Kind of a mapping that is remembered.
const MAPPING: &str = "RECEIPT";
/// Lines of one statement.
const ROWS_MAX: usize = 2_000;

const NO_FILE: Msg = Msg::new("receipt.file", "请上传银行流水", "Upload the statement.");
const BAD_DAY: Msg = Msg::new("receipt.line_day", "日期格式有误", "The date can't be read.");
const BAD_AMOUNT: Msg = Msg::new("receipt.line_amount", "金额格式有误", "The amount can't be read.");
const DOUBLE: Msg = Msg::new("receipt.line_double", "已登记，跳过", "It is registered already, and skipped.");
const NOTHING: Msg = Msg::new("receipt.line_none", "文件中没有收款", "The file has no money that came.");

pub(super) const ACCOUNT: Field =
    Field::reference("moneyAccount", "收款账户", "Account").column("account_id").required();
const FILE: Field = Field::files(FILE_PATH, "银行流水", "Statement").wire("statement").range(1, 10 * 1024 * 1024);

const DATE: Field = named("日期列", "Column of the date", "date_column");
const AMOUNT: Field = named("收入金额列", "Column of the money that came", "amount_column");
const FEE: Field = named("手续费列", "Column of the fee", "fee_column");
const PAYER: Field = named("付款户名列", "Column of the payer", "payer_column");
const PAYER_ACCOUNT: Field = named("付款账号列", "Column of the payer's account", "payer_account_column");
const REF: Field = named("流水号列", "Column of the reference", "ref_column");
const SUMMARY: Field = named("摘要列", "Column of the summary", "summary_column");
/// What is asked for.
pub(super) const FIELDS: &[Field] = &[ACCOUNT, FILE, DATE, AMOUNT, FEE, PAYER, PAYER_ACCOUNT, REF, SUMMARY];

/// Columns with the names banks give them; the first two must be there.
const COLUMNS: [Usual; 7] = [
    (DATE, &["交易日期", "记账日期", "入账日期", "交易时间", "日期", "Date", "Transaction date"]),
    (AMOUNT, &["收入金额", "贷方发生额", "贷方金额", "收入", "贷方", "收款金额", "金额", "Credit", "Amount"]),
    (FEE, &["手续费", "费用", "Fee"]),
    (PAYER, &["对方户名", "对方名称", "付款人名称", "付款户名", "对方单位", "户名", "Payer", "Counterparty"]),
    (PAYER_ACCOUNT, &["对方账号", "付款账号", "付款人账号", "对方账户", "Payer account"]),
    (REF, &["流水号", "交易流水号", "凭证号", "参考号", "Reference"]),
    (SUMMARY, &["摘要", "用途", "附言", "备注", "Summary", "Remark"]),
];
const NEEDED: usize = 2;

/// POST /css/receipt/import/file: the file waits until it is imported.
pub(super) fn keep_file(call: &mut Call) -> Outcome {
    attached::upload_looked_at(call, KIND, PATH, attached::table)
}

/// The names of columns as they were for the account last.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    let Some(account) = chosen.get::<Option<Id>>(ACCOUNT)? else { return Ok(Map::new()) };
    let kept = columns::mapping(conn, actor.org_id, (MAPPING, account))?;
    Ok(COLUMNS.iter().map(|(field, _)| (field.name(), json!(kept.get(&field.name())))).collect())
}

/// Money that came, as a line of the file tells it.
struct Line {
    number: u32,
    day: Option<Day>,
    amount: Option<i64>,
    fee: Option<i64>,
    payer: String,
    payer_account: String,
    bank_ref: String,
    summary: String,
}

/// Imports a statement: what is new is registered, what is there already told.
pub(super) fn run(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let account: Id = filled.get::<Option<Id>>(ACCOUNT)?.ok_or(Refusal::NotFound)?;
    fund::need_account(tx, (account, false), &ACCOUNT.name(), &mut filled.findings)?;
    let named = attached::named_in(filled.body, &FILE.name()).and_then(|files| files.first().copied());
    let file = named.map(|id| attached::find(tx, org, KIND, id)).transpose()?.flatten();
    let Some((_, file)) = file.filter(|(_, file)| file.is_of(actor)) else {
        filled.findings.error(FILE.name(), NO_FILE.text());
        return Ok(());
    };
    let rows = read_cells(file.name(), &file.bytes(tx.app)?, ROWS_MAX + HEAD_LINES)?;
    let asked = columns::asked(filled, &COLUMNS)?;
    let found = columns::headings(&rows, (&COLUMNS, NEEDED), &asked, &mut filled.findings);
    let Some((places, below)) = found else { return Ok(()) };
    filled.unless_clean()?;
    let lines: Vec<Line> = below.iter().filter_map(|row| line(row, &places)).collect();
    if lines.is_empty() {
        filled.findings.error(FILE.name(), NOTHING.text());
        return Ok(());
    }
    columns::remember(tx, (MAPPING, account), &asked)?;
    let told = keep(tx, account, lines)?;
    let entry = LogEntry::of(settle::receipt::OBJECT, account, file.name(), PATH).did("导入", "导入流水");
    tx.log(entry.level(Level::High).text(format!("导入流水：{}条", told.0)))?;
    filled.answer("imported", json!(told.0));
    filled.answer("told", told.1.json());
    Ok(())
}

/// A line on which money came; what went, and what has no amount, is none.
fn line(row: &CellRow, places: &[Option<usize>; 7]) -> Option<Line> {
    let cell = |column: usize| columns::cell(row, places, column);
    let amount = cell(1);
    let parsed = thousandths(&amount);
    if amount.is_empty() || parsed.is_some_and(|amount| amount <= 0) {
        return None;
    }
    Some(Line {
        number: row.number,
        day: day_of(&cell(0)),
        amount: parsed,
        fee: Some(cell(2)).filter(|fee| !fee.is_empty()).map_or(Some(0), |fee| thousandths(&fee).map(i64::abs)),
        payer: cell(3),
        payer_account: cell(4),
        bank_ref: cell(5),
        summary: cell(6),
    })
}

/// Registers what is new; answers how many, and what is told of the lines.
fn keep(tx: &mut Tx<'_>, account: Id, lines: Vec<Line>) -> Result<(usize, Told), Refusal> {
    let org = tx.org();
    let mut known = Known::of(tx, org, account, &lines)?;
    let (mut count, mut left) = (0, Vec::new());
    for line in lines {
        let said = |why: &Msg| [line.number.to_string(), line.payer.clone(), why.zh.to_owned(), why.en.to_owned()];
        let (day, amount, fee) = match (line.day, line.amount, line.fee) {
            (None, ..) => {
                left.push(said(&BAD_DAY));
                continue;
            }
            (Some(day), Some(amount), Some(fee)) => (day, amount, fee),
            _ => {
                left.push(said(&BAD_AMOUNT));
                continue;
            }
        };
        if !known.adds(day, amount, &line) {
            left.push(said(&DOUBLE));
            continue;
        }
        let proposed = known.partner(&line);
        let wanted = Wanted {
            date: day,
            account,
            amount,
            bank_fee: fee,
            rate: None,
            payer_name: line.payer.clone(),
            payer_account: line.payer_account.clone(),
            bank_ref: line.bank_ref.clone(),
            summary: line.summary.clone(),
            coop: None,
            proposed,
        };
        // Why a line is refused, as a month that is closed or a day without a rate, leaves the others.
        let why = match tx.attempt(|tx| acts::make(tx, &wanted, "导入流水"))? {
            Ok(_) => {
                count += 1;
                continue;
            }
            Err(Refusal::Findings(found)) => found.items.into_iter().next().map(|finding| finding.text),
            Err(Refusal::Business(why)) => Some(why),
            Err(other) => return Err(other),
        };
        let (zh, en) = why.map(|text| (text.zh, text.en)).unwrap_or_default();
        left.push([line.number.to_string(), line.payer.clone(), zh, en]);
    }
    Ok((count, told(count, left)))
}

fn told(count: usize, left: Vec<[String; 4]>) -> Told {
    let columns =
        [("line", ("行", "Line"), true), ("payer", ("付款户名", "Payer"), false), ("why", ("说明", "Why"), false)];
    let told = Told::default().toned(("已登记", "Registered"), count.to_string(), "done").toned(
        ("跳过", "Skipped"),
        left.len().to_string(),
        if left.is_empty() { "neutral" } else { "warning" },
    );
    if left.is_empty() {
        return told;
    }
    let rows = left.into_iter().map(|[line, payer, zh, en]| vec![Said::from(line), Said::from(payer), Said { zh, en }]);
    told.table(("跳过的行", "Lines that were skipped"), &columns, rows.collect())
}

/// What is registered of an account, and whose money was whose before.
struct Known {
    refs: BTreeSet<String>,
    /// Day, amount and payer of those without a reference, and of all.
    plain: BTreeSet<(String, i64, String)>,
    all: BTreeSet<(String, i64, String)>,
    partners: BTreeMap<String, Id>,
}

impl Known {
    fn of(conn: &mut dyn Conn, org: i64, account: Id, lines: &[Line]) -> Result<Self, Refusal> {
        let days: BTreeSet<String> = lines.iter().filter_map(|line| line.day).map(show_day).collect();
        let refs: BTreeSet<String> = lines.iter().map(|line| line.bank_ref.clone()).collect();
        let mut select = sql::from(org, TABLE);
        let like = sql::any_of([sql::is_in(sql::col("receipt_date"), days), sql::is_in(sql::col("bank_ref"), refs)]);
        select
            .columns(["receipt_date", "amount", "payer_name", "bank_ref"])
            .and_where(sql::eq("account_id", account))
            .cond_where(like);
        let mut known =
            Self { refs: BTreeSet::new(), plain: BTreeSet::new(), all: BTreeSet::new(), partners: BTreeMap::new() };
        for row in conn.query(&select.into())? {
            let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
            let one = (text(0)?, row.get(1)?, text(2)?);
            known.put(one, text(3)?);
        }
        known.read_partners(conn, org, lines)?;
        Ok(known)
    }

    fn put(&mut self, one: (String, i64, String), bank_ref: String) {
        if bank_ref.is_empty() {
            self.plain.insert(one.clone());
        } else {
            self.refs.insert(bank_ref);
        }
        self.all.insert(one);
    }

    /// Partners by names and accounts of payers: what was claimed last, and who is called so.
    fn read_partners(&mut self, conn: &mut dyn Conn, org: i64, lines: &[Line]) -> Result<(), Refusal> {
        let payers: BTreeSet<&str> =
            lines.iter().map(|line| line.payer.as_str()).filter(|name| !name.is_empty()).collect();
        let accounts: BTreeSet<&str> =
            lines.iter().map(|line| line.payer_account.as_str()).filter(|account| !account.is_empty()).collect();
        let texts = |some: &BTreeSet<&str>| some.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let mut coops = sql::from(org, "coop");
        let named =
            [sql::is_in(sql::col("coop_name"), texts(&payers)), sql::is_in(sql::col("coop_full_name"), texts(&payers))];
        coops.columns(["id", "coop_name", "coop_full_name"]).cond_where(sql::any_of(named)).order_by("id", Order::Asc);
        self.take_partners(&conn.query(&coops.into())?)?;
        let mut claimed = sql::from(org, TABLE);
        let like = [
            sql::is_in(sql::col("payer_name"), texts(&payers)),
            sql::is_in(sql::col("payer_account"), texts(&accounts)),
        ];
        claimed
            .columns(["coop_id", "payer_name", "payer_account"])
            .and_where(sql::col("coop_id").is_not_null())
            .cond_where(sql::any_of(like))
            .order_by("id", Order::Asc);
        self.take_partners(&conn.query(&claimed.into())?)
    }

    /// Rows of a partner and two texts he is known by.
    fn take_partners(&mut self, rows: &[Row]) -> Result<(), Refusal> {
        for row in rows {
            for text in [row.get::<Option<String>>(1)?, row.get(2)?].into_iter().flatten() {
                self.partners.insert(text, row.get(0)?);
            }
        }
        Ok(())
    }

    /// Whether a line is none that is registered; it counts as such from then on.
    fn adds(&mut self, day: Day, amount: i64, line: &Line) -> bool {
        let one = (show_day(day), amount, line.payer.clone());
        let double = if line.bank_ref.is_empty() {
            self.all.contains(&one)
        } else {
            self.refs.contains(&line.bank_ref) || self.plain.contains(&one)
        };
        if !double {
            self.put(one, line.bank_ref.clone());
        }
        !double
    }

    /// Whose it may be: by the account of the payer, else by his name.
    fn partner(&self, line: &Line) -> Option<Id> {
        let of = |text: &str| if text.is_empty() { None } else { self.partners.get(text).copied() };
        of(&line.payer_account).or_else(|| of(&line.payer))
    }
}

#[cfg(test)]
mod tests {
    use super::columns::headings;
    use super::*;

    fn row(number: u32, cells: &[&str]) -> CellRow {
        CellRow { number, cells: cells.iter().map(|cell| (*cell).to_owned()).collect() }
    }

    #[test]
    fn columns_are_found_by_usual_names_below_the_title_of_the_file() {
        let rows = [
            row(1, &["账户明细"]),
            row(2, &["交易日期", "贷方发生额", "借方发生额", "对方户名", "流水号"]),
            row(3, &["20260715", "1,000.00", "", "甲", "R1"]),
            row(4, &["20260715", "", "500.00", "乙", "R2"]),
        ];
        let mut findings = Findings::new();
        let (places, below) = headings(&rows, (&COLUMNS, NEEDED), &BTreeMap::new(), &mut findings).expect("headings");
        assert_eq!(places, [Some(0), Some(1), None, Some(3), None, Some(4), None]);
        let lines: Vec<Line> = below.iter().filter_map(|row| line(row, &places)).collect();
        assert_eq!(lines.len(), 1, "what went is left out");
        assert_eq!((lines[0].amount, lines[0].payer.as_str(), lines[0].number), (Some(1_000_000), "甲", 3));
    }

    #[test]
    fn a_column_that_is_named_must_be_there() {
        let rows = [row(1, &["日期", "金额"])];
        let asked = [(AMOUNT.name(), "到账".to_owned())].into_iter().collect();
        let mut findings = Findings::new();
        assert!(headings(&rows, (&COLUMNS, NEEDED), &asked, &mut findings).is_none());
        let said: Vec<&str> = findings.at("amountColumn").map(|finding| finding.text.zh.as_str()).collect();
        assert_eq!(said, ["文件中没有列“到账”，文件的列为：日期、金额"]);
        let mut findings = Findings::new();
        assert!(headings(&[row(1, &["金额"])], (&COLUMNS, NEEDED), &BTreeMap::new(), &mut findings).is_none());
        let said: Vec<&str> = findings.at("dateColumn").map(|finding| finding.text.zh.as_str()).collect();
        assert_eq!(said, ["没有识别出日期列，请填写文件中的列名"]);
    }
}
