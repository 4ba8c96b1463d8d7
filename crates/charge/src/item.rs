//! Service items 服务项目 (catalogue prm.md 8): the kinds of charge of each business scope. Here are their table, what a
//! company begins with, and what other rooms ask about them.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Id, IdMint, Instant, Msg, Scope};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft};
use platform::field::{Choice, Field};
use platform::page::Words;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use platform::when::When;
use serde_json::{Value as Json, json};

use crate::card;
use crate::coop_service;
use crate::line;
use crate::terms::CARRIES;

/// Its table.
pub const TABLE: &str = ServiceItem::TABLE;
/// Charged to customers, paid to suppliers, or both.
pub const KINDS: &[Choice] = &[
    Choice::new("INCOME", "应收", "Receivable").tone("info"),
    Choice::new("COST", "应付", "Payable").tone("warning"),
    Choice::new("BOTH", "两者", "Both"),
];
/// The types (dictionary 60) with the letters their codes begin with, in the order forms show them.
pub const TYPES: [(&str, &str); 8] = [
    ("干线", "GX"),
    ("支线", "ZX"),
    ("操作", "CZ"),
    ("包装", "BZ"),
    ("仓储", "CC"),
    ("快递", "KD"),
    ("关检", "GJ"),
    ("数据", "SJ"),
];
/// Whom another charge of an air waybill is due to.
const DUES: &[Choice] = &[Choice::new("A", "代理人", "Agent"), Choice::new("C", "承运人", "Carrier")];
/// Where an item comes from.
const SOURCES: &[Choice] = &[Choice::new("1", "平台", "Platform").tone("info"), Choice::new("0", "本公司", "Company")];
const CODE_FORM: Msg = Msg::new("service.code", "代码须为2个字母加2位数字", "A code is two letters and two digits.");
const EDI_FORM: Msg = Msg::new("service.edi", "运单杂费代码须为2个字母", "The waybill code is two letters.");
const INVOICE_FORM: Msg = Msg::new("service.invoice", "税收分类编码须为19位数字", "The goods code is 19 digits.");
/// Tax of what is passed on.
pub const EXEMPT: &str = "免税";

