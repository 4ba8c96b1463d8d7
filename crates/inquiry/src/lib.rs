//! The room of inquiries 询价: what sales ask for their customers, whom buyers ask, what the agents answer on a page of
//! their own, and which answer is chosen.

pub mod agent;
mod asked;
pub mod buying;
mod compare;
mod letter;
mod moves;
pub mod page;
mod price;
mod price_platform;
mod public;
mod quote;
mod rules;
mod seen;
mod send;

use std::sync::Arc;

use platform::access::Access;
use platform::call::App;
use platform::dictionary::Use;
use platform::files::DOCUMENT_BYTES_MAX;
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::{BODY_BYTES_MAX, Body, Node, Operation, Room};

/// Button without which nobody is told what an agent wants to be paid.
pub(crate) const COST: &str = "af-price-cost";
/// Files agents send with their answers, as attached files of their rows.
pub(crate) const FILES: &str = "inquiry_asked";

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("inquiry");
    room.nodes = nodes();
    room.lists = vec![page::LIST, buying::LIST, agent::LIST];
    room.form(&page::FORM);
    // Its calls are those of the inquiry.
    room.forms.push(buying::FORM.contract());
    room.form(&agent::FORM);
    room.form(&quote::FORM);
    // Why another answer than the cheapest is chosen stands with the answer.
    room.uses.extend(Use::of(asked::TABLE, [&compare::REASON]));
    room.flow(&moves::SELLING);
    room.flow(&moves::BUYING);
    room.operations.extend(selling());
    room.operations.extend(buying());
    room.operations.extend(outer());
    room.selects = vec![(agent::SELECT, agent::offer), ("inquiry", buying::offer)];
    room.select_uses.push(("inquiry", Access::Code("af_inquiry_compare")));
    room.settings.push(&price_platform::NAME);
    room.messages.push(&public::TOLD);
    room.plans.push(EXPIRY);
    room
}

const EXPIRY: Plan =
    Plan::new("inquiry.expiry", ("询价失效", "Expiry of inquiries"), (Category::Update, Schedule::Night), expire_due);

fn expire_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    app.each_org(|org| {
        let count = app.system_write(|conn| compare::expire(conn, org, now))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    })
}

fn nodes() -> Vec<Node> {
    let below = "/afManager/inquiry";
    let mut nodes = vec![
        Node::page(page::PAGE, below, "我的询价", "My inquiries", 10),
        Node::page(buying::PAGE, below, "询价管理", "Inquiry centre", 20),
        Node::page(agent::PAGE, below, "空运询价代理", "Inquiry agents", 30),
        Node::page(compare::COMPARE_PAGE, below, "报价比较", "Quotation comparison", 80).hidden(),
    ];
    let buttons = [
        ("af-inquiry-add", "af_order_inquiry", "新增询价", "New inquiry"),
        ("af-inquiry-edit", "af_order_inquiry", "修改", "Edit"),
        ("af-inquiry-copy", "af_order_inquiry", "复制", "Copy"),
        ("af-inquiry-cancel", "af_order_inquiry", "取消", "Cancel"),
        ("af-inquiry-lost", "af_order_inquiry", "未成交", "Lost"),
        ("af-inquiry-export", "af_order_inquiry", "导出", "Export"),
        ("af-enq-assign", "af_enquiry_manage", "分配", "Assign"),
        ("af-enq-send", "af_enquiry_manage", "发送询价", "Send inquiry"),
        ("af-enq-quote", "af_enquiry_manage", "录入报价", "Enter quote"),
        ("af-enq-compare", "af_enquiry_manage", "比价", "Compare quotes"),
        (compare::SELECT, "af_enquiry_manage", "选定", "Select"),
        ("af-enq-lost", "af_enquiry_manage", "未成交", "Lost"),
        ("af-enq-export", "af_enquiry_manage", "导出", "Export"),
        (COST, "af_enquiry_manage", "查看成本", "See cost"),
        (compare::ROUND, "af_inquiry_compare", "再询一轮", "Ask anew"),
        (compare::EXPORT, "af_inquiry_compare", "导出", "Export"),
        ("af-iagent-add", "af_inquiry_agent", "新增", "Add"),
        ("af-iagent-edit", "af_inquiry_agent", "修改", "Edit"),
        ("af-iagent-status", "af_inquiry_agent", "启用/停用", "Enable/disable"),
        ("af-iagent-export", "af_inquiry_agent", "导出", "Export"),
        ("af-iagent-import", "af_inquiry_agent", "导入", "Import"),
    ];
    for (place, (code, page, zh, en)) in (1i64..).zip(buttons) {
        nodes.push(Node::button(code, page, zh, en, place * 10));
    }
    nodes
}

