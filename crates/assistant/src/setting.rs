//! /hrs_ai_setting AI助手设置: whether there is an assistant, what answers, what it may be told, and how often it is asked.
//!
//! A company follows the platform's choice of a service until it makes one itself; address, key and model belong together
//! and are taken from whoever made the choice, so that no key goes to an address somebody else gave.

use kernel::{Findings, Msg, Scope};
use platform::PLATFORM_ORG;
use platform::call::{App, Tx};
use platform::field::{Choice, Field};
use platform::log::Level;
use platform::outbound;
use platform::refusal::Refusal;
use platform::registry::{Node, Room};
use platform::setting::page::SettingPage;
use platform::setting::{self, Decided, Module, Setting};
use platform::store::{Conn, Value, sql};
use serde_json::json;

use crate::search::RELEVANCE;

const NOUN: &str = "ai_setting";
/// Its page.
pub(crate) const PAGE: &str = "/hrs_ai_setting";
/// Its calls.
pub(crate) const BASE: &str = "/hrs/aiSetting";

const FOLLOW: &str = "FOLLOW";
const HELP: &str = "HELP";
const MODEL: &str = "MODEL";
const KINDS: &[Choice] = &[
    Choice::new(FOLLOW, "沿用平台", "As the platform"),
    Choice::new(HELP, "仅帮助检索", "Help search alone"),
    Choice::new(MODEL, "兼容对话接口", "Compatible chat interface"),
];
/// Sources of texts.
pub(crate) const OF_HELP: &str = "HELP";
pub(crate) const OF_RELEASES: &str = "RELEASE";
pub(crate) const OF_NOTICES: &str = "NOTICE";
pub(crate) const OF_DOCUMENTS: &str = "DOCUMENT";
const SOURCES: &[Choice] = &[
    Choice::new(OF_HELP, "帮助文档", "Help documents"),
    Choice::new(OF_RELEASES, "版本记录", "Release notes"),
    Choice::new(OF_NOTICES, "公告", "Notices"),
    Choice::new(OF_DOCUMENTS, "本企业文档", "Documents of the company"),
];
const PHONE: &str = "PHONE";
const MAIL: &str = "MAIL";
const IDENTITY: &str = "IDENTITY";
const BANK: &str = "BANK";
const HIDES: &[Choice] = &[
    Choice::new(PHONE, "手机号", "Mobile numbers"),
    Choice::new(MAIL, "邮箱", "E-mail addresses"),
    Choice::new(IDENTITY, "证件号", "Identity numbers"),
    Choice::new(BANK, "银行账号", "Bank accounts"),
];

const NO_ADDRESS: Msg = Msg::new(
    "ai.address",
    "接口地址须以https://开头且可以访问",
    "The address begins with https:// and is one the server may call.",
);
const NEEDED: Msg = Msg::new("ai.needed", "请填写{field}", "Please fill in {field}.");
const KEY_ANEW: Msg =
    Msg::new("ai.key_anew", "接口地址已更换，请重新填写密钥", "The address has changed: please give the key again.");
const NOT_OWN: Msg = Msg::new(
    "ai.not_own",
    "平台未开放自行设置接口",
    "The platform doesn't let companies set an interface of their own.",
);

const SERVICE: Module = Module::new("aiService", "服务", "Service").on(NOUN).at(10);
const SEARCH: Module = Module::new("aiSearch", "检索", "Search").on(NOUN).at(20);
const LIMITS: Module = Module::new("aiLimits", "次数限制", "Limits").on(NOUN).at(30);
const PRIVACY: Module = Module::new("aiPrivacy", "数据与隐私", "Data and privacy").on(NOUN).at(40);

const ENABLED: Setting = Setting::new("aiEnabled", SERVICE, Field::flag("启用", "Enabled").initially("true"));
const KIND: Setting =
    Setting::new("aiKind", SERVICE, Field::select(KINDS, "服务类型", "Service").required().initially("\"FOLLOW\""))
        .help("未填写密钥时按仅帮助检索回答", "Without a key it is help search alone");
const URL: Setting = Setting::new("aiUrl", SERVICE, Field::text("接口地址", "Address").max(300))
    .help("兼容OpenAI的地址，如 https://api.example.com/v1", "An OpenAI-compatible address");
const KEY: Setting = Setting::new("aiKey", SERVICE, Field::text("密钥", "Key").max(500)).secret();
const MODEL_NAME: Setting = Setting::new("aiModel", SERVICE, Field::text("模型名称", "Model").max(80));
const TEMPERATURE: Setting = Setting::new(
    "aiTemperature",
    SERVICE,
    Field::decimal(1, "温度", "Temperature").required().range(0, 10).initially("0.2"),
);
const TOKENS: Setting = Setting::new(
    "aiMaxTokens",
    SERVICE,
    Field::int("最大回复长度（tokens）", "Longest answer (tokens)").required().range(200, 4_000).initially("800"),
);
const TIMEOUT: Setting = Setting::new(
    "aiTimeout",
    SERVICE,
    Field::int("超时", "Time limit").required().range(5, 120).unit("秒").initially("60"),
);
const PROMPT: Setting = Setting::new("aiPrompt", SERVICE, Field::long("系统提示词", "System prompt").max(2_000));