fn is_code(text: &str) -> bool {
    let (letters, digits) = text.split_at_checked(2).unwrap_or_default();
    is_letters(letters) && digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_letters(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_invoice_code(text: &str) -> bool {
    text.len() == 19 && text.bytes().all(|byte| byte.is_ascii_digit())
}

const HAS_EDI: When = When::Filled(&ServiceItem::EDI_CODE);
/// Most of a price or an amount, in its four decimals.
const MOST: i64 = 9_999_999_990_000;

const fn price(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(4, zh, en).range(0, MOST)
}

document! {
    /// One kind of charge of a scope.
    pub struct ServiceItem in "service_item" {
        /// Business scope.
        business_scope: String = Field::select(SCOPES, "业务范畴", "Scope").required().fixed(),
        /// Type, of dictionary 60.
        service_type: String = Field::dictionary(60, "类别", "Type").required(),
        /// Two letters of the type and two digits; given when it is left empty.
        service_code: String = Field::upper("代码", "Code").max(4).pattern("^[A-Za-z]{2}[0-9]{2}$", is_code, CODE_FORM),
        /// Short name that is typed.
        mnemonic: String = Field::text("助记码", "Mnemonic").max(20),
        /// Chinese name.
        service_name_cn: String = Field::text("名称", "Name").required().max(40),
        /// English name.
        service_name_en: String = Field::text("英文名", "English name").required().max(60),
        /// Charged, paid, or both.
        kind: String = Field::select(KINDS, "收支", "Side").required().initially("\"BOTH\""),
        /// What an income is charged by.
        basis_income: String = Field::dictionary(59, "应收计费标准", "Receivable basis"),
        /// Price of an income.
        income_price: Option<i64> = price("应收单价", "Receivable price"),
        /// Currency of an income.
        currency: String = Field::code("currency", "默认币种", "Currency").max(3),
        /// Least amount of an income.
        income_min: Option<i64> = price("最低", "Least").digits(2).wire("serviceAmountMin"),
        /// Greatest amount of an income.
        income_max: Option<i64> = price("最高", "Most").digits(2).wire("serviceAmountMax"),
        /// Digits an income keeps.
        income_digits: Option<i64> = Field::int("小数位", "Digits").range(0, 3),
        /// How an income is rounded.
        income_carry: String = Field::select(CARRIES, "进位", "Rounding"),
        /// What a cost is charged by.
        basis_cost: String = Field::dictionary(59, "应付计费标准", "Payable basis"),
        /// Price of a cost.
        cost_price: Option<i64> = price("应付单价", "Payable price"),
        /// Currency of a cost.
        cost_currency: String = Field::code("currency", "应付币种", "Payable currency").max(3),
        /// Least amount of a cost.
        cost_min: Option<i64> = price("应付最低", "Least cost").digits(2),
        /// Greatest amount of a cost.
        cost_max: Option<i64> = price("应付最高", "Most cost").digits(2),
        /// Digits a cost keeps.
        cost_digits: Option<i64> = Field::int("应付小数位", "Payable digits").range(0, 3),
        /// How a cost is rounded.
        cost_carry: String = Field::select(CARRIES, "应付进位", "Payable rounding"),
        /// Tax of incomes, of dictionary 61.
        vat_output: String = Field::dictionary(61, "销项税率", "Output tax").required().initially("\"6%\""),
        /// Tax of costs, of dictionary 61.
        vat_input: String = Field::dictionary(61, "进项税率", "Input tax").required().initially("\"6%\""),
        /// What an invoice calls it.
        invoice_name: String = Field::text("开票项目", "Invoice item").max(60),
        /// Code of goods and services on invoices.
        invoice_code: String = Field::text("税收分类编码", "Goods code").max(19).pattern("^[0-9]{19}$", is_invoice_code, INVOICE_FORM),
        /// An incidental charge.
        is_incidental: bool = Field::flag("杂费", "Incidental").initially("false"),
        /// Money passed on: no tax, and totals of its own.
        is_agency: bool = Field::flag("代收代付", "Passed on").initially("false"),
        /// Settled by an agreement.
        is_agreement: bool = Field::flag("协议结算", "By agreement").initially("false"),
        /// Offered first.
        is_frequent: bool = Field::flag("常用", "Frequent").initially("false"),
        /// Code among the other charges of an air waybill.
        edi_code: String = Field::upper("运单杂费代码", "Waybill code").max(2).pattern("^[A-Za-z]{2}$", is_letters, EDI_FORM),
        /// Whom it is due to there.
        edi_due: String = Field::select(DUES, "杂费归属", "Due to").shown_when(&HAS_EDI).required_when(&HAS_EDI),
        /// A cost waits for the supplier's word.
        need_confirm: bool = Field::flag("需成本确认", "Confirm costs").initially("false"),
        /// Amounts below nought are right.
        allow_negative: bool = Field::flag("允许负数", "Negative allowed").initially("false"),
        /// Group of the reports.
        group_code: String = Field::text("统计分组", "Group").max(20),
        /// First letters of the pinyin of the name.
        pinyin: String = Field::text("拼音首字母", "Pinyin initials").max(20),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Place in the list; given when it is left empty.
        sort: Option<i64> = Field::int("排序", "Order").range(0, 9_999),
        /// Whether it came from the platform.
        is_sys: i64 = Field::state(SOURCES, "来源", "Source"),
        /// Offered to new lines.
        active: bool = Field::flag("启用", "Active").wire("isValid").initially("true"),
    }
}

/// The letters codes of a type begin with; of a type a company made itself none.
pub fn letters_of(service_type: &str) -> &'static str {
    TYPES.iter().find(|(name, _)| *name == service_type).map_or("", |(_, letters)| letters)
}

/// The number of a code that begins with some letters.
fn number_of(code: &str, letters: &str) -> Option<i64> {
    code.strip_prefix(letters)?.parse().ok()
}

/// The next code of a type in a scope: behind the greatest, or the first that is free; none when all are taken.
pub fn next_code(conn: &mut dyn Conn, org: i64, scope: &str, service_type: &str) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("service_code").and_where(sql::eq("business_scope", scope.to_owned()));
    let letters = letters_of(service_type);
    let codes = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
    Ok(free_code(letters, &codes.iter().filter_map(|code| number_of(code, letters)).collect()))
}

