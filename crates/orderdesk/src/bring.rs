//! 导入: orders of a scope from a file, as of work that is open in another system. Each is made by the rules and with the
//! log of the form, all of a file in one transaction. Orders are not taken back with their file: they are cancelled.

use std::sync::LazyLock;

use facts::order_log;
use kernel::{Findings, Id, Msg};
use order::carriage::Head;
use order::store::TABLE;
use order::{ByScope, Detail, PAGE_CODES, PlanBoxes, Profile, carried_of, code_of, container_type, is_price, profile};
use platform::call::Tx;
use platform::document::FormPage;
use platform::field::{Field, lasting};
use platform::import::{Import, Maker};
use platform::list::Button;
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use crate::save::create_known;

/// The planned boxes in one cell.
const BOXES: Field = Field::text("箱型箱量", "Boxes").column("container_text").max(200);
const BOXES_FORM: Msg = Msg::new(
    "order.boxes.form",
    "箱型箱量应写作 2×40HQ;1×20GP，箱型须为列表中的箱型",
    "Boxes are written as 2×40HQ;1×20GP, with types of the list.",
);
/// Numbers no two living orders of a scope bear, and those of its detail.
const NUMBERS: [Field; 4] = [Head::CUSTOMER_NUMBER, Head::INTERNAL_NUMBER, Head::AWB_NUMBER, Head::HAWB_NUMBER];
const BILLS: [Field; 2] = [Detail::MLB_NUMBER, Detail::HLB_NUMBER];

/// Makes orders of a scope.
struct Desk(&'static Profile);

impl Maker for Desk {
    fn add(&self, tx: &mut Tx<'_>, body: &Map<String, Json>, mut known: Findings) -> Result<Id, Refusal> {
        let mut body = body.clone();
        if self.0.boxes() {
            take_boxes(&mut body, &mut known);
        }
        create_known(tx, self.0, &body, known).map(|made| made.id)
    }

    /// Its numbers, and its customer: what the rules ask of other orders they ask by these.
    fn keys(&self, body: &Map<String, Json>) -> Vec<String> {
        let text = |field: &Field| body.get(&field.name()).and_then(Json::as_str).unwrap_or_default();
        let numbers = NUMBERS.iter().chain(&BILLS).map(text).map(number_key);
        numbers.chain([coop_key(text(&Head::COOP_ID))]).flatten().collect()
    }

    fn keys_of(&self, conn: &mut dyn Conn, org: i64, document: Id) -> Result<Vec<String>, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.columns(NUMBERS.map(|field| field.column)).column(Head::COOP_ID.column);
        let Some(row) = conn.first(&select.and_where(sql::eq("id", document)).to_owned().into())? else {
            return Ok(Vec::new());
        };
        let mut texts = Vec::new();
        for place in 0..NUMBERS.len() {
            texts.push(row.get::<Option<String>>(place)?.unwrap_or_default());
        }
        let coop: Option<Id> = row.get(NUMBERS.len())?;
        if carried_of(self.0.scope).is_some() {
            let mut select = sql::from(org, self.0.detail_table);
            select.columns(BILLS.map(|field| field.column)).and_where(sql::eq("id", document));
            for row in conn.query(&select.into())? {
                texts.push(row.get::<Option<String>>(0)?.unwrap_or_default());
                texts.push(row.get::<Option<String>>(1)?.unwrap_or_default());
            }
        }
        let coop = coop.map(|id| id.to_string()).unwrap_or_default();
        Ok(texts.iter().map(|text| number_key(text)).chain([coop_key(&coop)]).flatten().collect())
    }
}

/// A number however it is written.
fn number_key(text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    (!letters.is_empty()).then(|| format!("number {}", letters.to_uppercase()))
}

fn coop_key(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| format!("customer {id}"))
}

/// `2×40HQ;1×20GP` as rows of boxes.
fn take_boxes(body: &mut Map<String, Json>, known: &mut Findings) {
    let Some(Json::String(text)) = body.remove(&BOXES.name()) else { return };
    let parts =
        text.split([';', '；', ',', '，', '、', '+', '＋', '\n']).map(str::trim).filter(|part| !part.is_empty());
    match parts.map(boxes_of).collect::<Option<Vec<Json>>>() {
        Some(rows) => _ = body.insert(order::PLAN_BOXES.member.to_owned(), Json::Array(rows)),
        None => known.error(BOXES.name(), BOXES_FORM.text()),
    }
}

