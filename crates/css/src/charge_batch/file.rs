//! 导入: a workbook of charges. Its rows name orders, items and partners as people call them.

use std::collections::{BTreeMap, BTreeSet};

use charge::line::{Charge, Source};
use charge::terms::{CURRENCY, SIDES, TAX};
use kernel::{Id, Msg, Scope, Text};
use order::{Bearers, by_numbers, nameable, spellings, store};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::import::messages::{NO_ROWS, NO_SUCH, WRONG_TYPE};
use platform::import::{TableRow, blank_table, cell_number, read_table, told_table};
use platform::refusal::{Refusal, messages};
use platform::scopes::SCOPES;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;

use super::asked::{Asked, RowAsked};
use super::told::{Summary, Told};
use super::wanted::{Plan, Task, Wish};
use super::{NO_ORDER, ROWS_MAX, TOLD_MAX, keep};
use crate::named::{self, Named, chosen, folded, labelled, tax_of};
use crate::order_charge::data;

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SEVERAL_ORDERS: Msg = Msg::new(
    "charge_batch.several",
    "单号{n}对应多票订单，请填写订单号",
    "{n} is the number of several orders; give the code of the order.",
);
const TOO_LONG: Msg = Msg::new("charge_batch.told", "一次最多下载{n}行", "At most {n} rows are downloaded at once.");

const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const NUMBER: Field = Field::text("订单号或单号", "Order or number").column("order_number").required().max(60);
const KIND: Field = Field::select(SIDES, "应收/应付", "Side").column("kind").required();
const ITEM: Field =
    Field::text("服务项目(代码或名称)", "Service item (code or name)").column("service_item").required().max(60);
const COOP: Field = Field::text("往来单位(代码或名称)", "Partner (code or name)").column("coop").required().max(100);
const PRICE: Field = Charge::PRICE;
const TAX_RATE: Field = Field { required: false, initial: "", ..TAX.column("tax_rate") };
const MONEY: Field = Field { initial: "", ..CURRENCY.column("currency") };
/// The columns of the workbook.
const COLUMNS: &[Field] = &[SCOPE, NUMBER, KIND, ITEM, COOP, MONEY, PRICE, Charge::QUANTITY, TAX_RATE, Charge::NOTE];
/// Other headings of the same.
const ALSO: &[Field] = &[
    Field::text("订单号", "Order").column("order_number"),
    Field::text("单号", "Number").column("order_number"),
    Field::text("应收应付", "Receivable or payable").column("kind"),
    Field::text("服务项目", "Service item").column("service_item"),
    Field::text("往来单位", "Partner").column("coop"),
];

/// GET /css/charge/batch/template.
pub(super) fn template(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let name = if english { "Charges_import template.xlsx" } else { "批量费用_导入模板.xlsx" };
    let bytes = blank_table(COLUMNS, call.language())?;
    Ok(Answer::File { name: name.to_owned(), mime: MIME.to_owned(), bytes, inline: false })
}

/// POST /css/charge/batch/import: the rows of a file, looked at as a preview of them is; nothing is kept.
pub(super) fn read(call: &mut Call) -> Outcome {
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(WRONG_TYPE))?;
    let rows = read_table(&part.file_name, &part.bytes, &[COLUMNS, ALSO].concat(), ROWS_MAX)?;
    let rows = rows.into_iter().map(|TableRow { number, texts }| RowAsked { number, texts });
    let asked = Asked::of_rows(rows.collect());
    let batch = keep::looked(call, &asked)?;
    data(Summary(&batch.told()).json(call.language()))
}

/// What was told of a row, as it is written into a workbook.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToldRow {
    /// Texts by the names of the columns.
    texts: Map<String, Json>,
    result: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResultAsked {
    rows: Vec<ToldRow>,
}