fn free_code(letters: &str, taken: &BTreeSet<i64>) -> Option<String> {
    const LAST: i64 = 99;
    let behind = taken.last().map_or(1, |last| last + 1);
    let free = if behind <= LAST { Some(behind) } else { (1..=LAST).find(|number| !taken.contains(number)) };
    free.filter(|_| !letters.is_empty()).map(|number| format!("{letters}{number:02}"))
}

/// The place a code has in a list: types one behind the other, and codes in their order.
pub fn place_of(service_type: &str, code: &str) -> i64 {
    let known = (1i64..).zip(TYPES).find(|(_, (name, _))| *name == service_type);
    let (place, letters) = known.map_or((9, ""), |(place, (_, letters))| (place, letters));
    place * 100 + number_of(code, letters).unwrap_or_default()
}

/// What an item is looked for by.
pub const NAMES: &[(&str, &str)] = &[
    (TABLE, "service_code"),
    (TABLE, "mnemonic"),
    (TABLE, "service_name_cn"),
    (TABLE, "service_name_en"),
    (TABLE, "pinyin"),
];

/// What a form wants of the items; empty texts want nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// Scope.
    pub scope: &'a str,
    /// `INCOME` or `COST`; items that are both answer either.
    pub kind: &'a str,
    /// Type.
    pub service_type: &'a str,
    /// Part of code, mnemonic, name or pinyin.
    pub keyword: &'a str,
    /// Incidental charges alone.
    pub incidental: bool,
}

impl<'a> Wanted<'a> {
    /// Of the role of a select: scope, side, type and whether they are incidental in any order, with commas between.
    fn of_role(role: &'a str) -> Self {
        role.split(',').fold(Self::default(), |wanted, part| match part {
            "INCOME" | "COST" => Self { kind: part, ..wanted },
            "INCIDENTAL" => Self { incidental: true, ..wanted },
            part if Scope::from_code(part).is_some() => Self { scope: part, ..wanted },
            part => Self { service_type: part, ..wanted },
        })
    }
}

fn selected(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.column("id").columns(ServiceItem::FIELDS.iter().map(|field| field.column));
    select
}

/// An item that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its id.
    pub id: Id,
    /// The item.
    pub item: ServiceItem,
    values: Vec<Value>,
}

fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Found>, Refusal> {
    let rows = conn.query(&select.into())?;
    let one = |row: Row| {
        let id = row.get(0)?;
        let values: Vec<Value> = row.0.into_iter().skip(1).collect();
        Ok(Found { id, item: ServiceItem::from_values(&values)?, values })
    };
    rows.into_iter().map(one).collect()
}

/// An item, active or not.
pub fn item(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<ServiceItem>, Refusal> {
    let mut select = selected(org);
    select.and_where(sql::eq("id", id));
    Ok(read(conn, select)?.into_iter().next().map(|found| found.item))
}

/// Items, active or not, by their ids.
pub fn by_id(
    conn: &mut dyn Conn,
    org: i64,
    ids: impl IntoIterator<Item = Id>,
) -> Result<BTreeMap<Id, ServiceItem>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = selected(org);
    select.and_where(sql::is_in(sql::col("id"), ids));
    Ok(read(conn, select)?.into_iter().map(|found| (found.id, found.item)).collect())
}

/// There is no such item in a scope.
pub const NOT_OF_SCOPE: Msg =
    Msg::new("service.scope", "该业务范畴没有此服务项目", "The scope has no such service item.");

