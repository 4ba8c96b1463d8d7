//! 数电票, by files: applications go out as rows of the tax office's template for issuing many invoices at once, and the invoices
//! that were issued come back as the list it exports ([`super::digital_list`]). Off until the company turns it on.
//!
//! The layout is that of 批量开票-导入开票模板, version V260401, of the electronic tax bureau; where it was read stands in
//! docs/decisions/0033. Its first two sheets have their headings in the third row and begin in the fourth. The bureau takes its
//! own file of the present version alone, so these rows are put into a template that was just downloaded.

use std::collections::{BTreeMap, BTreeSet};

use charge::item::EXEMPT;
use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use domain::switch::{DIGITAL_INVOICE, DIGITAL_TAX_CODES};
use kernel::{ExchangeRate, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::files::XLSX;
use platform::prelude::*;
use platform::setting;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::Deserialize;
use settle::amounts::figure_of;
use settle::application::{self, Held, VALID, weights};
use settle::invoicing::{self, Cover, DIGITAL, DIGITAL_SPECIAL, Line};
use trade::charge::exchange;

use super::issue::billed;
use super::{PATH, seen};

/// Applications of one file; the template holds some thousand rows.
const APPLICATIONS_MAX: usize = 300;
/// Letters of a remark.
const REMARK_MAX: usize = 230;
/// The entry of the tax codes that counts for items without one of their own.
const ANY_ITEM: &str = "默认";

const OFF: Msg = Msg::new(
    "digital.off",
    "未启用数电票文件对接，请在企业配置的业务开关中启用",
    "Files of digital invoices are turned off. Turn them on in the company's configuration.",
);
const NONE: Msg = Msg::new("digital.none", "请选择开票申请", "Choose applications.");
const TOO_MANY: Msg =
    Msg::new("digital.many", "一次最多导出{n}个开票申请", "At most {n} applications stand in one file.");
const OTHER_TYPE: Msg = Msg::new("digital.type", "{n}不是数电发票", "{n} asks for no digital invoice.");
const NOT_VALID: Msg = Msg::new("digital.state", "{n}审批中或已撤销", "{n} is under approval, or cancelled.");
const INVOICED: Msg = Msg::new("digital.invoiced", "{n}已开票完毕", "All of {n} is invoiced.");
const NEGATIVE: Msg =
    Msg::new("digital.negative", "{n}金额为负数，请红冲原发票", "{n} is negative: take back the original invoice.");
const NO_CODE: Msg = Msg::new(
    "digital.code",
    "开票项目没有税收分类编码：{items}，请在企业配置的业务开关中维护",
    "These items have no tax code: {items}. Enter them in the company's configuration.",
);

/// Refuses both directions until the company turned them on.
pub(super) fn need_on(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    if setting::value(conn, org, &DIGITAL_INVOICE, None)? { Ok(()) } else { Err(Refusal::business(OFF)) }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
}

/// An invoice that is to be issued.
#[derive(Debug)]
struct Wanted {
    /// 发票流水号: number of the application, and the currency where it is a foreign one; by it the invoice finds back.
    serial: String,
    special: bool,
    buyer: Buyer,
    remark: String,
    lines: Vec<Line>,
}

/// Whom it is issued to.
#[derive(Debug, Clone, Default)]
struct Buyer {
    title: String,
    taxpayer: String,
    address: String,
    phone: String,
    bank: String,
    account: String,
    mail: String,
    remark: String,
}

/// What is left of an application in a currency: how much, on the face of an invoice, and which rows it covers.
#[derive(Debug)]
pub(super) struct Left {
    /// Currency.
    pub currency: String,
    /// Amount in it.
    pub amount: i64,
    /// What the invoice says: a foreign amount in the functional currency at the rates of its rows 票面.
    pub face: i64,
    /// The rows.
    covers: Vec<Cover>,
}

/// What is left of an application, by currency.
pub(super) fn left(held: &Held, own: &str) -> Result<Vec<Left>, Refusal> {
    let mut all = Vec::new();
    for currency in held.currencies() {
        let rooms = held.rooms(currency);
        let parts: Vec<(Id, i64)> =
            rooms.iter().filter(|room| room.rest != 0).map(|room| (room.row, room.rest)).collect();
        let covers = invoicing::covers(&parts, &rooms, currency, own)?;
        let amount: i64 = parts.iter().map(|(_, rest)| *rest).sum();
        let face = if currency == own { amount } else { covers.iter().map(|cover| cover.functional).sum() };
        if !parts.is_empty() {
            all.push(Left { currency: currency.to_owned(), amount, face, covers });
        }
    }
    Ok(all)
}

/// POST /css/invoiceApplication/digital {ids}: the invoices of applications as rows of the template.
pub(super) fn export(call: &mut Call) -> Outcome {
    let Asked { ids } = call.json()?;
    let once: BTreeSet<Id> = ids.into_iter().collect();
    if once.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if once.len() > APPLICATIONS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &APPLICATIONS_MAX.to_string())])));
    }
    let (ready, day) = call.write(|tx| {
        let (org, actor) = (tx.org(), tx.actor);
        actor.need(INCOME_VIEW)?;
        need_on(tx, org)?;
        let mut wanted = Vec::new();
        for id in &once {
            seen::need_whole(tx, actor, *id)?;
            let held = application::held(tx, *id)?;
            wanted.extend(invoices(tx, &held)?);
            let entry = LogEntry::of(application::OBJECT, *id, &held.application.num, PATH).did("导出", "导出开票模板");
            tx.log(entry.level(Level::High))?;
        }
        let codes = codes(tx, org)?;
        need_codes(&wanted, &codes)?;
        Ok((Ready { wanted, codes, currency: rate::functional(tx, org)?.code().to_owned() }, tx.now.day()))
    })?;
    let bytes = workbook(&ready).map_err(|error| Refusal::broken(format!("digital invoices: {error}")))?;
    let name = format!("批量开票_{}.xlsx", kernel::show_day(day));
    Ok(Answer::File { name, mime: XLSX.to_owned(), bytes, inline: false })
}

