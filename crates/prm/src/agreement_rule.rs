//! 协议结算. What is settled for a period under agreements, and the monthly run (catalogue prm.md 4.0); the tab 结算条件 is
//! [`terms`].

mod look;
mod rules;
mod run;
mod terms;

pub(crate) use look::visible;

use agreement::settlement::rule::{COUNTS, Rule, TABLE, TIER_ROWS, TIERED};
use charge::item;
use domain::coop::visible_coop;
use platform::prelude::*;
use platform::registry::Room;

const PATH: &str = "/prm_coop_agreement_settlement";
const CODE: &str = "prm_coop_agreement_settlement";
const BASE: &str = "/prm/agreementRule";
const EXPORT: &str = "prm-rule-export";
/// The tabs of the page.
const TABS: &[&str] = &["prm.agreement-rule.list", "prm.agreement-terms.list"];

const LEAST: Msg = Msg::new("settlement_rule.limits", "最低不能大于最高", "The least exceeds the most.");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const AGREEMENT: Field = Field::text("协议编号", "Agreement").column("agreement_code");
const ITEM: Field = Field::text("服务项目", "Service item").column("service_name_cn").wire("serviceName");
const LAST_PERIOD: Field = Field::text("最近期间", "Last period").column("last_period");
const LAST_AMOUNT: Field = Field::decimal(3, "最近金额", "Last amount").digits(2).column("last_amount");
const OF_SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
/// The scopes, chosen from a list.
const FOR_SCOPES: Field =
    Field::many("serviceScope", "业务范畴（空为协议的）", "Scopes (none: those agreed)").wire("scopeCodes");

/// The page.
pub static PAGE: LazyLock<Page<Rule>> = LazyLock::new(|| acted(listed(formed())));

fn formed() -> Page<Rule> {
    let door = (PATH, "/prmManager/bill", 30);
    Page::of("prm.agreement-rule", ("协议结算", "Agreement settlement"), door, Rule::RULE_CODE)
        .one("结算条款", "Settlement rule")
        .calls(BASE, "agreement_rule")
        .level(Level::High)
        .beside(TABS)
        .section_from("main", ("条款", "Rule"), Rule::RULE_CODE, Rule::POST_MODE)
        .section_from("price", ("价格", "Price"), Rule::FIXED_AMOUNT, Rule::GRACE_DAYS)
        .section("scopes", ("业务范畴", "Scopes"), &[FOR_SCOPES])
        .section_from("match", ("适用条件", "Which orders count"), Rule::DEPARTURES, Rule::ORDER_CONDITION)
        .section("more", ("备注", "Remark"), &[Rule::REMARK])
        .when("scopes", COUNTS)
        .when("match", COUNTS)
        .rows(TIER_ROWS)
        .when(TIER_ROWS.member, TIERED)
        .members(&["scopeCodes"])
        .ordered(Rule::MIN_AMOUNT, Rule::MAX_AMOUNT, LEAST)
        .rules(rules::check)
        .remove_rule(rules::need_unbilled)
        .view_more(look::more)
        .visible(visible_coop)
}

fn listed(page: Page<Rule>) -> Page<Rule> {
    page.joins(&[
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "agreement", alias: "agreed", on: &[("agreement_id", "id")], by_org: true },
        Join { table: item::TABLE, alias: "item", on: &[("service_item_id", "id")], by_org: true },
    ])
    .columns(&[
        Column::own(Rule::RULE_CODE).width(150).copy(),
        Column::own(Rule::ACTIVE).width(80),
        Column::own(Rule::RULE_NAME).width(160),
        Column::own(AGREEMENT).width(130).link("/prm_coop_agreement?keyword={agreementCode}"),
        Column::of("coop", COOP_NAME).width(150),
        Column::own(Rule::SIDE).width(80),
        Column::own(Rule::RULE_KIND).width(90),
        Column::of("item", ITEM).width(120),
        Column::own(Rule::BASIS).width(90),
        Column::own(Rule::CYCLE).width(70),
        Column::made(look::PRICES).width(220).unsorted(),
        Column::own(Rule::MIN_AMOUNT).width(100),
        Column::own(Rule::MAX_AMOUNT).width(100),
        Column::own(Rule::CURRENCY_CODE).width(70),
        Column::own(Rule::TAX_RATE).width(80),
        Column::made(look::MATCHES).width(220).unsorted(),
        Column::own(Rule::POST_MODE).width(130),
        Column::own(LAST_PERIOD).width(100),
        Column::own(LAST_AMOUNT).width(110),
    ])
    .edited_by()
    .fills(look::fill)
    .filters(&[
        Filter::new("agreementCode", Match::Contains, AGREEMENT),
        Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("ruleKind", Match::OneOf, Rule::RULE_KIND),
        Filter::new("side", Match::OneOf, Rule::SIDE),
        Filter::new("businessScope", Match::Own(look::of_scope), OF_SCOPE).more(),
        Filter::new("cycle", Match::OneOf, Rule::CYCLE).more(),
        Filter::new("active", Match::Bool, Rule::ACTIVE).more(),
        Filter::new("lastPeriod", Match::Equals, LAST_PERIOD).more(),
    ])
}

fn acted(page: Page<Rule>) -> Page<Rule> {
    page.action(Action::create("prm-rule-add").label("新增", "New"))
        .action(Action::edit("prm-rule-edit"))
        .action(Action::switch("prm-rule-stop"))
        .action(
            Action::look("prm-rule-test", ("试算", "Try"), look::test)
                .of_row()
                .asks(&[run::PERIOD])
                .first(run::last_month),
        )
        .action(
            Action::tool("prm-rule-run", ("生成账单", "Make bills"), run::run)
                .asks(&[run::PERIOD])
                .lines(run::DUE)
                .first_by(&[run::PERIOD], run::first)
                .note(
                    "勾选的条款按单位、收付方向、币种和协议生成草稿账单",
                    "The ticked rules become draft bills, one for each partner, side, currency and agreement.",
                )
                .level(Level::High),
        )
        .action(Action::remove("prm-rule-del"))
        .action(Action::export(EXPORT))
}

/// Adds the page, its tab and what the clock does of it.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.lists.push(terms::list());
    room.selects.push(("agreementItem", look::items));
    room.plans.push(run::PLAN);
}

/// What the log calls a rule.
const OBJECT: &str = TABLE;