/// Finds at their fields which items are none of a scope; one statement for all.
pub fn need_scope(
    conn: &mut dyn Conn,
    org: i64,
    (wanted, scope): (&[(Id, String)], &str),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let mut select = selected(org);
    select.and_where(sql::is_in(sql::col("id"), wanted.iter().map(|(id, _)| *id)));
    let known = read(conn, select)?;
    for (id, field) in wanted {
        let item = known.iter().find(|known| known.id == *id);
        let fits = item.is_some_and(|known| scope.is_empty() || known.item.business_scope == scope);
        findings.error_if(!fits && findings.at(field).next().is_none(), field, NOT_OF_SCOPE);
    }
    Ok(())
}

/// The items new lines may have, frequent ones first, then by type and place.
pub fn find(conn: &mut dyn Conn, org: i64, wanted: &Wanted<'_>, most: u64) -> Result<Vec<Found>, Refusal> {
    let mut select = selected(org);
    select.and_where(sql::eq("active", true)).limit(most);
    for (column, value) in [("business_scope", wanted.scope), ("service_type", wanted.service_type)] {
        if !value.is_empty() {
            select.and_where(sql::eq(column, value.to_owned()));
        }
    }
    if !wanted.kind.is_empty() {
        select.and_where(sql::is_in(sql::col("kind"), [wanted.kind.to_owned(), "BOTH".to_owned()]));
    }
    if wanted.incidental {
        select.and_where(sql::eq("is_incidental", true));
    }
    if !wanted.keyword.is_empty() {
        let named = NAMES.iter().map(|(table, column)| sql::of(table, column));
        let with_type = Expr::cust("service_type || '-' || service_name_cn");
        // As a select shows it, so that a file names one of several scopes.
        let with_scope = Expr::cust("business_scope || ' ' || service_code");
        let columns = named.chain([with_type, with_scope]);
        select.cond_where(sql::any_of(columns.map(|column| sql::contains(column, wanted.keyword))));
    }
    select.order_by("is_frequent", Order::Desc).order_by("sort", Order::Asc).order_by("service_code", Order::Asc);
    select.order_by("business_scope", Order::Asc);
    read(conn, select)
}

/// In which language a user reads the names of charges (suite §3, feeXDefaultService).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Names {
    /// 空运费
    #[default]
    Zh,
    /// AIR FREIGHT
    En,
    /// 空运费 <AIR FREIGHT>
    ZhEn,
    /// AIR FREIGHT <空运费>
    EnZh,
}

impl Names {
    /// As the personal settings keep it.
    pub fn named(stored: &str) -> Self {
        match stored {
            "EN" => Self::En,
            "ZH_EN" => Self::ZhEn,
            "EN_ZH" => Self::EnZh,
            _ => Self::Zh,
        }
    }

    /// A name in that language; what has no English name is shown by its Chinese one.
    pub fn show(self, zh: &str, en: &str) -> String {
        match self {
            _ if en.is_empty() => zh.to_owned(),
            Self::Zh => zh.to_owned(),
            Self::En => en.to_owned(),
            Self::ZhEn => format!("{zh} <{en}>"),
            Self::EnZh => format!("{en} <{zh}>"),
        }
    }

    /// A name behind its type, as pages show it outside the grid of charges; an English one stands alone.
    pub fn with_type(self, item: &ServiceItem) -> String {
        let name = self.show(&item.service_name_cn, &item.service_name_en);
        match self {
            Self::Zh | Self::ZhEn => format!("{}-{name}", item.service_type),
            Self::En | Self::EnZh => name,
        }
    }
}

