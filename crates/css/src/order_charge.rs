//! 费用录入. The charges of one order: entered, priced and finished, on a page of their own and as a tab of every order form.

mod edit;
mod export;
mod finish;
mod linked;
mod propose;
mod told;

pub(crate) use edit::{Desk, lines_of, may_after, undecided};
pub(crate) use propose::{RatedBy, by_percent, rating_day, suppliers, why_not};
pub(crate) use told::{Sees, closed, head};

use charge::line::GRIDS;
use kernel::{Findings, Msg, Severity, Text, Uuid};
use order::PAGE_CODES;
use order::store::{self, Saved};
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome};
use platform::document::Rows;
use platform::field::{Choice, Field};
use platform::import::FILE_BYTES_MAX;
use platform::refusal::Refusal;
use platform::registry::{Body, Node, Operation, Room};
use platform::setting::{Module, Setting};
use platform::store::Conn;
use serde_json::{Value as Json, json};

pub(crate) use edit::page;

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Its page.
const PATH: &str = charge::ledger::PAGE;
const CODE: &str = "css_order_charge";
/// Who opens the page, and who opens the order.
const READERS: &[&str] =
    &[CODE, "af_order", "ai_order", "se_order", "si_order", "te_order", "ti_order", "lc_order", "io_order"];
const READ: Access = Access::AnyOf(READERS);
const WRITE: Access = Access::AnyOf(&["css-charge-add", "css-charge-edit", "css-charge-del"]);
/// Who finishes a side, by the codes of this page or of a scope.
const FINISH: Access = Access::AnyOf(FINISH_CODES);
/// The codes of finishing a side.
pub(crate) const FINISH_CODES: &[&str] = &[
    "css-income-finish",
    "css-cost-finish",
    "af-income-finish",
    "af-cost-finish",
    "ai-income-finish",
    "ai-cost-finish",
    "se-income-finish",
    "se-cost-finish",
    "si-income-finish",
    "si-cost-finish",
    "te-income-finish",
    "te-cost-finish",
    "ti-income-finish",
    "ti-cost-finish",
    "lc-income-finish",
    "lc-cost-finish",
    "io-income-finish",
    "io-cost-finish",
];
const IMPORT: &str = "css-charge-import";
const EXPORT: &str = "css-charge-export";
const REOPEN: Access = Access::AnyOf(&["css-charge-rollback", "af-lock-rollback"]);

/// By which day cards rate (css.md 0.17 ratingDate).
pub(crate) static RATING_DATE: Setting = Setting::new(
    "ratingDate",
    Module::new("settle", "结算", "Settlement"),
    Field::select(RATING_DATES, "计费日期", "Day of rating").initially("\"business\""),
);
const RATING_DATES: &[Choice] =
    &[Choice::new("business", "业务日期", "Business day"), Choice::new("entry", "录入日期", "Day of entry")];

const INCOME_CLOSED: Msg =
    Msg::new("charge.income_done", "收入已完成，费用不可修改", "Income is done; its charges can't be changed.");
const COST_CLOSED: Msg =
    Msg::new("charge.cost_done", "成本已完成，费用不可修改", "Cost is done; its charges can't be changed.");
const NO_EDIT: Msg = Msg::new("charge.no_edit", "没有编辑费用的权限", "You may not change charges.");
const TO_CONFIRM: Msg = Msg::new("charge.to_confirm", "待确认杂费", "An incidental charge to be confirmed");
const SENT_BACK: Msg = Msg::new("charge.sent_back", "已退回", "Sent back");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/charge", "费用录入", "Order charges", 80).hidden());
    for (place, (code, zh, en)) in (1i64..).zip(BUTTONS) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.forms.push(form());
    for select in ["serviceItem", "coop", "currency", "linkedCharge"] {
        room.select_uses.push((select, READ));
    }
    room.selects.push(("linkedCharge", linked::offers));
    room.settings.extend([&charge::entry::RATE_DATE, &RATING_DATE]);
    room.operations.extend(operations());
}

const BUTTONS: [(&str, &str, &str); 19] = [
    ("css-charge-add", "新增", "Add"),
    ("css-charge-edit", "编辑", "Edit"),
    ("css-charge-del", "删除", "Delete"),
    ("css-charge-rate", "自动计费", "Rate"),
    ("css-charge-template", "套用模板", "Apply a template"),
    ("css-charge-copy", "复制收入为成本", "Copy income to cost"),
    ("css-charge-copy-order", "复制订单费用", "Copy an order's charges"),
    (IMPORT, "导入", "Import"),
    ("css-rate-edit", "修改汇率", "Change exchange rates"),
    ("css-charge-after-finish", "完成后修改", "Change what is done"),
    (finish::PAY, "制对账单", "Make payments"),
    ("css-income-finish", "收入完成", "Income done"),
    ("css-cost-finish", "成本完成", "Cost done"),
    ("css-charge-rollback", "退回完成", "Reopen what is done"),
    (EXPORT, "导出", "Export"),
    ("css-charge-refresh", "刷新汇率", "Refresh exchange rates"),
    ("css-income-view", "查看应收", "See income"),
    ("css-cost-view", "查看应付", "See cost"),
    ("css-profit-view", "查看毛利", "See profit"),
];