const RETRIEVAL: Setting = Setting::new("aiRetrieval", SEARCH, Field::flag("检索启用", "Search").initially("true"));
const PIECES: Setting =
    Setting::new("aiPieces", SEARCH, Field::int("段数", "Pieces").required().range(1, 10).initially("5"))
        .help("发给模型的资料段数；直接回答时最多3段", "Pieces a model is given; without one at most three are shown");
const LEAST: Setting = Setting::new(
    "aiRelevance",
    SEARCH,
    Field::int("最低相关度", "Least relevance").required().range(10, 100).unit("%").initially("40"),
);
const FROM: Setting = Setting::new(
    "aiSources",
    SEARCH,
    Field::select(SOURCES, "知识来源", "Sources").initially("[\"HELP\",\"RELEASE\",\"NOTICE\",\"DOCUMENT\"]"),
)
.many()
.help("产品手册始终检索", "The manual of the product is always searched");

const USER_DAILY: Setting = Setting::new(
    "aiUserDaily",
    LIMITS,
    Field::int("每用户每日次数", "Questions of a user a day").required().range(0, 500).initially("50"),
);
const ORG_DAILY: Setting = Setting::new(
    "aiOrgDaily",
    LIMITS,
    Field::int("每企业每日次数", "Questions of the company a day").required().range(0, 100_000).initially("1000"),
);
const TOKENS_DAILY: Setting = Setting::new(
    "aiTokensDaily",
    LIMITS,
    Field::int("每企业每日tokens（0为不限）", "Tokens of the company a day (0: no limit)")
        .required()
        .range(0, 100_000_000)
        .initially("0"),
);
const ALLOW_DATA: Setting = Setting::new(
    "aiAllowData",
    PRIVACY,
    Field::flag("允许查询业务数据", "Business data for the model").initially("false"),
)
.help(
    "打开后，业务数据的查询结果遮盖后发给模型并记录；关闭时由本系统直接回答",
    "On: what was looked up is masked, sent to the model and logged. Off: the server answers by itself",
);
const MASK: Setting = Setting::new(
    "aiMask",
    PRIVACY,
    Field::select(HIDES, "敏感信息遮盖", "What is masked").initially("[\"PHONE\",\"MAIL\",\"IDENTITY\",\"BANK\"]"),
)
.many();
/// Days the questions are kept.
pub(crate) const KEEP_DAYS: Setting = Setting::new(
    "aiKeepDays",
    PRIVACY,
    Field::int("记录保留天数", "Days the log is kept").required().range(30, 730).unit("天").initially("180"),
);
const COMPANY_OWN: Setting = Setting::new(
    "aiCompanyOwn",
    Module::new("assistant", "AI助手", "Assistant").on("platform_setting").at(70),
    Field::flag("允许企业自行设置接口", "Companies may set their own interface").initially("true"),
)
.platform();
/// The place the key was given for; no page shows it.
const KEY_FOR: Setting = Setting::new("aiKeyFor", SERVICE, Field::text("密钥对应地址", "Place of the key").max(300));

const ALL: [&Setting; 19] = [
    &ENABLED,
    &KIND,
    &URL,
    &KEY,
    &MODEL_NAME,
    &TEMPERATURE,
    &TOKENS,
    &TIMEOUT,
    &PROMPT,
    &RETRIEVAL,
    &PIECES,
    &LEAST,
    &FROM,
    &USER_DAILY,
    &ORG_DAILY,
    &TOKENS_DAILY,
    &ALLOW_DATA,
    &MASK,
    &KEEP_DAYS,
];

const SETTINGS: SettingPage = SettingPage {
    noun: NOUN,
    base: BASE,
    access: "hrs_ai_setting",
    edit: "sys_ai_edit",
    page: PAGE,
    title: ("AI助手设置", "AI settings"),
    level: Level::High,
    check: Some(check),
};

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/smart", "AI助手设置", "AI settings", 10),
        Node::button("sys_ai_edit", "hrs_ai_setting", "修改", "Edit", 10),
        Node::button("sys_ai_test", "hrs_ai_setting", "测试连接", "Test connection", 20),
    ]);
    room.settings.extend(ALL);
    room.settings.push(&COMPANY_OWN);
    room.operations.extend(SETTINGS.operations());
}

/// What is hidden before a text is kept or sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Masks {
    pub(crate) phone: bool,
    pub(crate) mail: bool,
    pub(crate) identity: bool,
    pub(crate) bank: bool,
}

/// What a company decided.
#[derive(Debug)]
pub(crate) struct Decisions {
    pub(crate) enabled: bool,
    pub(crate) retrieval: bool,
    pub(crate) pieces: usize,
    pub(crate) least: i64,
    pub(crate) sources: Vec<String>,
    pub(crate) user_daily: i64,
    pub(crate) org_daily: i64,
    pub(crate) tokens_daily: i64,
    pub(crate) allow_data: bool,
    pub(crate) masks: Masks,
    /// The model that answers; none: help search alone.
    pub(crate) model: Option<Model>,
}

