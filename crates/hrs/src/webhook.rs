//! Webhook. Addresses of other systems that are told what happens to orders, and what was said to them.

mod acts;
mod deliver;
mod told;

use platform::call::Call;
use platform::prelude::*;
use platform::registry::{Offer, Room, SelectAsk};
use webhook::ACTIVE;

use crate::webhook_delivery;

pub use acts::draft;

const PATH: &str = "/hrs_webhook";
/// The entry of the menu of both tabs.
pub(crate) const DOOR: (&str, &str, i64) = (PATH, "/hrsManager/log", 37);
/// The tabs.
pub(crate) const LISTS: &[&str] = &["hrs.webhook.list", "hrs.webhook-delivery.list"];
/// Both are exported by who holds this.
pub(crate) const EXPORT: &str = "hrs-webhook-export";
const DRAFT: &str = "DRAFT";
const STOPPED: &str = "STOPPED";
/// The address said that it is gone.
const GONE: &str = "GONE";
/// It failed for days.
const FAILING: &str = "FAILING";

const STATES: &[Choice] = &[
    Choice::new(DRAFT, "待启用", "Not issued").tone("info"),
    Choice::new(ACTIVE, "启用", "Active").tone("ready"),
    Choice::new(STOPPED, "停用", "Stopped").tone("neutral"),
];
const REASONS: &[Choice] =
    &[Choice::new(GONE, "对方返回410", "Answered 410"), Choice::new(FAILING, "连续多日失败", "Failed for days")];

const WRONG_STATE: Msg = Msg::new(
    "webhook.state",
    "Webhook{state}，不能执行此操作",
    "A webhook that is {state} can't be treated like this.",
);
const NAME_TAKEN: Msg = Msg::new("webhook.name", "Webhook名称已存在", "A webhook of this name exists already.");

document! {
    /// One address.
    pub struct Webhook in "webhook" {
        /// Scopes whose orders are told of, commas between; empty for all.
        scopes: String = Field::text("业务范畴", "Scopes").read_only(),
        --- "main" ("Webhook", "Webhook");
        /// What the company calls it.
        name: String = Field::text("名称", "Name").required().max(60),
        /// Where messages go.
        url: String = Field::text("接收地址", "Address").required().max(500),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"DRAFT\""),
        /// Why the product stopped it.
        stopped_for: String = Field::select(REASONS, "停用原因", "Why stopped").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        --- "events" ("推送事件", "Events");
        /// Whether it wants new orders.
        on_created: bool = Field::flag("订单新增", "Order created").initially("true"),
        /// Whether it wants changes.
        on_updated: bool = Field::flag("订单修改", "Order changed").initially("false"),
        /// Whether it wants states.
        on_state: bool = Field::flag("订单状态变更", "State changed").initially("true"),
        /// Whether it wants nodes.
        on_node: bool = Field::flag("订单节点变更", "Node changed").initially("true"),
        /// Whether it wants track events.
        on_event: bool = Field::flag("订单轨迹", "Track event").initially("true"),
    }
}

const FOR_SCOPES: Field = Field::many("serviceScope", "业务范畴（空为全部）", "Scopes (none: all)").wire("scopeCodes");
const LAST: Field = Field::instant("最近推送", "Last sent").column("last_at");
const LAST_STATUS: Field = Field::int("最近应答码", "Last answer").column("last_status");
const FAILING_SINCE: Field = Field::instant("失败开始于", "Failing since").column("failing_since");
const SECRET_AT: Field = Field::instant("密钥生成时间", "Secret issued").column("secret_at");

/// The page.
pub static PAGE: LazyLock<Page<Webhook>> = LazyLock::new(|| {
    acted(
        Page::of("hrs.webhook", ("Webhook", "Webhooks"), DOOR, Webhook::NAME)
            .one("Webhook", "Webhook")
            .calls("/hrs/webhook", "webhook")
            .level(Level::High)
            .beside(LISTS)
            .states(Webhook::STATE, WRONG_STATE)
            .section("scopes", ("业务范畴", "Scopes"), &[FOR_SCOPES])
            .members(&["scopeCodes"])
            .unique("uq_webhook", &["name"], "name", NAME_TAKEN)
            .rules(acts::rules)
            .view_more(acts::scopes)
            .remove_rule(acts::forget)
            .columns(&[
                Column::own(Webhook::NAME).width(150),
                Column::own(Webhook::STATE).width(80),
                Column::own(Webhook::URL).width(260).copy(),
            ])
            .columns_from(Webhook::ON_CREATED, Webhook::ON_EVENT)
            .columns(&[
                Column::own(Webhook::SCOPES).width(120),
                Column::own(LAST).width(160),
                Column::own(LAST_STATUS).width(90),
                Column::own(FAILING_SINCE).width(160),
                Column::own(Webhook::STOPPED_FOR).width(110),
                Column::own(SECRET_AT).width(160).behind(),
            ])
            .made_by()
            .filters(&[
                Filter::new("name", Match::Contains, Webhook::NAME),
                Filter::new("url", Match::Contains, Webhook::URL),
                Filter::new("state", Match::OneOf, Webhook::STATE),
            ]),
    )
});

fn acted(page: Page<Webhook>) -> Page<Webhook> {
    let shown = ("密钥只显示一次，请立即保存", "The secret is shown once: keep it now.");
    page.action(Action::create("hrs-webhook-add"))
        .action(Action::edit("hrs-webhook-edit"))
        .action(
            Action::moves("hrs-webhook-issue", ("生成密钥并启用", "Issue and start"), &[DRAFT], ACTIVE)
                .note(shown.0, shown.1)
                .level(Level::High)
                .does(acts::issue),
        )
        .action(
            Action::row("hrs-webhook-renew", ("更换密钥", "Renew the secret"))
                .begins_in(&[ACTIVE, STOPPED])
                .note(
                    "新密钥只显示一次；24小时内新旧密钥同时签名",
                    "The new secret is shown once. For 24 hours both secrets sign.",
                )
                .level(Level::High)
                .does(acts::renew),
        )
        .action(Action::row("hrs-webhook-test", ("发送测试", "Send a test")).begins_in(&[ACTIVE]).does(acts::test))
        .action(
            Action::moves("hrs-webhook-stop", ("停用", "Stop"), &[ACTIVE], STOPPED)
                .confirms("停用期间的事件不再补发，是否继续？", "What happens meanwhile is not told later. Go on?")
                .level(Level::High)
                .for_many(),
        )
        .action(
            Action::moves("hrs-webhook-start", ("启用", "Start"), &[STOPPED], ACTIVE)
                .level(Level::High)
                .for_many()
                .does(acts::start),
        )
        .action(Action::remove("hrs-webhook-del").begins_in(&[DRAFT, STOPPED]))
        .action(Action::export(EXPORT))
}

/// Adds both tabs, the sending, and what administrators are told.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.page(&webhook_delivery::PAGE);
    room.selects.push(("webhook", offer));
    room.plans.extend([deliver::PLAN, webhook_delivery::FORGET]);
    room.messages.extend(told::EVENTS);
}

/// The addresses a filter offers.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    PAGE.offer(call, ask, Webhook::URL)
}