/// What the file is made of.
struct Ready {
    wanted: Vec<Wanted>,
    codes: BTreeMap<String, String>,
    currency: String,
}

/// The invoices an application asks for: one for each currency.
fn invoices(tx: &mut Tx<'_>, held: &Held) -> Result<Vec<Wanted>, Refusal> {
    let (org, num) = (tx.org(), &held.application.num);
    let say = |why: Msg| Err(Refusal::Business(why.with(&[("n", num)])));
    if ![DIGITAL, DIGITAL_SPECIAL].contains(&held.application.kind.as_str()) {
        return say(OTHER_TYPE);
    }
    if held.application.state != VALID {
        return say(NOT_VALID);
    }
    let own = rate::functional(tx, org)?;
    let all = left(held, own.code())?;
    if all.is_empty() {
        return say(INVOICED);
    }
    if all.iter().any(|one| one.amount < 0) {
        return say(NEGATIVE);
    }
    let (billed, buyer) = (billed(tx, org, held)?, buyer(tx, org, held)?);
    let mut wanted = Vec::new();
    for one in all {
        let lines = invoicing::shared(one.face, own.code(), &weights(&billed, &one.currency))?;
        let (serial, said) = if one.currency == own.code() {
            (num.clone(), String::new())
        } else {
            (format!("{num}{}", one.currency), foreign(&one)?)
        };
        let parts = [num.as_str(), &said, &buyer.remark].into_iter().filter(|part| !part.is_empty());
        let remark = parts.collect::<Vec<_>>().join(" ").chars().take(REMARK_MAX).collect();
        let special = held.application.kind == DIGITAL_SPECIAL;
        wanted.push(Wanted { serial, special, buyer: buyer.clone(), remark, lines });
    }
    Ok(wanted)
}

/// `USD 3,000.00 汇率 7.0000`, as the invoice of a foreign amount says it; without a rate where its rows have several.
fn foreign(left: &Left) -> Result<String, Refusal> {
    let amount = format!("{} {}", left.currency, figure_of(left.amount, &left.currency)?);
    let rates: BTreeSet<i64> = left.covers.iter().map(|cover| cover.rate).collect();
    let mut rates = rates.into_iter();
    Ok(match (rates.next(), rates.next()) {
        (Some(rate), None) => format!("{amount} 汇率 {}", exchange::text(ExchangeRate::from_raw(rate))),
        _ => amount,
    })
}

