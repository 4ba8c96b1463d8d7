//! 导入发票: the list of issued invoices that the tax office exports (税务数字账户, 全量发票查询导出结果), or another one with columns
//! that are named once. An invoice finds its application by 发票流水号 or by the number in its remark; where anything differs, its
//! rows and the reason are told and nothing is registered.

use std::collections::{BTreeMap, BTreeSet};

use charge::figure::tax_of;
use charge::ledger::INCOME_VIEW;
use charge::rate;
use kernel::{Day, Text};
use platform::attached;
use platform::call::{Call, Outcome};
use platform::files::{self, Accepted, FileType};
use platform::import::{CellRow, read_cells};
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::amounts::figure_of;
use settle::application::{self, Held, VALID};
use settle::invoicing::{self, DIGITAL, DIGITAL_SPECIAL, Line};
use trade::charge::Side;

use super::digital::{left, need_on};
use super::issue::{self, Typed, billed};
use super::{PATH, apply, seen};
use crate::columns::{self, HEAD_LINES, Usual, cell, day_of, named, thousandths};

/// Where its file is sent.
pub(super) const FILE_PATH: &str = "/css/incomeInvoice/import/file";
/// Bytes of a call with a file, and what goes with it.
pub(super) const BYTES_MAX: usize = 10 * 1024 * 1024 + 64 * 1024;
/// Kind of the file while it waits.
const KIND: &str = "issued_invoices";
/// What the names of its columns are remembered as: one list for the company.
const MAPPING: (&str, Id) = ("ISSUED_INVOICE", Id(0));
/// Rows of one list.
const ROWS_MAX: usize = 2_000;
/// Reasons that are told where nothing is registered.
const TOLD_MAX: usize = 50;

const NO_FILE: Msg = Msg::new("digital_list.file", "请上传已开发票清单", "Upload the list of issued invoices.");
const NOTHING: Msg = Msg::new("digital_list.none", "文件中没有发票", "The file has no invoice.");
const AT: Msg = Msg::new("digital_list.at", "第{line}行发票{num}：{why}", "Row {line}, invoice {num}: {why}");
const BAD_DAY: Msg = Msg::new("digital_list.day", "开票日期格式有误", "The date can't be read.");
const BAD_AMOUNT: Msg = Msg::new("digital_list.amount", "金额格式有误", "An amount can't be read.");
const BAD_RATE: Msg = Msg::new("digital_list.rate", "税率有误", "The tax rate can't be read.");
const NOT_NORMAL: Msg = Msg::new("digital_list.state", "发票状态为{state}", "Its state is {state}.");
const IS_RED: Msg =
    Msg::new("digital_list.red", "红字发票请用红冲登记", "A red invoice is registered by taking one back.");
const TWICE: Msg = Msg::new("digital_list.twice", "发票号码重复", "The number stands in the file twice.");
const UNKNOWN: Msg = Msg::new("digital_list.unknown", "没有找到开票申请", "There is no such application.");
const NOT_VALID: Msg =
    Msg::new("digital_list.cancelled", "开票申请审批中或已撤销", "The application is under approval, or cancelled.");
const OTHER_TYPE: Msg = Msg::new("digital_list.type", "发票类型应为{wanted}", "The type should be {wanted}.");
const OTHER_TITLE: Msg =
    Msg::new("digital_list.title", "抬头与申请不一致，应为{wanted}", "The title should be {wanted}.");
const OTHER_TAXPAYER: Msg = Msg::new(
    "digital_list.taxpayer",
    "纳税人识别号与申请不一致，应为{wanted}",
    "The tax number of the buyer should be {wanted}.",
);
const OTHER_SUM: Msg = Msg::new(
    "digital_list.sum",
    "价税合计{sum}与申请未开票金额{wanted}不一致",
    "It comes to {sum}, and {wanted} are left of the application.",
);