fn operations() -> Vec<Operation> {
    let at = |rest: &str| format!("/css/charge/{rest}");
    let code = Access::Code;
    vec![
        Operation::get("list_order_charges", &at("list"), READ, page)
            .param("orderUuid")
            .summary("The charges of an order, as far as the caller may see them, with their sums"),
        Operation::post("check_order_charges", &at("check"), READ, edit::check)
            .reads()
            .summary("Every figure and rule over charges that are typed"),
        Operation::post("save_order_charges", &at("save"), WRITE, edit::save)
            .summary("Writes charges of an order: all of them or none"),
        Operation::get(
            "list_charge_templates_of_order",
            &at("templates"),
            code("css-charge-template"),
            propose::templates,
        )
        .param("orderUuid"),
        Operation::post("rate_order_charges", &at("rate"), code("css-charge-rate"), propose::rate)
            .reads()
            .summary("What rate cards make of an order; nothing is saved"),
        Operation::post("apply_charge_template", &at("applyTemplate"), code("css-charge-template"), propose::template)
            .reads(),
        Operation::post("copy_income_to_cost", &at("copyIncomeToCost"), code("css-charge-copy"), propose::to_cost)
            .reads(),
        Operation::post("copy_charges_of_order", &at("copyOrder"), code("css-charge-copy-order"), propose::of_order)
            .reads(),
        Operation::post("refresh_charge_rates", &at("refreshRate"), code("css-charge-refresh"), propose::refreshed)
            .reads(),
        Operation::get("get_charge_import_template", &at("import/template"), code(IMPORT), propose::blank)
            .summary("The workbook of charges to fill in"),
        Operation::post("import_order_charges", &at("import"), code(IMPORT), propose::import)
            .param("orderUuid")
            .body(Body::Files)
            .body_up_to(FILE_BYTES_MAX + 64 * 1024)
            .reads()
            .summary(
                "The rows of a workbook as charges of an order, or with what stands against them; nothing is saved",
            ),
        Operation::post("export_order_charges", &at("list/exportExcel"), code(EXPORT), export::export)
            .summary("The charges of an order as a workbook, as far as the caller may see them"),
        Operation::put("finish_order_charges", &at("finish"), FINISH, finish::finish)
            .summary("Income or cost of an order is done; a loss may have to be approved"),
        Operation::put("reopen_order_charges", &at("rollback"), REOPEN, finish::reopen),
    ]
}

/// The form as the page contract tells it: both grids.
fn form() -> Json {
    let section = |rows: &Rows| {
        json!({
            "key": rows.member, "label": { "zh": rows.title.0, "en": rows.title.1 }, "rows": true, "sheet": true,
            "fields": rows.fields.iter().map(Field::contract).collect::<Vec<_>>(),
        })
    };
    json!({
        "key": "css.order-charge.form", "path": PATH, "title": { "zh": "费用录入", "en": "Order charges" }, "access": CODE,
        "view": "/css/charge/list", "check": "/css/charge/check",
        "codes": { "create": "css-charge-add", "edit": "css-charge-edit", "remove": "css-charge-del", "status": "" },
        "objectType": "", "versionField": "rowUuid",
        "sections": GRIDS.iter().map(section).collect::<Vec<_>>(),
    })
}

/// The order of a public name, which its caller sees; of any scope whose orders, or whose charges, he opens.
pub(crate) fn found(conn: &mut dyn Conn, actor: &Actor, uuid: &str) -> Result<Saved, Refusal> {
    let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
    let scope = order::scope_of(conn, actor.org_id, &uuid)?.ok_or(Refusal::NotFound)?;
    let page = order::code_of(PAGE_CODES, scope);
    if !actor.has(CODE) {
        actor.need(page)?;
    }
    store::find(conn, actor, order::profile(scope), &uuid)
}

/// The body of a call as its members.
pub(crate) fn body(call: &Call) -> Result<serde_json::Map<String, Json>, Refusal> {
    call.json()
}

/// A text of a body; empty where there is none.
pub(crate) fn text<'a>(body: &'a serde_json::Map<String, Json>, name: &str) -> &'a str {
    body.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The questions a body answers with yes.
pub(crate) fn answers(body: &serde_json::Map<String, Json>) -> Vec<String> {
    let answers = body.get("confirmed").and_then(Json::as_array).into_iter().flatten();
    answers.filter_map(|answer| answer.as_str().map(str::to_owned)).collect()
}

/// Takes over what is found about rows, which stands at `side.place.field`, to where another form has them: `at` makes a
/// place of these three.
pub(crate) fn relocated(found: Findings, at: impl Fn(&str, usize, &str) -> String, into: &mut Findings) {
    let place = |field: String| {
        let mut parts = field.splitn(3, '.');
        let row = (parts.next(), parts.next().and_then(|place| place.parse().ok()), parts.next());
        match row {
            (Some(side), Some(place), of_row) => at(side, place, of_row.unwrap_or_default()),
            _ => field,
        }
    };
    let items = found.items.into_iter().map(|one| kernel::Finding { field: place(one.field), ..one });
    into.items.extend(items);
    let confirms = found.confirms.into_iter().map(|one| kernel::Confirm { field: place(one.field), ..one });
    into.confirms.extend(confirms);
}

/// What was found about the row of a place, or about none.
pub(crate) fn found_at(findings: &Findings, place: Option<usize>) -> Findings {
    let of = |field: &str| field.split('.').nth(1).and_then(|place| place.parse::<usize>().ok()) == place;
    Findings {
        items: findings.items.iter().filter(|one| one.severity == Severity::Error && of(&one.field)).cloned().collect(),
        confirms: findings.confirms.iter().filter(|one| of(&one.field)).cloned().collect(),
        notes: findings.notes.iter().filter(|one| of(&one.field)).cloned().collect(),
    }
}

/// The errors among findings, each once.
pub(crate) fn errors(findings: &Findings) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    for one in findings.items.iter().filter(|one| one.severity == Severity::Error) {
        if !texts.contains(&one.text) {
            texts.push(one.text.clone());
        }
    }
    texts
}

/// What a call answers with data.
pub(crate) fn data(json: Json) -> Outcome {
    Ok(platform::call::Answer::Data(json))
}