/// The languages a user reads the names of charges in, by scope.
#[derive(Debug, Default)]
pub struct Reading(BTreeMap<&'static str, Names>);

impl Reading {
    /// That of a user.
    pub fn of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "user_extend");
        select.column("settings").and_where(sql::eq("user_id", user));
        let Some(row) = conn.first(&select.into())? else { return Ok(Self::default()) };
        let settings: Json = serde_json::from_str(&row.get::<String>(0)?).unwrap_or_default();
        let of = |scope: Scope| {
            let (first, rest) = scope.code().split_at(1);
            let key = format!("fee{first}{}DefaultService", rest.to_lowercase());
            (scope.code(), Names::named(settings.get(key).and_then(Json::as_str).unwrap_or_default()))
        };
        Ok(Self(Scope::all().map(of).collect()))
    }

    /// In a scope.
    pub fn in_scope(&self, scope: &str) -> Names {
        self.0.get(scope).copied().unwrap_or_default()
    }
}

/// Answers the select `serviceItem`; the role names scope, side and type, with commas between.
pub fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let (org, user) = call.actor().map(|actor| (actor.org_id, actor.user_id))?;
    let wanted = Wanted { keyword: &ask.keyword, ..Wanted::of_role(&ask.role) };
    call.read(|conn| {
        let reading = Reading::of(conn, org, user)?;
        let found = match ask.value.parse::<i64>() {
            Ok(id) => {
                let mut select = selected(org);
                select.and_where(sql::eq("id", id));
                read(conn, select)?
            }
            Err(_) => find(conn, org, &wanted, OFFERS_MAX)?,
        };
        let offer = |Found { id, item, .. }: Found| Offer {
            value: id.to_string(),
            label: reading.in_scope(&item.business_scope).with_type(&item),
            hint: format!("{} {}", item.business_scope, item.service_code),
        };
        Ok(found.into_iter().map(offer).collect())
    })
}

/// GET /prm/service/select: the items new lines may have with all their defaults, named in their reader's language.
pub fn select(call: &mut Call) -> Outcome {
    /// More items than a scope has.
    const MOST: u64 = 500;
    let (org, user) = call.actor().map(|actor| (actor.org_id, actor.user_id))?;
    let wanted = Wanted {
        scope: call.query("businessScope"),
        kind: call.query("kind"),
        service_type: call.query("serviceType"),
        keyword: call.query("keyword"),
        ..Wanted::default()
    };
    let rows = call.read(|conn| {
        let reading = Reading::of(conn, org, user)?;
        let told = |found: Found| {
            let names = reading.in_scope(&found.item.business_scope);
            let name = names.show(&found.item.service_name_cn, &found.item.service_name_en);
            let own = [("id", json!(found.id)), ("name", json!(name)), ("label", json!(names.with_type(&found.item)))];
            let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
            let fields = ServiceItem::FIELDS.iter().zip(&found.values).map(|(field, value)| {
                let mut shown = String::new();
                field.render(value, &mut shown);
                (field.name(), serde_json::from_str(&shown).unwrap_or_default())
            });
            Json::Object(fields.chain(own).collect())
        };
        Ok(find(conn, org, &wanted, MOST)?.into_iter().map(told).collect())
    })?;
    Ok(Answer::Data(Json::Array(rows)))
}

const USED: Msg = Msg::new(
    "service.used",
    "已被{n}条{what}使用，不能删除，可停用",
    "{n} {what} use it; it can't be deleted, disable it.",
);
const TYPE_STAYS: Msg =
    Msg::new("service.type_stays", "服务项目已使用，不能修改类别", "The item is used; its type can't be changed.");
const NAME_STAYS: Msg =
    Msg::new("service.name_stays", "服务项目已使用，不能修改名称", "The item is used; its name can't be changed.");
const AGENCY_STAYS: Msg = Msg::new(
    "service.agency_stays",
    "服务项目已有费用，不能修改代收代付",
    "Charges name the item; whether its money is passed on can't be changed.",
);