const FILE: Field =
    Field::files(FILE_PATH, "已开发票清单", "List of issued invoices").wire("list").range(1, 10 * 1024 * 1024);
const LOOK: &str = "LOOK";
const SAVE: &str = "SAVE";
const MODES: &[Choice] =
    &[Choice::new(LOOK, "仅核对", "Look only"), Choice::new(SAVE, "核对并登记", "Look and register")];
const MODE: Field = Field::select(MODES, "方式", "How").column("mode").required().initially("\"LOOK\"");

const NUM: Field = named("发票号码列", "Column of the number", "num_column");
const DATE: Field = named("开票日期列", "Column of the date", "date_column");
const TITLE: Field = named("购买方名称列", "Column of the buyer", "title_column");
const TOTAL: Field = named("价税合计列", "Column of the amount", "total_column");
const TAX: Field = named("税额列", "Column of the tax", "tax_column");
const TAXPAYER: Field = named("购方识别号列", "Column of the buyer's tax number", "taxpayer_column");
const TYPE: Field = named("发票票种列", "Column of the type", "type_column");
const STATE: Field = named("发票状态列", "Column of the state", "state_column");
const ITEM: Field = named("项目名称列", "Column of the item", "item_column");
const RATE: Field = named("税率列", "Column of the tax rate", "rate_column");
const SERIAL: Field = named("发票流水号列", "Column of the serial number", "serial_column");
const REMARK: Field = named("备注列", "Column of the remark", "remark_column");
/// What is asked for.
pub(super) const FIELDS: &[Field] =
    &[FILE, MODE, NUM, DATE, TITLE, TOTAL, TAX, TAXPAYER, TYPE, STATE, ITEM, RATE, SERIAL, REMARK];

/// Columns with the names the tax office gives them; the first four must be there.
const COLUMNS: [Usual; 12] = [
    (NUM, &["数电发票号码", "数电票号码", "发票号码", "Invoice number"]),
    (DATE, &["开票日期", "Invoice date"]),
    (TITLE, &["购买方名称", "购方名称", "Buyer"]),
    (TOTAL, &["价税合计", "Amount"]),
    (TAX, &["税额", "合计税额", "Tax"]),
    (TAXPAYER, &["购方识别号", "购买方纳税人识别号", "购方税号"]),
    (TYPE, &["发票票种", "票种", "发票类型"]),
    (STATE, &["发票状态"]),
    (ITEM, &["货物或应税劳务名称", "项目名称"]),
    (RATE, &["税率", "税率/征收率"]),
    (SERIAL, &["发票流水号", "流水号", "申请单号"]),
    (REMARK, &["备注", "Remark"]),
];
const NEEDED: usize = 4;

/// POST /css/incomeInvoice/import/file: the file waits until it is looked at.
pub(super) fn keep_file(call: &mut Call) -> Outcome {
    attached::upload_looked_at(call, KIND, PATH, |name, bytes| {
        let mime = if name.to_ascii_lowercase().ends_with(".csv") { "text/csv" } else { "application/octet-stream" };
        // Read once here, so that what is no table is refused before it is kept.
        read_cells(name, &bytes, ROWS_MAX + HEAD_LINES)?;
        Ok(Accepted { name: files::clean_name(name), known: FileType { mime, image: false }, bytes })
    })
}

/// The names of columns as they were last.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let kept = columns::mapping(conn, actor.org_id, MAPPING)?;
    Ok(COLUMNS.iter().map(|(field, _)| (field.name(), json!(kept.get(&field.name())))).collect())
}

/// An invoice of the list; of one with several items the rows are added.
struct Listed {
    line: u32,
    num: String,
    day: Option<Day>,
    title: String,
    taxpayer: String,
    kind: Option<&'static str>,
    /// The application it names, and the currency of that.
    named: Option<Named>,
    total: i64,
    tax: Option<i64>,
    items: Vec<Line>,
    why: Option<Text>,
}

/// The number of an application, and a currency where it is followed by one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    num: String,
    currency: Option<String>,
}

