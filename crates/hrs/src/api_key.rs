//! API密钥. What the programs of a company call with: whose rights each has, on which pages, until when, and when it was used.

mod acts;

use platform::access::{KEY_ACTIVE, KEY_PERSONAL, KEY_REVOKED, KEY_WHOLE};
use platform::prelude::*;
use platform::registry::{Node, Room};
use platform::sea_query::Condition;

pub use acts::draft;

const TABLE: &str = "api_key";
const ADD: &str = "hrs-apiKey-add";
/// Shows the keys of everybody in the company, and revokes them.
const ALL: &str = "hrs-apiKey-all";
const DRAFT: &str = "DRAFT";
const SOME: &str = "SOME";
/// Pages of a key.
const PAGES_MAX: usize = 200;

const STATES: &[Choice] = &[
    Choice::new(DRAFT, "待生成", "Not issued").tone("info"),
    Choice::new(KEY_ACTIVE, "有效", "Active").tone("ready"),
    Choice::new(KEY_REVOKED, "已撤销", "Revoked").tone("neutral"),
];
const KINDS: &[Choice] =
    &[Choice::new(KEY_PERSONAL, "个人", "Personal"), Choice::new("SYSTEM", "系统对接", "Another system")];
const COVERAGES: &[Choice] =
    &[Choice::new(SOME, "指定页面", "Named pages"), Choice::new(KEY_WHOLE, "所属用户的全部权限", "All its user may")];

const WRONG_STATE: Msg =
    Msg::new("apiKey.state", "密钥{state}，不能执行此操作", "A key that is {state} can't be treated like this.");
const NAME_TAKEN: Msg = Msg::new("apiKey.name", "密钥名称已存在", "A key of this name exists already.");

document! {
    /// One key.
    pub struct ApiKey in "api_key" {
        --- "main" ("密钥", "Key");
        /// What its owner calls it.
        name: String = Field::text("名称", "Name").required().max(60),
        /// For whom it is.
        kind: String = Field::select(KINDS, "用途", "For").required().initially("\"SYSTEM\""),
        /// As whom it acts.
        user_id: Option<Id> = Field::reference("user", "所属用户（不填为本人）", "Acts as (none: you)").fixed(),
        /// Last day.
        expires_on: String = Field::day("有效期至", "Last day").required(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"DRAFT\""),
        /// Why it was revoked.
        reason: String = Field::text("撤销原因", "Why revoked").max(100).read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        --- "rights" ("权限", "Rights");
        /// How far it goes.
        coverage: String = Field::select(COVERAGES, "权限范围", "Covers").required().initially("\"SOME\""),
        /// It changes nothing.
        read_only: bool = Field::flag("只读", "Reads only").initially("true"),
    }
}

const PAGE_ID: Field = Field::reference("apiKeyPage", "页面", "Page").column("page_id").required();
/// The pages a key opens.
const PAGES: Rows = Rows {
    member: "pages",
    title: ("可访问页面（含其按钮）", "Pages, each with its buttons"),
    behind: "rights",
    table: "api_key_page",
    parent: "key_id",
    fields: &[PAGE_ID],
    most: PAGES_MAX,
    sheet: false,
};

const OWNER: Field = Field::text("所属用户", "Acts as").column("name_cn").wire("userName");
const HINT: Field = Field::text("密钥开头", "Begins with").column("hint");
const ISSUED: Field = Field::instant("生成时间", "Issued").column("issued_at");
const LAST_USED: Field = Field::instant("最近使用", "Last used").column("last_used_at");

/// The page.
pub static PAGE: LazyLock<Page<ApiKey>> = LazyLock::new(|| {
    Page::of("hrs.apiKey", ("API密钥", "API keys"), ("/hrs_api_key", "/hrsManager/log", 35), ApiKey::NAME)
        .one("API密钥", "API key")
        .calls("/hrs/apiKey", "api_key")
        .level(Level::High)
        .states(ApiKey::STATE, WRONG_STATE)
        .rows(PAGES)
        .when("pages", When::Is(&ApiKey::COVERAGE, SOME))
        .unique("uq_api_key", &["name"], "name", NAME_TAKEN)
        .rules(acts::rules)
        .visible(visible)
        .joins(&[Join { table: "app_user", alias: "owner", on: &[("user_id", "id")], by_org: true }])
        .columns(&[
            Column::own(ApiKey::NAME).width(160),
            Column::own(ApiKey::STATE).width(90),
            Column::own(ApiKey::KIND).width(90),
            Column::of("owner", OWNER).width(110),
            Column::own(HINT).width(130),
            Column::own(ApiKey::COVERAGE).width(140),
            Column::own(ApiKey::READ_ONLY).width(70),
            Column::own(ApiKey::EXPIRES_ON).width(110),
            Column::own(LAST_USED).width(160),
            Column::own(ISSUED).width(160),
            Column::own(ApiKey::REASON).width(140).behind(),
        ])
        .made_by()
        .filters(&[
            Filter::new("name", Match::Contains, ApiKey::NAME),
            Filter::new("state", Match::OneOf, ApiKey::STATE),
            Filter::new("kind", Match::OneOf, ApiKey::KIND),
            Filter::new("userId", Match::Equals, Field::reference("user", "所属用户", "Acts as").column("user_id")),
            Filter::new("expiresOn", Match::Range, ApiKey::EXPIRES_ON),
        ])
        .tabs("state")
        .action(Action::create(ADD))
        .action(Action::edit("hrs-apiKey-edit").begins_in(&[DRAFT, KEY_ACTIVE]))
        .action(
            Action::moves("hrs-apiKey-issue", ("生成密钥", "Issue"), &[DRAFT, KEY_ACTIVE], KEY_ACTIVE)
                .note(
                    "密钥只显示一次，请立即保存；原密钥立即失效",
                    "The key is shown once: keep it now. The one before ends at once.",
                )
                .level(Level::High)
                .does(acts::issue),
        )
        .action(
            Action::moves("hrs-apiKey-revoke", ("撤销", "Revoke"), &[DRAFT, KEY_ACTIVE], KEY_REVOKED)
                .asks(&[ApiKey::REASON.typed()])
                .danger()
                .level(Level::High)
                .for_many()
                .does(acts::revoke),
        )
        .action(Action::export("hrs-apiKey-export"))
});

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.nodes.push(Node::button(ALL, "hrs_api_key", "查看及撤销全部密钥", "Keys of everybody", 60));
    room.selects.push(("apiKeyPage", acts::offer_pages));
}

/// His own keys, and those of everybody for who looks after them.
fn visible(actor: &Actor) -> Condition {
    if actor.has(ALL) {
        return Condition::all();
    }
    Condition::all().add(sql::of_eq(TABLE, "user_id", actor.user_id))
}