/// Lines of charge templates.
pub(crate) const TEMPLATE_LINE: &str = "charge_template_line";
/// Rules of what is settled for a period, and lines of the bills they become.
pub(crate) const RULE: &str = "settlement_rule";
pub(crate) const BILL_LINE: &str = "coop_bill_line";
/// What names items: its table, and what many of it are called. What counts most is asked first.
const USERS: [(&str, Words); 6] = [
    (line::TABLE, ("费用", "charges")),
    (coop_service::TABLE, ("单位服务", "partner services")),
    (card::TABLE, ("价目", "rate cards")),
    (TEMPLATE_LINE, ("费用模板行", "template charges")),
    (RULE, ("结算条款", "settlement rules")),
    (BILL_LINE, ("客商账单行", "lines of partner bills")),
];

/// Items of a statement over them that something uses, or nothing.
pub fn used(_: &Actor, yes: bool) -> Condition {
    let by = |(table, _): (&'static str, Words)| {
        let mut uses = Query::select();
        uses.expr(Expr::cust("1"))
            .from(table)
            .and_where(sql::of(table, "org_id").equals((TABLE, "org_id")))
            .and_where(sql::of(table, "service_item_id").equals((TABLE, "id")));
        Expr::exists(uses)
    };
    let exist = USERS.into_iter().map(by);
    if yes { sql::any_of(exist) } else { sql::all_of(exist.map(ExprTrait::not)) }
}

impl ServiceItem {
    /// Type and name, as they are told together.
    pub fn full_name(&self) -> String {
        format!("{}-{}", self.service_type, self.service_name_cn)
    }

    /// Its name in a language; the Chinese one where it has no other.
    pub fn name(&self, english: bool) -> &str {
        if english && !self.service_name_en.is_empty() { &self.service_name_en } else { &self.service_name_cn }
    }
}

/// How often items are used, by id; those nobody uses are not among them.
pub fn uses(conn: &mut dyn Conn, org: i64, items: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut uses = BTreeMap::new();
    for (table, _) in USERS {
        for (item, count) in uses_in(conn, org, table, items)? {
            *uses.entry(item).or_default() += count;
        }
    }
    Ok(uses)
}

fn uses_in(conn: &mut dyn Conn, org: i64, table: &'static str, items: &[Id]) -> Result<Vec<(Id, i64)>, Refusal> {
    let mut select = sql::from(org, table);
    select
        .column("service_item_id")
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::col("service_item_id"), items.iter().copied()))
        .group_by_col("service_item_id");
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The first table of those that name an item, how often it does, and what its rows are called.
fn first_use(conn: &mut dyn Conn, org: i64, item: Id) -> Result<Option<(&'static str, i64, Words)>, Refusal> {
    for (table, words) in USERS {
        if let Some((_, count)) = uses_in(conn, org, table, &[item])?.first() {
            return Ok(Some((table, *count, words)));
        }
    }
    Ok(None)
}

/// Refuses that an item goes which something names.
pub fn need_unused(tx: &mut Tx<'_>, item: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let Some((_, count, (zh, en))) = first_use(tx, org, item)? else { return Ok(()) };
    let n = count.to_string();
    Err(Refusal::Business(USED.with_each(&[("n", &n), ("what", zh)], &[("n", &n), ("what", en)])))
}

/// Type and name of an item that is used stay (prm.md /prm_service), and of one that charges name whether its money is
/// passed on: the sums of orders are made by it.
pub fn need_same_kind(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let fields = [ServiceItem::SERVICE_TYPE, ServiceItem::SERVICE_NAME_CN, ServiceItem::IS_AGENCY];
    let [retyped, renamed, passed] = fields.map(|field| !draft.is_new() && draft.changes(field));
    if !retyped && !renamed && !passed {
        return Ok(());
    }
    let org = tx.org();
    let Some((table, ..)) = first_use(tx, org, draft.id)? else { return Ok(()) };
    findings.error_if(retyped, "serviceType", TYPE_STAYS);
    findings.error_if(renamed, "serviceNameCn", NAME_STAYS);
    findings.error_if(passed && table == line::TABLE, "isAgency", AGENCY_STAYS);
    Ok(())
}