impl Named {
    /// `SE-IA-2606020001USD` anywhere in a text.
    fn in_text(text: &str) -> Option<Self> {
        const KIND: &str = "-IA-";
        let place = text.find(KIND)?;
        let scope: String = text.get(..place)?.chars().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
        let rest = text.get(place + KIND.len()..)?;
        let day: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let code: String = rest.chars().skip(day.len()).take_while(char::is_ascii_uppercase).collect();
        let fits = scope.len() == 2 && scope.bytes().all(|letter| letter.is_ascii_uppercase()) && !day.is_empty();
        let currency = Some(code).filter(|code| code.len() == 3);
        fits.then(|| Self { num: format!("{scope}{KIND}{day}"), currency })
    }
}

/// Looks at a list, and registers its invoices where that is asked for and nothing stands against it.
pub(super) fn run(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    actor.need(INCOME_VIEW)?;
    need_on(tx, org)?;
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
    let mut listed = listed(below, &places);
    if listed.is_empty() {
        filled.findings.error(FILE.name(), NOTHING.text());
        return Ok(());
    }
    known(tx, &mut listed)?;
    let ground = ground(tx, &mut listed)?;
    let saves = filled.get::<String>(MODE)? == SAVE;
    if saves {
        for one in listed.iter().filter(|one| one.why.is_some()).take(TOLD_MAX) {
            filled.findings.error(FILE.name(), one.said());
        }
        filled.unless_clean()?;
        for held in ground.into_values() {
            book(tx, &held, &listed, &mut filled.findings)?;
        }
        filled.unless_clean()?;
        columns::remember(tx, MAPPING, &asked)?;
    } else {
        tx.no_log_line();
    }
    filled.answer("imported", json!(if saves { listed.len() } else { 0 }));
    filled.answer("told", told(&listed, saves).json());
    Ok(())
}

/// The invoices of a list in their order. Without a column of items each has one row.
fn listed(rows: &[CellRow], places: &[Option<usize>; 12]) -> Vec<Listed> {
    let has_items = places.get(8).is_some_and(Option::is_some) && places.get(9).is_some_and(Option::is_some);
    let mut all: Vec<Listed> = Vec::new();
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let num = invoicing::number(&cell(row, places, 0));
        // Below the list stands its sum.
        if num.is_empty() {
            continue;
        }
        let one = one_listed(row, places, (num, has_items));
        match at.get(&one.num).and_then(|place| all.get_mut(*place)) {
            Some(known) => known.add(one, has_items),
            None => {
                at.insert(one.num.clone(), all.len());
                all.push(one);
            }
        }
    }
    all
}

fn one_listed(row: &CellRow, places: &[Option<usize>; 12], (num, has_items): (String, bool)) -> Listed {
    let text = |column: usize| cell(row, places, column);
    let (total, tax) = (thousandths(&text(3)), Some(text(4)).filter(|tax| !tax.is_empty()));
    let tax_raw = tax.as_deref().and_then(thousandths);
    let day = day_of(&text(1));
    let state = text(7);
    let mut why = None;
    if day.is_none() {
        why = Some(BAD_DAY.text());
    } else if total.is_none() || (tax.is_some() && tax_raw.is_none()) {
        why = Some(BAD_AMOUNT.text());
    } else if !state.is_empty() && state != "正常" {
        why = Some(NOT_NORMAL.with(&[("state", &state)]));
    } else if total.is_some_and(|total| total < 0) {
        why = Some(IS_RED.text());
    }
    let total = total.unwrap_or_default();
    let mut items = Vec::new();
    if has_items {
        match (rate_of(&text(9)), tax_raw) {
            (Some(rate), Some(tax)) => {
                items.push(Line { item: text(8), tax_rate: rate, amount: total, not_tax: total - tax, tax });
            }
            _ => why = why.or(Some(BAD_RATE.text())),
        }
    }
    let kind = match text(6) {
        kind if kind.contains("专") => Some(DIGITAL_SPECIAL),
        kind if kind.contains("普") => Some(DIGITAL),
        _ => None,
    };
    let named = Named::in_text(&text(10)).or_else(|| Named::in_text(&text(11)));
    Listed {
        line: row.number,
        num,
        day,
        title: text(2),
        taxpayer: text(5),
        kind,
        named,
        total,
        tax: tax_raw,
        items,
        why,
    }
}