/// Number and type, whichever stands first.
fn boxes_of(text: &str) -> Option<Json> {
    let (left, right) = text.split_once(['×', 'x', 'X', '*', '＊'])?;
    let both = [(left, right), (right, left)];
    let (count, kind) = both.into_iter().find_map(|(count, kind)| {
        let count = count.trim().parse::<u16>().ok().filter(|count| *count > 0)?;
        Some((count, container_type(kind)?))
    })?;
    Some(json!({ PlanBoxes::QUANTITY.name(): count, PlanBoxes::CONTAINER_TYPE.name(): kind.code }))
}

/// What a file may tell of an order: the fields its user fills in, without the prices, which come with the charges.
/// The people of a customer come by themselves.
fn columns(profile: &Profile) -> Vec<Field> {
    let by_themselves = [Head::SALES_ID, Head::SERVICER_ID].map(|field| field.column);
    let taken = profile.fields().filter(|field| !field.read_only && !is_price(field.column));
    let fields = taken.map(|field| match by_themselves.contains(&field.column) {
        true => Field { required: false, ..*field },
        false => *field,
    });
    fields.chain(profile.boxes().then_some(BOXES)).collect()
}

/// How the orders of a scope are taken from a file.
fn import(own: &Profile) -> Import {
    static ALL: LazyLock<ByScope<(Desk, Vec<Field>)>> =
        LazyLock::new(|| ByScope::new(|scope| (Desk(profile(scope)), columns(profile(scope)))));
    let (desk, columns) = ALL.of(own.scope);
    Import::with(code(own)).made_by(desk, columns)
}

/// Who may make an order may make several.
fn code(profile: &Profile) -> &'static str {
    lasting(&format!("{}-order-add", profile.scope.share_prefix()))
}

/// Beginning of the calls of a scope's orders.
fn base(profile: &Profile) -> &'static str {
    match profile.takes_masters() {
        true => "/afbase/order",
        false => lasting(&format!("/sc/order/{}", profile.scope.share_prefix())),
    }
}

/// The button of the list.
pub(crate) fn button(profile: &Profile) -> Button {
    Button::import(code(profile), lasting(&format!("POST {}/import", base(profile))))
}

/// The calls of the import of a scope's orders; `key` is that of its form.
pub fn imports(profile: &'static Profile, key: &'static str, title: (&'static str, &'static str)) -> Vec<Operation> {
    let page = code_of(PAGE_CODES, profile.scope);
    let noun =
        if profile.takes_masters() { "order".to_owned() } else { format!("{}_order", profile.scope.share_prefix()) };
    let calls = (page, base(profile), lasting(&noun));
    let number = Field::text("订单号", "Order").column("order_code");
    FormPage {
        object_type: order_log::OBJECT,
        page: lasting(&format!("/{page}")),
        import: import(profile),
        ..FormPage::of_room(key, title, calls, (TABLE, number))
    }
    .import_operations()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::Scope;

    use super::*;

    #[test]
    fn headings_of_a_scope_differ_and_prices_are_none_of_them() {
        for profile in Scope::all().map(profile) {
            let columns = columns(profile);
            let labels: BTreeSet<&str> = columns.iter().map(|field| field.zh).collect();
            assert_eq!(labels.len(), columns.len(), "{:?}", profile.scope);
            assert!(columns.iter().all(|field| !is_price(field.column) && !field.read_only), "{:?}", profile.scope);
            assert_eq!(columns.contains(&BOXES), profile.boxes(), "{:?}", profile.scope);
        }
    }

    #[test]
    fn boxes_of_a_cell_are_read_however_they_are_written() {
        let read = |text: &str| {
            let mut body = Map::from_iter([(BOXES.name(), json!(text))]);
            let mut findings = Findings::new();
            take_boxes(&mut body, &mut findings);
            (body.get("containerList").cloned(), findings.has_errors())
        };
        let two = json!([{ "quantity": 2, "containerType": "40HQ" }, { "quantity": 1, "containerType": "20GP" }]);
        for text in ["2×40HQ;1×20GP", "2*40hq，1x20GP", "40HQ×2 + 20GP×1", " 2X40HQ；\n1*20GP;"] {
            assert_eq!(read(text), (Some(two.clone()), false), "{text}");
        }
        for text in ["40HQ", "0×40HQ", "2×40ZZ", "x", "-1×20GP"] {
            assert_eq!(read(text), (None, true), "{text}");
        }
    }

    #[test]
    fn a_number_stands_in_the_way_however_it_is_written() {
        assert_eq!(number_key("784-1234 5675"), number_key("78412345675"));
        assert_eq!(number_key(" - "), None);
    }
}