/// How a model is reached.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) url: String,
    pub(crate) key: String,
    pub(crate) name: String,
    /// Tenths.
    pub(crate) temperature: i64,
    pub(crate) tokens: i64,
    pub(crate) seconds: i64,
    pub(crate) prompt: String,
}

impl std::fmt::Debug for Model {
    /// Without its key.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "model {} at {}", self.name, self.url)
    }
}

/// What holds for a company now.
pub(crate) fn of(app: &App, conn: &mut dyn Conn, org: i64) -> Result<Decisions, Refusal> {
    let own = Decided::of(conn, org)?;
    let hides: Vec<String> = own.values(&MASK, None)?;
    let hides = |what: &str| hides.iter().any(|one| one == what);
    Ok(Decisions {
        enabled: own.value(&ENABLED, None)?,
        retrieval: own.value(&RETRIEVAL, None)?,
        pieces: usize::try_from(own.value::<i64>(&PIECES, None)?).unwrap_or(1),
        least: own.value::<Option<i64>>(&LEAST, None)?.unwrap_or(RELEVANCE),
        sources: own.values(&FROM, None)?,
        user_daily: own.value(&USER_DAILY, None)?,
        org_daily: own.value(&ORG_DAILY, None)?,
        tokens_daily: own.value(&TOKENS_DAILY, None)?,
        allow_data: own.value(&ALLOW_DATA, None)?,
        masks: Masks { phone: hides(PHONE), mail: hides(MAIL), identity: hides(IDENTITY), bank: hides(BANK) },
        model: model_of(app, conn, org)?,
    })
}

/// The model a company uses: its own, or the platform's where it follows it.
fn model_of(app: &App, conn: &mut dyn Conn, org: i64) -> Result<Option<Model>, Refusal> {
    let kind: String = setting::value(conn, org, &KIND, None)?;
    match kind.as_str() {
        FOLLOW if org != PLATFORM_ORG => model_of(app, conn, PLATFORM_ORG),
        MODEL => {
            let own = Decided::of(conn, org)?;
            let url: String = own.value::<Option<String>>(&URL, None)?.unwrap_or_default();
            let name: String = own.value::<Option<String>>(&MODEL_NAME, None)?.unwrap_or_default();
            let key = setting::secret(app, conn, org, &KEY)?.unwrap_or_default();
            let allowed = org == PLATFORM_ORG || setting::value::<bool>(conn, org, &COMPANY_OWN, None)?;
            if url.is_empty() || name.is_empty() || key.is_empty() || !allowed {
                return Ok(None);
            }
            Ok(Some(Model {
                url,
                key,
                name,
                temperature: own.value(&TEMPERATURE, None)?,
                tokens: own.value(&TOKENS, None)?,
                seconds: own.value(&TIMEOUT, None)?,
                prompt: own.value::<Option<String>>(&PROMPT, None)?.unwrap_or_default(),
            }))
        }
        _ => Ok(None),
    }
}

/// A model has an address the server may call, and a name; a key goes to the place it was given for.
fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let url = setting::value::<Option<String>>(tx, org, &URL, None)?.unwrap_or_default();
    let given = !url.is_empty();
    findings.error_if(given && !outbound::is_address(&tx.app.settings.guard, &url), URL.key, NO_ADDRESS);
    key_for(tx, &url, findings)?;
    let kind: String = setting::value(tx, org, &KIND, None)?;
    if kind != MODEL {
        return Ok(());
    }
    let name = setting::value::<Option<String>>(tx, org, &MODEL_NAME, None)?.unwrap_or_default();
    for (missing, setting) in [(!given, &URL), (name.is_empty(), &MODEL_NAME)] {
        if missing {
            let (zh, en) = (setting.field.zh, setting.field.en);
            findings.error(setting.key, NEEDED.with_each(&[("field", zh)], &[("field", en)]));
        }
    }
    let allowed = org == PLATFORM_ORG || setting::value::<bool>(tx, org, &COMPANY_OWN, None)?;
    findings.error_if(!allowed, KIND.key, NOT_OWN);
    Ok(())
}

/// Notes the place a key was given for; a change of the place asks for the key again.
fn key_for(tx: &mut Tx<'_>, url: &str, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, "org_setting");
    select.column("updated_at").and_where(sql::eq("setting_key", KEY.key)).and_where(sql::eq("business_scope", "*"));
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    let place = outbound::origin(url).unwrap_or_default();
    if row.get::<i64>(0)? == tx.now.millis() {
        let who = (org, tx.actor.user_id, tx.now);
        return setting::put(tx, who, (&KEY_FOR, None), Some(Value::Text(json!(place).to_string())));
    }
    let known = setting::value::<Option<String>>(tx, org, &KEY_FOR, None)?.unwrap_or_default();
    findings.error_if(!url.is_empty() && known != place, KEY.key, KEY_ANEW);
    Ok(())
}
