//! 合作协议. The terms that the product applies to a partner's orders and credit (catalogue prm.md 4).

mod clock;
mod look;
mod moves;
mod rules;

pub(crate) use look::{OF_SCOPE, VALID_ON, of_scope};
pub(crate) use rules::of_id;

use agreement::{ACTIVE, APPROVING, Agreement, CREDIT, DRAFT, ENDED, EXPIRED, PENDING, REPLACED, VOID, sections};
use domain::coop::visible_coop;
use platform::prelude::*;
use platform::registry::Room;

use crate::ends;

const PATH: &str = "/prm_coop_agreement";
const ACCESS: &str = "prm_coop_agreement";
const BASE: &str = "/prm/coopAgreement";
/// Who sees limits.
pub(crate) const FINANCE: &str = "prm-coop-finance";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const OWNER: Field = Field::text("负责人", "Owner").column("name_cn").wire("transactorName");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
const KEYWORD: Field = Field::text("协议编号/名称", "Number or name").column("keyword");
/// Rules of what is settled for a period.
const RULES: Field = Field::int("结算条款", "Settlement rules").column("rule_count");

/// The page.
pub static PAGE: LazyLock<Page<Agreement>> = LazyLock::new(|| acted(listed(formed())));

fn formed() -> Page<Agreement> {
    let door = (PATH, "/prmManager/agreement", 10);
    Page::of("prm.coop-agreement", ("合作协议", "Cooperation agreements"), door, Agreement::AGREEMENT_CODE)
        .one("协议", "Agreement")
        .calls(BASE, "coop_agreement")
        .level(Level::High)
        .states(Agreement::STATE, rules::WRONG_STATE)
        .elsewhere(&[REPLACED])
        .section("parties", ("基本信息", "Parties"), sections::PARTIES)
        .section("settling", ("结算", "Settlement"), sections::SETTLING)
        .section("limits", ("信用", "Credit"), sections::LIMITS)
        .when("limits", CREDIT)
        .section("invoicing", ("开票", "Invoices"), sections::INVOICING)
        .section("notes", ("价格与备注", "Prices and remarks"), sections::NOTES)
        .members(&["scopeCodes"])
        .rules(rules::check)
        .view_more(look::more)
        .visible(visible_coop)
        .seen(look::seen)
}

fn listed(page: Page<Agreement>) -> Page<Agreement> {
    page.joins(&[
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "owner", on: &[("transactor_id", "id")], by_org: true },
    ])
    .columns(&[
        Column::own(Agreement::AGREEMENT_CODE).width(130).copy(),
        Column::own(Agreement::STATE).width(90),
        Column::own(Agreement::AGREEMENT_NAME).width(180),
        Column::of("coop", COOP_CODE).width(90),
        Column::of("coop", COOP_NAME).width(150),
        Column::own(Agreement::SIDE).width(80),
        Column::own(Agreement::SCOPES).width(120).unsorted(),
        Column::own(Agreement::AGREEMENT_TYPE).width(100),
        Column::own(Agreement::SETTLE_TEXT).width(110).unsorted(),
        Column::own(Agreement::BASE_DATE).width(100),
        Column::own(Agreement::CREDIT_LIMIT).width(120).needs(FINANCE),
        Column::own(Agreement::CURRENCY_CODE).width(80),
        Column::own(Agreement::GRACE_DAYS).width(80),
        Column::own(Agreement::INVOICE_MODE).width(100),
        Column::own(Agreement::INVOICE_TYPE).width(100).behind(),
    ])
    .columns_from(Agreement::VALID_FROM, Agreement::VALID_TO)
    .columns(&[
        Column::made(ends::DAYS_LEFT).width(90).unsorted(),
        Column::made(ends::ENDS).width(100).unsorted(),
        Column::own(Agreement::VERSION_NO).width(70),
    ])
    .counts(RULES, settle::periodic::count)
    .columns(&[Column::own(Agreement::AUTO_RENEW).width(90).behind(), Column::of("owner", OWNER).width(90)])
    .edited_by()
    .fills(look::days_left)
    .filters(&[
        Filter::new("keyword", Match::Contains, KEYWORD)
            .columns(&[("agreement", "agreement_code"), ("agreement", "agreement_name")]),
        Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("side", Match::OneOf, Agreement::SIDE),
        Filter::new("businessScope", Match::Own(look::of_scope), OF_SCOPE),
        Filter::new("agreementType", Match::OneOf, Agreement::AGREEMENT_TYPE).more(),
        Filter::new("settleMethod", Match::OneOf, Agreement::SETTLE_METHOD),
        Filter::new("state", Match::OneOf, Agreement::STATE),
        Filter::new("validOn", Match::Holds(&Agreement::VALID_FROM, &Agreement::VALID_TO), VALID_ON).more(),
        Filter::new("expireIn", Match::Own(look::ends_within), ends::EXPIRE_IN).more(),
        Filter::new("transactorId", Match::Equals, Agreement::TRANSACTOR_ID).more(),
        Filter::new("autoRenew", Match::Bool, Agreement::AUTO_RENEW).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ])
    .tabs("state")
}

fn acted(page: Page<Agreement>) -> Page<Agreement> {
    page.action(Action::create("prm-agr-add").label("新增", "New"))
        .action(Action::edit("prm-agr-edit").begins_in(&[DRAFT]).refused(rules::USE_CHANGE))
        .action(
            Action::moves("prm-agr-submit", ("提交", "Submit"), &[DRAFT], APPROVING)
                .or(&[PENDING, ACTIVE, EXPIRED])
                .level(Level::High)
                .confirms("确认提交？提交后不能修改", "Submit it? It can't be edited then.")
                .does(moves::submit),
        )
        .action(
            Action::copy("prm-agr-change", rules::OWN)
                .remembers(Agreement::REPLACES_ID)
                .label("变更", "Change")
                .begins_in(&[ACTIVE])
                .first(rules::version),
        )
        .action(
            Action::copy("prm-agr-renew", rules::OWN_AND_DAYS)
                .label("续签", "Renew")
                .begins_in(&[ACTIVE, EXPIRED])
                .first(rules::renewal),
        )
        .action(
            Action::moves("prm-agr-stop", ("终止", "End"), &[ACTIVE], ENDED)
                .or(&[ACTIVE])
                .asks(&[moves::ENDS_ON, Agreement::END_REASON.typed()])
                .danger()
                .level(Level::High)
                .does(moves::stop),
        )
        .action(
            Action::moves("prm-agr-void", ("作废", "Void"), &[DRAFT, PENDING], VOID)
                .confirms("确认作废？", "Void it?")
                .level(Level::High),
        )
        .action(Action::look(ACCESS, ("版本差异", "Differences"), look::differences).of_row().verb("differences"))
        .action(Action::row("prm-agr-edit", ("附件", "Files")).verb("files").files(
            "files",
            ("附件", "Files"),
            FILE_BYTES_MAX,
            false,
        ))
        .action(Action::remove("prm-agr-del").begins_in(&[DRAFT]).refused(rules::ONLY_DRAFTS))
        .action(Action::import(Import { except: &[Agreement::REPLACES_ID], ..Import::with("prm-agr-import") }))
        .action(Action::export("prm-agr-export"))
}

/// Adds the page, its look-ups and what the clock does of it.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("agreement", look::offers));
    room.selects.push(("agreementTitle", look::titles));
    room.operations.extend(look::operations());
    room.effects.extend(moves::EFFECTS);
    room.setbacks.extend(moves::SETBACKS);
    room.plans.extend(clock::PLANS);
    room.messages.extend(clock::MESSAGES);
}