/// A tax rate as charges have it: `6%` of 6%, 0.06 and 6; 免税 of that, and of 不征税.
fn rate_of(text: &str) -> Option<String> {
    let text = text.trim();
    if ["免税", "不征税"].contains(&text) {
        return Some(charge::item::EXEMPT.to_owned());
    }
    let percent = match text.strip_suffix('%') {
        Some(percent) => percent.trim().to_owned(),
        None => {
            let raw = kernel::parse_scaled(text, 4).ok()?;
            kernel::format_scaled(raw.checked_mul(100)?, 4, 4)
        }
    };
    let short = if percent.contains('.') { percent.trim_end_matches('0').trim_end_matches('.') } else { &percent };
    let word = format!("{short}%");
    tax_of(&word).map(|_| word)
}

impl Listed {
    /// Another row of the same number: a further item, or the number twice.
    fn add(&mut self, other: Self, has_items: bool) {
        if !has_items || other.day != self.day || other.title != self.title {
            self.why = self.why.take().or(Some(TWICE.text()));
            return;
        }
        self.total = self.total.saturating_add(other.total);
        self.tax = self.tax.zip(other.tax).map(|(one, more)| one.saturating_add(more));
        self.items.extend(other.items);
        self.why = self.why.take().or(other.why);
    }

    /// Where it stands and why it can't be registered.
    fn said(&self) -> Text {
        let why = self.why.clone().unwrap_or_else(|| UNKNOWN.text());
        let line = self.line.to_string();
        let zh = [("line", line.as_str()), ("num", &self.num), ("why", &why.zh)];
        AT.with_each(&zh, &[("line", line.as_str()), ("num", &self.num), ("why", &why.en)])
    }

    fn blame(&mut self, why: Text) {
        self.why = self.why.take().or(Some(why));
    }
}

/// Numbers that are no digital ones, and those that are registered already.
fn known(tx: &mut Tx<'_>, listed: &mut [Listed]) -> Result<(), Refusal> {
    let org = tx.org();
    let taken = invoicing::taken_among(tx, org, Side::Receivable, listed.iter().map(|one| one.num.as_str()))?;
    for one in listed {
        if let Some((_, why)) = invoicing::number_fault(DIGITAL, "", &one.num) {
            one.blame(why.text());
        } else if taken.contains(&(String::new(), one.num.clone())) {
            one.blame(invoicing::taken(Side::Receivable, &one.num));
        }
    }
    Ok(())
}

/// The applications the list names, held; what differs from them is told at the invoices.
fn ground(tx: &mut Tx<'_>, listed: &mut [Listed]) -> Result<BTreeMap<Id, Held>, Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let numbers: BTreeSet<String> = listed.iter().filter_map(|one| Some(one.named.as_ref()?.num.clone())).collect();
    let mut select = sql::from(org, application::TABLE);
    select
        .column("id")
        .and_where(sql::is_in(sql::col("application_num"), numbers))
        .cond_where(seen::applications(actor));
    let ids: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut all = BTreeMap::new();
    for id in ids {
        if seen::hidden(tx, actor, id)? == 0 {
            all.insert(id, application::held(tx, id)?);
        }
    }
    for one in listed.iter_mut() {
        let held = all.values().find(|held| one.is_of(held));
        if let Some(why) = held.map_or_else(|| Some(UNKNOWN.text()), |held| one.differs(held)) {
            one.blame(why);
        }
    }
    for held in all.values() {
        sums(tx, held, listed)?;
        let billed = billed(tx, org, held)?;
        if let Some(why) = apply::type_fault(&held.application.kind, billed.iter()) {
            listed.iter_mut().filter(|one| one.is_of(held)).for_each(|one| one.blame(why.text()));
        }
    }
    Ok(all)
}