/// Who asks whether there is an agent for the price platform: those who inquire, buy, and keep agents.
const PLATFORM_CODES: &[&str] =
    &["af_order_inquiry", "af-inquiry-add", "af_enquiry_manage", "af_inquiry_agent", "af-iagent-add"];

/// What sales do beside the form.
fn selling() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    vec![
        Operation::get("find_price_platform", &at("getFourYCWhenInquiry"), AnyOf(PLATFORM_CODES), price_platform::find)
            .summary("The inquiry agent that stands for the price platform; null where there is none"),
        Operation::post(
            "create_price_platform",
            &at("createFourYCWhenInquiry"),
            AnyOf(&["af-inquiry-add", "af-iagent-add"]),
            price_platform::create,
        )
        .summary("Makes that agent and its partner; answers the one there is"),
        Operation::post(
            "save_platform_price",
            &at("saveCallBackForYC"),
            Code("af-inquiry-add"),
            price_platform::save_price,
        )
        .summary("Hangs the price platform's price on the inquiry made of it"),
        Operation::post("copy_order_inquiry", &at("{id}/copy"), Code("af-inquiry-copy"), moves::copy)
            .summary("A new draft of the same cargo"),
    ]
}

/// What buyers do.
fn buying() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let at = |rest: &str| format!("{}/{rest}", buying::BASE);
    let send = Code("af-enq-send");
    let compare = AnyOf(&["af_inquiry_compare", "af-enq-compare", "af_order_inquiry"]);
    let figures = |operation: Operation| {
        ["weight", "volume", "base", "rates", "quotes"].into_iter().fold(operation, Operation::param)
    };
    vec![
        Operation::get("get_enquiry", &at("{id}"), Code("af_enquiry_manage"), buying::view)
            .summary("An inquiry as buyers read it"),
        Operation::get("propose_enquiry_agents", &at("{id}/agents"), send, send::proposed)
            .summary("Agents with the lane that were not asked yet, and until when they have time"),
        Operation::post("send_enquiry", &at("{id}/send"), send, send::send)
            .summary("Asks agents, each by a link of its own that is told once"),
        Operation::post("urge_enquiry", &at("{id}/urge"), send, send::urge)
            .summary("Reminds the agents that have not answered"),
        figures(Operation::get("compare_enquiry", &at("{id}/compare"), compare, compare::compare))
            .summary("The answers side by side at a weight, in one currency by the rates given (`USD:7.15`)"),
        figures(Operation::get(
            "export_enquiry_quotes",
            &at("{id}/compare/export"),
            Code(compare::EXPORT),
            compare::book::export,
        ))
        .param("names")
        .summary("The comparison as a workbook; without the names of the agents when names=false"),
        Operation::post("ask_enquiry_anew", &at("{id}/round"), Code(compare::ROUND), send::round)
            .summary("Asks some of the agents anew, with another target price"),
        Operation::get(
            "get_enquiry_file",
            &at("file/{id}"),
            AnyOf(&["af_inquiry_compare", "af-enq-compare"]),
            compare::file,
        ),
    ]
}

/// The calls of the public page.
fn outer() -> Vec<Operation> {
    use Access::Public;
    let at = |rest: &str| format!("{}/{rest}", public::BASE);
    vec![
        Operation::get("view_asked_inquiry", &at("{uuid}"), Public, public::look)
            .param("code")
            .summary("What an agent is asked, and its answer so far"),
        Operation::post("quote_asked_inquiry", &at("quote"), Public, public::submit)
            .summary("A new version of an agent's answer"),
        Operation::post("decline_asked_inquiry", &at("decline"), Public, public::decline)
            .summary("The agent will not quote"),
        Operation::post("add_asked_inquiry_file", &at("upload"), Public, public::upload)
            .param("o")
            .param("code")
            .body(Body::Files)
            .body_up_to(DOCUMENT_BYTES_MAX + BODY_BYTES_MAX),
    ]
}