/// The rows every deployment begins with, and those of companies that have none yet: at each start.
pub fn load(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    if !has_items(conn, PLATFORM_ORG)? {
        let mut numbers: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        let mut rows = Vec::new();
        for seed in reference::service_items() {
            for scope in seed.scopes.split(',') {
                let number = numbers.entry((scope, seed.service_type)).or_default();
                *number += 1;
                rows.push(of_seed(&seed, scope, *number));
            }
        }
        insert(conn, (mint, now, PLATFORM_ORG), rows)?;
    }
    let mut orgs = sql::from_global("org");
    orgs.column("id").order_by("id", Order::Asc);
    for row in conn.query(&orgs.into())? {
        let org = row.get(0)?;
        if !has_items(conn, org)? {
            complete(conn, (mint, now), org, "")?;
        }
    }
    Ok(())
}

fn has_items(conn: &mut dyn Conn, org: i64) -> Result<bool, Refusal> {
    let mut known = sql::from(org, TABLE);
    known.column("id").limit(1);
    Ok(conn.first(&known.into())?.is_some())
}

fn of_seed(seed: &reference::ServiceItem<'_>, scope: &str, number: i64) -> Vec<Value> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let code = format!("{}{number:02}", letters_of(seed.service_type));
    let cell = |field: &Field| match field.column {
        "business_scope" => text(scope),
        "service_type" => text(seed.service_type),
        "service_code" => text(&code),
        "service_name_cn" => text(seed.name_zh),
        "service_name_en" => text(seed.name_en),
        "pinyin" => text(seed.pinyin),
        "kind" => text("BOTH"),
        "vat_output" | "vat_input" => text(seed.tax),
        "edi_code" => text(seed.edi_code),
        "edi_due" => text(seed.edi_due),
        "is_incidental" => Value::Bool(seed.incidental),
        "is_agency" => Value::Bool(seed.agency),
        "is_agreement" => Value::Bool(seed.agreement),
        "is_frequent" | "need_confirm" | "allow_negative" => Value::Bool(false),
        "sort" => Value::Int(place_of(seed.service_type, &code)),
        "is_sys" => Value::Int(1),
        "active" => Value::Bool(true),
        _ => Value::Null,
    };
    ServiceItem::FIELDS.iter().map(cell).collect()
}

/// Gives a company the items of the platform it has not, by name; of one scope, or of all. Answers how many.
pub fn complete(conn: &mut dyn Conn, (mint, now): (&IdMint, Instant), org: i64, scope: &str) -> Result<usize, Refusal> {
    if org == PLATFORM_ORG {
        return Ok(0);
    }
    let place = |column: &str| ServiceItem::FIELDS.iter().position(|field| field.column == column);
    let (Some(code_at), Some(sort_at)) = (place("service_code"), place("sort")) else { return Ok(0) };
    let own = read(conn, selected(org))?;
    let mut codes: BTreeSet<(String, String)> = BTreeSet::new();
    let mut names: BTreeSet<(String, String, String)> = BTreeSet::new();
    for one in own.into_iter().map(|found| found.item) {
        codes.insert((one.business_scope.clone(), one.service_code));
        names.insert((one.business_scope, one.service_type, one.service_name_cn));
    }
    let mut select = selected(PLATFORM_ORG);
    select.and_where(sql::eq("active", true)).order_by("business_scope", Order::Asc).order_by("sort", Order::Asc);
    if !scope.is_empty() {
        select.and_where(sql::eq("business_scope", scope.to_owned()));
    }
    let mut rows = Vec::new();
    for Found { item: one, mut values, .. } in read(conn, select)? {
        if !names.insert((one.business_scope.clone(), one.service_type.clone(), one.service_name_cn.clone())) {
            continue;
        }
        let mut key = (one.business_scope, one.service_code);
        if codes.contains(&key) {
            // The company gave that code to an item of its own.
            let letters = letters_of(&one.service_type);
            let of_scope = codes.iter().filter(|(scope, _)| *scope == key.0);
            let taken = of_scope.filter_map(|(_, code)| number_of(code, letters)).collect();
            let Some(free) = free_code(letters, &taken) else { continue };
            key.1 = free;
        }
        if let Some(cell) = values.get_mut(code_at) {
            *cell = Value::Text(key.1.clone());
        }
        if let Some(cell) = values.get_mut(sort_at) {
            *cell = Value::Int(place_of(&one.service_type, &key.1));
        }
        codes.insert(key);
        rows.push(values);
    }
    let many = rows.len();
    insert(conn, (mint, now, org), rows)?;
    Ok(many)
}