/// Texts as they are compared: without blanks, signs of one width.
fn folded(text: &str) -> String {
    invoicing::number(text)
}

impl Listed {
    fn is_of(&self, held: &Held) -> bool {
        self.named.as_ref().is_some_and(|named| named.num == held.application.num)
    }

    /// What of an application it does not say.
    fn differs(&self, held: &Held) -> Option<Text> {
        let wanted = &held.application;
        let say = |why: Msg, wanted: &str| Some(why.with(&[("wanted", wanted)]));
        if wanted.state != VALID {
            return Some(NOT_VALID.text());
        }
        if ![DIGITAL, DIGITAL_SPECIAL].contains(&wanted.kind.as_str())
            || self.kind.is_some_and(|kind| kind != wanted.kind)
        {
            return say(OTHER_TYPE, &wanted.kind);
        }
        if folded(&self.title) != folded(&wanted.title) {
            return say(OTHER_TITLE, &wanted.title);
        }
        let differs = !self.taxpayer.is_empty() && !wanted.taxpayer.is_empty();
        if differs && folded(&self.taxpayer) != folded(&wanted.taxpayer) {
            return say(OTHER_TAXPAYER, &wanted.taxpayer);
        }
        None
    }

    /// Whether it is of a currency of its application: the functional one unless it names another, or nothing else is left.
    fn is_in(&self, currency: &str, own: &str, only: bool) -> bool {
        let named = self.named.as_ref().and_then(|named| named.currency.as_deref());
        named.map_or(currency == own || only, |named| named == currency)
    }
}

/// The invoices of an application come to what is left of it in their currency; a foreign amount is one invoice.
fn sums(tx: &mut Tx<'_>, held: &Held, listed: &mut [Listed]) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let all = left(held, own.code())?;
    let mut fits: BTreeSet<usize> = BTreeSet::new();
    for one in &all {
        let is_in = |of: &Listed| of.is_of(held) && of.is_in(&one.currency, own.code(), all.len() == 1);
        let own_ones: Vec<usize> = (0..listed.len()).filter(|at| listed.get(*at).is_some_and(is_in)).collect();
        let sum: i64 = own_ones.iter().filter_map(|at| listed.get(*at)).map(|of| of.total).sum();
        if own_ones.is_empty() {
            continue;
        }
        if sum == one.face && (one.currency == own.code() || own_ones.len() == 1) {
            fits.extend(own_ones);
            continue;
        }
        let (sum, wanted) = (figure_of(sum, own.code())?, figure_of(one.face, own.code())?);
        for at in own_ones {
            fits.insert(at);
            if let Some(of) = listed.get_mut(at) {
                of.blame(OTHER_SUM.with(&[("sum", &sum), ("wanted", &wanted)]));
            }
        }
    }
    for (at, of) in listed.iter_mut().enumerate().filter(|(_, of)| of.is_of(held)) {
        if !fits.contains(&at) {
            let sum = figure_of(of.total, own.code())?;
            of.blame(OTHER_SUM.with(&[("sum", &sum), ("wanted", &figure_of(0, own.code())?)]));
        }
    }
    Ok(())
}

