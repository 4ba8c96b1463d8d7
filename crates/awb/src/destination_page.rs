//! /af_destination_rule 目的地规则: what countries want of a waybill, as the platform ships it and a company changes it.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};
use sea_query::{Condition, ExprTrait};
use trade::destination::{BOXES, CODE_LENGTH_MAX, CONDITIONS, Raw, Rule};
use waybill::destination::ask_again;

/// Its page.
pub const PAGE: &str = "/af_destination_rule";

const CODE_TAKEN: Msg = Msg::new("destination_rule.taken", "规则代码已存在", "The code exists already.");
const OF_ADDRESS: Msg = Msg::new(
    "destination_rule.of_address",
    "该规则由地址规则执行，不能改写",
    "The address rules carry this rule out; it can't be replaced.",
);

const DIRECTIONS: &[Choice] = &[
    Choice::new("TO", "目的国", "Destination"),
    Choice::new("FROM", "始发国", "Origin"),
    Choice::new("THROUGH", "目的或经停国", "Destination or transit"),
];
const LEVELS: &[Choice] = &[
    Choice::new("BOTH", "主单和分单", "Masters and houses"),
    Choice::new("MASTER", "主单", "Masters"),
    Choice::new("HOUSE", "分单", "Houses"),
];
const SEVERITIES: &[Choice] =
    &[Choice::new("ERROR", "错误", "Error").tone("danger"), Choice::new("WARNING", "警告", "Warning").tone("warning")];

/// The choices of a list whose rows have a code and two names.
macro_rules! choices {
    ($list:ident, $code:ident) => {{
        const NONE: Choice = Choice::new("", "", "");
        const MADE: [Choice; $list.len()] = {
            let mut made = [NONE; $list.len()];
            let (mut left, mut rest, mut list): (_, &mut [Choice], _) = ($list.len(), &mut made, $list);
            while left > 0 {
                if let ([place, others @ ..], [one, more @ ..]) = (rest, list) {
                    *place = Choice::new(one.$code, one.zh, one.en);
                    (rest, list) = (others, more);
                } else {
                    break;
                }
                left -= 1;
            }
            made
        };
        &MADE
    }};
}
const AT: &[Choice] = choices!(BOXES, wire);
const KINDS: &[Choice] = choices!(CONDITIONS, code);