fn buyer(conn: &mut dyn Conn, org: i64, held: &Held) -> Result<Buyer, Refusal> {
    let mut select = sql::from(org, application::TABLE);
    select
        .columns(["address", "phone", "bank_name", "bank_number", "mail", "remark"])
        .and_where(sql::eq("id", held.application.id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    Ok(Buyer {
        title: held.application.title.clone(),
        taxpayer: held.application.taxpayer.clone(),
        address: text(0)?,
        phone: text(1)?,
        bank: text(2)?,
        account: text(3)?,
        mail: text(4)?,
        remark: text(5)?,
    })
}

/// 税收分类编码 by the names of items.
fn codes(conn: &mut dyn Conn, org: i64) -> Result<BTreeMap<String, String>, Refusal> {
    let entries = setting::values::<String>(conn, org, &DIGITAL_TAX_CODES, None)?;
    let pair = |entry: &String| entry.rsplit_once('=').map(|(item, code)| (item.trim().to_owned(), code.to_owned()));
    Ok(entries.iter().filter_map(pair).collect())
}

fn code<'a>(codes: &'a BTreeMap<String, String>, item: &str) -> Option<&'a String> {
    codes.get(item).or_else(|| codes.get(ANY_ITEM))
}

fn need_codes(wanted: &[Wanted], codes: &BTreeMap<String, String>) -> Result<(), Refusal> {
    let items = wanted.iter().flat_map(|one| &one.lines).map(|line| line.item.as_str());
    let without: BTreeSet<&str> = items.filter(|item| code(codes, item).is_none()).collect();
    if without.is_empty() {
        return Ok(());
    }
    let items = without.into_iter().collect::<Vec<_>>().join("、");
    Err(Refusal::Business(NO_CODE.with(&[("items", &items)])))
}

/// Headings of the sheet of invoices, in its order.
const HEADS: [&str; 39] = [
    "发票流水号",
    "发票类型",
    "特定业务类型",
    "是否含税",
    "受票方自然人标识",
    "购买方名称",
    "购买方纳税人识别号",
    "购买方证件类型",
    "购买方证件号码",
    "购买方国籍（或地区）",
    "购买方地址",
    "购买方所在地区（报废产品收购必填）",
    "购买方所在地区（报废产品收购必填）",
    "购买方所在地区（报废产品收购必填）",
    "购买方所在地区（报废产品收购必填）",
    "购买方详细地址（报废产品收购必填）",
    "购买方电话",
    "购买方开户银行",
    "购买方银行账号",
    "是否展示购买方地址电话银行账号",
    "是否开具涉税专业服务发票品目",
    "涉税专业服务协议编号",
    "备注",
    "报废产品销售类型",
    "每千克煤炭发热量",
    "干基全硫",
    "干燥无灰基挥发分",
    "销售方开户行",
    "销售方银行账号",
    "是否展示销售方地址电话银行账号",
    "购买方邮箱",
    "购买方经办人姓名",
    "购买方经办人证件类型",
    "购买方经办人证件号码",
    "经办人国籍(地区)",
    "经办人自然人纳税人识别号",
    "放弃享受减按1%征收率原因",
    "收款人",
    "复核人",
];
/// Headings of the sheet of lines, in its order.
const LINE_HEADS: [&str; 14] = [
    "发票流水号",
    "项目名称",
    "商品和服务税收编码",
    "规格型号",
    "单位",
    "数量",
    "单价",
    "金额",
    "税率",
    "折扣金额",
    "是否使用优惠政策",
    "优惠政策类型",
    "即征即退类型",
    "煤炭种类",
];
/// The row of the headings, and the first of the data.
const HEAD_ROW: u32 = 2;
const FIRST_ROW: u32 = 3;