/// Registers the invoices of an application, by which it is held.
fn book(tx: &mut Tx<'_>, held: &Held, listed: &[Listed], findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let all = left(held, own.code())?;
    let billed = billed(tx, org, held)?;
    let (mut typed, mut lines, mut of) = (Vec::new(), Vec::new(), Vec::new());
    for one in listed.iter().filter(|one| one.is_of(held)) {
        let is_in = |left: &&super::digital::Left| one.is_in(&left.currency, own.code(), all.len() == 1);
        let left = all.iter().find(is_in).ok_or_else(|| Refusal::broken("an invoice of no currency"))?;
        let foreign = left.currency != own.code();
        let amount = if foreign { left.amount } else { one.total };
        typed.push(Typed { num: one.num.clone(), code: String::new(), currency: left.currency.clone(), amount });
        // What a foreign amount is made of stands on its face alone.
        lines.push(if foreign { Vec::new() } else { one.items.clone() });
        of.push((one, foreign));
    }
    let Some(day) = of.first().and_then(|(one, _)| one.day) else { return Ok(()) };
    let kind = held.application.kind.as_str();
    let mut wanted = issue::wanted(tx, (held, &billed), (kind, day, ""), (typed, lines), findings)?;
    if findings.has_errors() {
        return Ok(());
    }
    for (wanted, (one, foreign)) in wanted.iter_mut().zip(of) {
        wanted.date = one.day.unwrap_or(day);
        if let Some(tax) = one.tax.filter(|_| !foreign) {
            fit(wanted, tax);
        }
    }
    issue::register(tx, held.application.id, &wanted).map(drop)
}

/// The tax is what the tax office says: lines that were shared by charges may miss it by some cents, which the last one takes.
fn fit(wanted: &mut invoicing::Wanted, tax: i64) {
    let missing = tax - wanted.lines.iter().map(|line| line.tax).sum::<i64>();
    if let Some(last) = wanted.lines.last_mut() {
        last.tax += missing;
        last.not_tax -= missing;
        wanted.tax = tax;
    }
}

fn told(listed: &[Listed], saves: bool) -> Told {
    let columns = [
        ("line", ("行", "Row"), true),
        ("num", ("发票号码", "Number"), false),
        ("title", ("购买方名称", "Buyer"), false),
        ("application", ("开票申请", "Application"), false),
        ("why", ("说明", "What is wrong"), false),
    ];
    let wrong = listed.iter().filter(|one| one.why.is_some()).count();
    let fine = (listed.len() - wrong).to_string();
    let label = if saves { ("已登记", "Registered") } else { ("可登记", "Can be registered") };
    let row = |one: &Listed| {
        let why = one.why.clone().map_or_else(|| Said::from("-".to_owned()), |why| Said { zh: why.zh, en: why.en });
        vec![
            Said::from(one.line.to_string()),
            Said::from(one.num.clone()),
            Said::from(one.title.clone()),
            Said::from(one.named.as_ref().map(|named| named.num.clone()).unwrap_or_default()),
            why,
        ]
    };
    Told::default()
        .toned(label, fine, "done")
        .toned(("有误", "Wrong"), wrong.to_string(), if wrong == 0 { "neutral" } else { "danger" })
        .table(("发票", "Invoices"), &columns, listed.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_is_named_anywhere_in_a_text() {
        let of = |text: &str| Named::in_text(text).map(|named| (named.num, named.currency.unwrap_or_default()));
        let is = |num: &str, code: &str| Some((num.to_owned(), code.to_owned()));
        assert_eq!(of("SE-IA-2606020001"), is("SE-IA-2606020001", ""));
        assert_eq!(of("备注：AE-IA-2607150001USD 汇率"), is("AE-IA-2607150001", "USD"));
        assert_eq!(of("AE-IA-2607150001 USD 3,000.00"), is("AE-IA-2607150001", ""));
        for text in ["", "-IA-", "A-IA-1", "ae-IA-1", "AE-DN-2607150001"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn tax_rates_are_read_as_the_tax_office_writes_them() {
        for (text, wanted) in
            [("6%", "6%"), ("0.06", "6%"), ("0.13", "13%"), ("1.5%", "1.5%"), ("0", "0%"), ("免税", "免税")]
        {
            assert_eq!(rate_of(text).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!((rate_of("六"), rate_of("")), (None, None));
    }
}