fn insert(
    conn: &mut dyn Conn,
    (mint, now, org): (&IdMint, Instant, i64),
    rows: Vec<Vec<Value>>,
) -> Result<(), Refusal> {
    const CHUNK: usize = 100;
    const STAMPS: [&str; 6] = ["id", "version", "created_by", "created_at", "updated_by", "updated_at"];
    let columns: Vec<&'static str> =
        STAMPS.into_iter().chain(ServiceItem::FIELDS.iter().map(|field| field.column)).collect();
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let stamped = rows.by_ref().take(CHUNK).map(|values| {
            let (none, at) = (Value::Int(0), Value::Int(now.millis()));
            let stamps = [Value::Int(mint.next(now).0), Value::Int(1), none.clone(), at.clone(), none, at];
            stamps.into_iter().chain(values).collect()
        });
        conn.exec(&sql::insert_many(org, TABLE, &columns, stamped).into())?;
    }
    Ok(())
}

/// Takes them away with their company.
pub fn remove_all(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    for table in [TABLE, coop_service::TABLE] {
        conn.exec(&sql::delete(org, table).into())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: settings-field-ae
    #[test]
    fn a_name_is_shown_in_the_language_of_its_reader() {
        let shown = |stored: &str| Names::named(stored).show("空运费", "AIR FREIGHT");
        assert_eq!(shown("ZH"), "空运费");
        assert_eq!(shown("EN"), "AIR FREIGHT");
        assert_eq!(shown("ZH_EN"), "空运费 <AIR FREIGHT>");
        assert_eq!(shown("EN_ZH"), "AIR FREIGHT <空运费>");
        assert_eq!(shown(""), "空运费", "nobody chose");
        assert_eq!(Names::EnZh.show("空运费", ""), "空运费");
    }

    #[test]
    fn codes_go_on_behind_the_greatest_and_fill_gaps_at_the_end() {
        let free = |taken: &[i64]| free_code("GX", &taken.iter().copied().collect());
        assert_eq!(free(&[]).as_deref(), Some("GX01"));
        assert_eq!(free(&[1, 4]).as_deref(), Some("GX05"));
        assert_eq!(free(&[1, 3, 99]).as_deref(), Some("GX02"));
        assert_eq!(free(&(1..=99).collect::<Vec<_>>()), None);
        assert_eq!(free_code("", &BTreeSet::new()), None, "a type without letters");
    }

    #[test]
    fn the_seeds_have_types_and_codes_of_their_own() {
        let mut seen = BTreeSet::new();
        for seed in reference::service_items() {
            assert!(!letters_of(seed.service_type).is_empty(), "{}", seed.name_zh);
            assert!(seed.edi_code.is_empty() || is_letters(seed.edi_code), "{}", seed.name_zh);
            for scope in seed.scopes.split(',') {
                Scope::from_code(scope).expect("a scope");
                assert!(seen.insert((scope, seed.service_type, seed.name_zh)), "{} twice", seed.name_zh);
            }
        }
        assert!(is_code("GX01") && !is_code("GX1") && !is_code("G001") && !is_code("GX001"));
        assert_eq!(place_of("支线", "ZX02"), 202);
        assert_eq!(CARRIES.len(), trade::charge::Carry::ALL.len());
        assert!(CARRIES.iter().all(|one| trade::charge::Carry::named(one.value).is_some()));
    }
}