impl Wanted {
    /// Its row: values by headings; the others stay empty.
    fn row(&self) -> [(&'static str, &str); 13] {
        let buyer = &self.buyer;
        [
            ("发票流水号", &self.serial),
            ("发票类型", if self.special { "增值税专用发票" } else { "普通发票" }),
            ("是否含税", "是"),
            ("受票方自然人标识", "否"),
            ("购买方名称", &buyer.title),
            ("购买方纳税人识别号", &buyer.taxpayer),
            ("购买方地址", &buyer.address),
            ("购买方电话", &buyer.phone),
            ("购买方开户银行", &buyer.bank),
            ("购买方银行账号", &buyer.account),
            ("是否展示购买方地址电话银行账号", buyer.shown()),
            ("备注", &self.remark),
            ("购买方邮箱", &buyer.mail),
        ]
    }
}

impl Buyer {
    /// What of him the invoice shows beside title and number.
    fn shown(&self) -> &'static str {
        let reached = !(self.address.is_empty() && self.phone.is_empty());
        let banked = !(self.bank.is_empty() && self.account.is_empty());
        match (reached, banked) {
            (true, true) => "展示地址、电话、开户银行及银行账号",
            (true, false) => "展示地址、电话",
            (false, true) => "展示开户银行、银行账号",
            (false, false) => "",
        }
    }
}

/// 0.06 of `6%`; 0 of what is free of tax.
fn decimal_rate(rate: &str) -> String {
    let percent = rate.strip_suffix('%').and_then(|text| kernel::parse_scaled(text, 2).ok()).unwrap_or_default();
    let text = kernel::format_scaled(percent, 4, 4);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

fn line_row<'a>(one: &'a Wanted, line: &'a Line, ready: &'a Ready) -> [(&'static str, String); 7] {
    let amount = rate::currency_of(&ready.currency).map(|currency| money_text(line.amount, currency));
    let free = line.tax_rate == EXEMPT;
    [
        ("发票流水号", one.serial.clone()),
        ("项目名称", line.item.clone()),
        ("商品和服务税收编码", code(&ready.codes, &line.item).cloned().unwrap_or_default()),
        ("金额", amount.unwrap_or_default()),
        ("税率", decimal_rate(&line.tax_rate)),
        ("是否使用优惠政策", if free { "是" } else { "否" }.to_owned()),
        ("优惠政策类型", if free { EXEMPT } else { "" }.to_owned()),
    ]
}

fn workbook(ready: &Ready) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let invoices = ready.wanted.iter().map(|one| one.row().map(|(head, text)| (head, text.to_owned())).to_vec());
    sheet(&mut book, ("1-发票基本信息", &HEADS), invoices)?;
    let lines = ready.wanted.iter().flat_map(|one| one.lines.iter().map(move |line| (one, line)));
    sheet(&mut book, ("2-发票明细信息", &LINE_HEADS), lines.map(|(one, line)| line_row(one, line, ready).to_vec()))?;
    book.save_to_buffer()
}

fn sheet(
    book: &mut Workbook,
    (name, heads): (&str, &[&str]),
    rows: impl Iterator<Item = Vec<(&'static str, String)>>,
) -> Result<(), XlsxError> {
    let sheet = book.add_worksheet();
    sheet.set_name(name)?;
    let bold = Format::new().set_bold();
    for (place, head) in (0u16..).zip(heads) {
        sheet.write_with_format(HEAD_ROW, place, *head, &bold)?;
        sheet.set_column_width(place, 18.0)?;
    }
    for (row, cells) in (FIRST_ROW..).zip(rows) {
        for (place, head) in (0u16..).zip(heads) {
            // Of a heading that stands there several times the first is meant; all cells are texts, as the template asks.
            if let Some((_, text)) = cells.iter().find(|(of, text)| of == head && !text.is_empty()) {
                sheet.write_string(row, place, platform::list::inert(text))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_decimals_and_only_what_is_known_of_the_buyer_is_shown() {
        let of = ["6%", "13%", "1.5%", "0%", EXEMPT].map(decimal_rate);
        assert_eq!(of, ["0.06", "0.13", "0.015", "0", "0"]);
        let address = Buyer { address: "示例路1号".to_owned(), ..Buyer::default() };
        assert_eq!((Buyer::default().shown(), address.shown()), ("", "展示地址、电话"));
    }
}