document! {
    /// One rule.
    pub struct DestinationRule in "destination_rule" {
        /// Its name; a company's own takes the place of the platform's of the same one.
        code: String = Field::upper("规则代码", "Code").required().fixed().max(CODE_LENGTH_MAX),
        /// Two letters each, or ICS2; comma between.
        countries: String = Field::upper("国家", "Countries").required().max(200),
        /// Which way the cargo goes.
        direction: String = Field::select(DIRECTIONS, "适用", "Counts for").required().initially("\"TO\""),
        /// On which waybill.
        level: String = Field::select(LEVELS, "级别", "Level").required().initially("\"BOTH\""),
        /// The box.
        field_path: String = Field::select(AT, "检查项", "Box").wire("field").required(),
        /// What it must hold.
        condition: String = Field::select(KINDS, "条件", "Condition").required(),
        /// Digits, letters, or choices.
        parameter: String = Field::text("参数", "Parameter").max(200),
        /// How bad it is.
        severity: String = Field::select(SEVERITIES, "严重程度", "Severity").required().initially("\"WARNING\""),
        /// What is said.
        text_zh: String = Field::text("提示", "Words").wire("messageZh").required().max(100),
        /// In English.
        text_en: String = Field::text("英文提示", "English words").wire("messageEn").max(200),
        /// First day.
        valid_from: String = Field::day("生效日期", "Valid from"),
        /// Last day.
        valid_to: String = Field::day("失效日期", "Valid to"),
        /// Where it comes from.
        source: String = Field::text("来源", "Source").max(200),
        /// It counts.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

fn counts_now(actor: &Actor, valid: bool) -> Condition {
    let today = kernel::show_day(actor.now.day());
    let own = |name| sql::of(DestinationRule::TABLE, name);
    let on_that_day = Condition::all()
        .add(own("valid_from").is_null().or(own("valid_from").lte(sql::value(today.as_str()))))
        .add(own("valid_to").is_null().or(own("valid_to").gte(sql::value(today.as_str()))));
    if valid { on_that_day } else { on_that_day.not() }
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    list::write_can(actor, if own { &["af-destrule-edit", "af-destrule-status", "af-destrule-del"] } else { &[] }, out);
}

/// The list.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(DestinationRule::CODE).width(150).copy(),
        Column::own(DestinationRule::COUNTRIES).width(110),
        Column::own(DestinationRule::DIRECTION).width(110),
        Column::own(DestinationRule::LEVEL).width(100),
        Column::own(DestinationRule::FIELD_PATH).width(130),
        Column::own(DestinationRule::CONDITION).width(150),
        Column::own(DestinationRule::PARAMETER).width(80),
        Column::own(DestinationRule::SEVERITY).width(80),
        Column::own(DestinationRule::TEXT_ZH).width(260),
        Column::own(DestinationRule::TEXT_EN).behind(),
        Column::own(DestinationRule::VALID_FROM),
        Column::own(DestinationRule::VALID_TO),
        Column::own(DestinationRule::SOURCE).width(220),
        Column::own(DestinationRule::ACTIVE).width(70),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("代码/提示", "Code or words")).columns(&[
            (DestinationRule::TABLE, "code"),
            (DestinationRule::TABLE, "text_zh"),
            (DestinationRule::TABLE, "text_en"),
        ]),
        Filter::new("countries", Match::Contains, DestinationRule::COUNTRIES),
        Filter::new("field", Match::OneOf, DestinationRule::FIELD_PATH),
        Filter::new("severity", Match::OneOf, DestinationRule::SEVERITY),
        Filter::new("level", Match::OneOf, DestinationRule::LEVEL).more(),
        Filter::new("valid", Match::Flag(counts_now), Field::flag("在有效期内", "Valid today")).more(),
        Filter::new("enabled", Match::Bool, DestinationRule::ACTIVE).initially("true"),
    ],
    buttons: &[
        Button::new("af-destrule-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-destrule-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-destrule-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/destinationRule/{id}/status")
            .for_many(),
        Button::new("af-destrule-del", ("删除", "Delete"), "row", "remove").for_many(),
        Button::import("af-destrule-import", "POST /afbase/destinationRule/import"),
        Button::new("af-destrule-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "code,asc",
    export: "af-destrule-export",
    overlay: &["code"],
    decorate: Some(decorate),
    form: "af.destination-rule.form",
    ..ListPage::new(
        "af.destination-rule.list",
        PAGE,
        ("目的地规则", "Destination rules"),
        "af_destination_rule",
        "/afbase/destinationRule",
        DestinationRule::TABLE,
    )
};

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-destrule-add", "af-destrule-edit", "af-destrule-del", "af-destrule-status"],
    page: PAGE,
    uniques: &[Unique { index: "uq_destination_rule_code", columns: &["code"], field: "code", message: CODE_TAKEN }],
    rules: Some(rules),
    after: Some(|tx, _| again(tx).map(|()| Written::default())),
    status_rule: Some(|tx, _, _, _| again(tx)),
    remove_rule: Some(|tx, _: Id| again(tx)),
    overlay: true,
    import: Import::with("af-destrule-import").by(&[DestinationRule::CODE]),
    sections: &[Section {
        key: "main", title: ("目的地规则", "Destination rule"), fields: DestinationRule::FIELDS
    }],
    ..FormPage::of::<DestinationRule>(
        "af.destination-rule.form",
        ("目的地规则", "Destination rule"),
        ("af_destination_rule", "/afbase/destinationRule", "destination_rule"),
        DestinationRule::CODE,
    )
};

/// Waybills are looked at again with the rules as they are now.
fn again(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    ask_again(tx, org, now)
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let rule = DestinationRule::from_values(&draft.values)?;
    let raw = Raw {
        code: &rule.code,
        countries: &rule.countries,
        direction: &rule.direction,
        level: &rule.level,
        field: &rule.field_path,
        condition: &rule.condition,
        parameter: &rule.parameter,
        severity: &rule.severity,
        zh: &rule.text_zh,
        en: &rule.text_en,
        valid_from: &rule.valid_from,
        valid_to: &rule.valid_to,
    };
    let mut found = Findings::new();
    if let Some(rule) = Rule::read(&raw, &mut found) {
        draft.set(DestinationRule::COUNTRIES, Value::Text(rule.countries.join(",")));
    }
    // A field that is not there, or no choice, has been told already.
    found.items.retain(|finding| findings.at(&finding.field).next().is_none());
    let tells_condition = findings.at("condition").next().is_some();
    found.items.retain(|finding| finding.field != "parameter" || !tells_condition);
    findings.absorb("", found);
    if draft.is_new() && tx.org() != PLATFORM_ORG && is_of_address(tx, &rule.code)? {
        findings.error("code", OF_ADDRESS.text());
    }
    Ok(())
}

/// Whether a rule of the platform is one the address rules carry out wherever a party stands.
fn is_of_address(tx: &mut Tx<'_>, code: &str) -> Result<bool, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, DestinationRule::TABLE);
    select.columns(["condition", "parameter"]).and_where(sql::eq("code", code));
    let Some(row) = tx.first(&select.into())? else { return Ok(false) };
    let (condition, parameter): (String, String) = (row.get(0)?, row.get(1)?);
    Ok(trade::destination::Condition::named(&condition, &parameter).is_some_and(|condition| condition.is_of_address()))
}