/// POST /css/charge/batch/result: the rows with what was told of each. Nobody keeps them: who was told them brings them.
pub(super) fn result(call: &mut Call) -> Outcome {
    let ResultAsked { rows } = call.json()?;
    if rows.is_empty() {
        return Err(Refusal::business(NO_ROWS));
    }
    if rows.len() > TOLD_MAX {
        return Err(Refusal::Business(TOO_LONG.with(&[("n", &TOLD_MAX.to_string())])));
    }
    let columns: Vec<Field> = COLUMNS.iter().flat_map(|field| with_amount(*field)).collect();
    let texts = |row: &ToldRow| -> Vec<String> {
        let text = |field: &Field| match row.texts.get(&field.name()) {
            Some(Json::String(text)) => text.clone(),
            _ => String::new(),
        };
        columns.iter().map(text).chain([row.result.clone()]).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(texts).collect();
    let english = call.language().starts_with("en");
    let name = if english { "Charges_result" } else { "批量费用_结果" };
    let name = format!("{name}_{}.xlsx", call.now().local().strftime("%Y%m%d%H%M%S"));
    let bytes = told_table(&columns, &rows, call.language())?;
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

/// Behind the quantity stands what it comes to.
fn with_amount(field: Field) -> Vec<Field> {
    if field.column == Charge::QUANTITY.column { vec![field, Charge::AMOUNT] } else { vec![field] }
}

/// The rows of a file as wishes of their orders; those that name something that is not there are refused.
pub(super) fn plan(conn: &mut dyn Conn, actor: &Actor, rows: &[RowAsked]) -> Result<Plan, Refusal> {
    let known_column = |name: &String| COLUMNS.iter().any(|field| field.name() == *name);
    if let Some(name) = rows.iter().flat_map(|row| row.texts.keys()).find(|name| !known_column(name)) {
        let name = format!("texts.{name}");
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", &name)])));
    }
    let known = Known::of(conn, actor, rows)?;
    let (mut tasks, mut refused): (BTreeMap<Id, Task>, Vec<Told>) = (BTreeMap::new(), Vec::new());
    for (place, row) in rows.iter().enumerate() {
        let told = shown(place, row);
        match known.wish(actor, row) {
            Err(why) => refused.push(told.bad(why)),
            Ok((order, side, row)) => {
                let task = tasks.entry(order.id).or_insert_with(|| Task {
                    order: order.id,
                    uuid: order.uuid.clone(),
                    code: order.code.clone(),
                    profile: order::profile(order.scope),
                    place,
                    wishes: Vec::new(),
                    read: None,
                });
                task.wishes.push(Wish { told, side, row, source: Source::Imported });
            }
        }
    }
    Ok(Plan { tasks: tasks.into_values().collect(), refused })
}

/// A row as it was written.
fn shown(place: usize, row: &RowAsked) -> Told {
    let mut told = Told::new(place);
    told.number = Some(row.number);
    let text = |field: Field| json!(text(row, field));
    let cells = [
        ("bizNumber", text(NUMBER)),
        ("businessScope", text(SCOPE)),
        ("kind", side_of(row).map_or_else(|| text(KIND), |side| json!(charge::line::code_of(side)))),
        ("serviceName", text(ITEM)),
        ("coopName", text(COOP)),
        ("currency", text(MONEY)),
        ("unitPrice", text(PRICE)),
        ("quantity", text(Charge::QUANTITY)),
        ("taxRate", text(TAX_RATE)),
        ("note", text(Charge::NOTE)),
        ("texts", json!(row.texts)),
    ];
    told.cells.extend(cells.map(|(name, value)| (name.to_owned(), value)));
    told
}

fn text(row: &RowAsked, field: Field) -> &str {
    row.texts.get(&field.name()).and_then(Json::as_str).map_or("", str::trim)
}

fn side_of(row: &RowAsked) -> Option<Side> {
    named::side_of(KIND, text(row, KIND)).ok().flatten()
}

/// An order that rows may name.
struct Order {
    id: Id,
    uuid: String,
    code: String,
    scope: Scope,
}

/// What the rows of a file name.
struct Known {
    orders: Vec<Order>,
    /// Codes and numbers of orders to their places.
    numbers: Bearers,
    names: Named,
}

impl Known {
    fn of(conn: &mut dyn Conn, actor: &Actor, rows: &[RowAsked]) -> Result<Self, Refusal> {
        let texts = |field: Field| rows.iter().map(move |row| text(row, field)).filter(|text| !text.is_empty());
        let mut known = Self { orders: Vec::new(), numbers: Bearers::default(), names: Named::default() };
        known.read_orders(conn, actor, texts(NUMBER).collect())?;
        // The items of the scopes of the orders that were found.
        let scopes: BTreeSet<&str> = known.orders.iter().map(|order| order.scope.code()).collect();
        known.names = Named::of(conn, actor.org_id, &scopes, texts(COOP))?;
        Ok(known)
    }

    fn read_orders(&mut self, conn: &mut dyn Conn, actor: &Actor, numbers: BTreeSet<&str>) -> Result<(), Refusal> {
        let mut select = sql::from(actor.org_id, store::TABLE);
        select
            .columns(["id", "uuid", "order_code", "biz_number", "business_scope"].map(|column| (store::TABLE, column)))
            .cond_where(nameable(actor));
        for row in by_numbers(conn, &select, numbers.into_iter())? {
            let Some(scope) = Scope::from_code(&row.get::<String>(4)?) else { continue };
            let (code, number): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
            let place = self.orders.len();
            self.numbers.add(code.as_deref(), place);
            self.numbers.add(number.as_deref(), place);
            self.orders.push(Order { id: row.get(0)?, uuid: row.get(1)?, code: code.unwrap_or_default(), scope });
        }
        Ok(())
    }

    /// A row as a line of its order; else all that is wrong with it.
    fn wish(&self, actor: &Actor, row: &RowAsked) -> Result<(&Order, Side, Map<String, Json>), Vec<Text>> {
        let mut wrong = Vec::new();
        for field in COLUMNS.iter().filter(|field| field.required && text(row, **field).is_empty()) {
            wrong.push(field.asked_for());
        }
        let order = take(self.order(row), &mut wrong);
        let item = order.and_then(|order| take(self.item(row, order), &mut wrong));
        let coop = take(self.coop(row), &mut wrong);
        let side = take(named::side_of(KIND, text(row, KIND)), &mut wrong);
        wrong.extend(side.and_then(|side| named::hidden(actor, side)));
        let (Some(order), Some(side), Some(item), Some(coop), true) = (order, side, item, coop, wrong.is_empty())
        else {
            return Err(wrong);
        };
        let mut line = Map::new();
        let members = [
            ("serviceItemId", item.to_string()),
            ("coopId", coop.to_string()),
            ("currency", text(row, MONEY).to_uppercase()),
            ("unitPrice", cell_number(text(row, PRICE))),
            ("quantity", cell_number(text(row, Charge::QUANTITY))),
            ("taxRate", tax_of(text(row, TAX_RATE))),
            ("note", text(row, Charge::NOTE).to_owned()),
        ];
        let filled = members.into_iter().filter(|(_, text)| !text.is_empty());
        line.extend(filled.map(|(name, text)| (name.to_owned(), json!(text))));
        Ok((order, side, line))
    }

    fn order(&self, row: &RowAsked) -> Result<Option<&Order>, Text> {
        let number = text(row, NUMBER);
        if number.is_empty() {
            return Ok(None);
        }
        let scope = text(row, SCOPE);
        let wanted = chosen(SCOPES, scope);
        if wanted.is_none() && !scope.is_empty() {
            return Err(labelled(NO_SUCH, (SCOPE.zh, SCOPE.en)));
        }
        let of_scope = |order: &&Order| wanted.is_none_or(|wanted| order.scope.code() == wanted);
        let places = self.numbers.of(number);
        let found: Vec<&Order> = places.iter().filter_map(|place| self.orders.get(*place)).filter(of_scope).collect();
        match found.as_slice() {
            [] => Err(NO_ORDER.text()),
            [order] => Ok(Some(order)),
            _ => {
                // Its own code goes before a number that several share.
                let own = found.iter().find(|order| spellings(number).contains(&folded(&order.code)));
                own.map(|order| Some(*order)).ok_or_else(|| SEVERAL_ORDERS.with(&[("n", number)]))
            }
        }
    }

    fn item(&self, row: &RowAsked, order: &Order) -> Result<Option<Id>, Text> {
        let name = text(row, ITEM);
        if name.is_empty() { Ok(None) } else { self.names.item(order.scope.code(), name).map(Some) }
    }

    fn coop(&self, row: &RowAsked) -> Result<Option<Id>, Text> {
        let name = text(row, COOP);
        if name.is_empty() { Ok(None) } else { self.names.coop(name).map(Some) }
    }
}

/// What was found; what is wrong goes to the rest of it.
fn take<T>(found: Result<Option<T>, Text>, wrong: &mut Vec<Text>) -> Option<T> {
    found.unwrap_or_else(|why| {
        wrong.push(why);
        None
    })
}
