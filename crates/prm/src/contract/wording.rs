//! 合同模板: the wording of a company for a kind of contract, as a document of Word with placeholders (template's `word`).

use platform::attached;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, Order, Query, SelectStatement};
use platform::store::Row;
use serde_json::json;
use template::{WORD_BYTES_MAX, inspect_word};

use super::draft::NAMES;
use super::{EDIT, PATH, TABS};

const TABLE: &str = "contract_template";
/// What its file hangs on it as: that of its action.
const FILE_KIND: &str = "contract_template_upload";
const FILE: &str = "template";

const NAME_TAKEN: Msg = Msg::new("contract_template.name", "模板名称已存在", "A template of this name exists already.");
const ONE_FILE: Msg = Msg::new("contract_template.one", "一个模板只能有一个文件", "A template has one file.");
/// A template that is gone, stopped or without its file.
pub(super) const NO_TEMPLATE: Msg = Msg::new(
    "contract_template.none",
    "模板不存在、已停用或未上传文件",
    "There is no such template, or it has no file.",
);

document! {
    /// A template.
    pub struct ContractTemplate in "contract_template" {
        --- "main" ("合同模板", "Template");
        /// Name.
        template_name: String = Field::text("模板名称", "Name").required().max(60),
        /// Kind of contract it is for.
        contract_type: String = Field::dictionary(10, "合同类型", "Kind").required().max(40),
        /// Offered.
        active: bool = Field::flag("启用", "Active").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

/// The tab.
pub static PAGE: LazyLock<Page<ContractTemplate>> = LazyLock::new(|| {
    let door = (PATH, "/prmManager/agreement", 20);
    Page::of("prm.contract-template", ("合同模板", "Templates of contracts"), door, ContractTemplate::TEMPLATE_NAME)
        .one("合同模板", "Template")
        .calls("/prm/contractTemplate", "contract_template")
        .tab()
        .beside(TABS)
        .columns(&[
            Column::own(ContractTemplate::TEMPLATE_NAME).width(200),
            Column::own(ContractTemplate::CONTRACT_TYPE).width(120),
            Column::made(HAS_FILE).unsorted().width(260),
            Column::own(ContractTemplate::ACTIVE).width(70),
            Column::own(ContractTemplate::REMARK).unsorted().width(200),
        ])
        .edited_by()
        .filters(&[
            Filter::new("templateName", Match::Contains, ContractTemplate::TEMPLATE_NAME),
            Filter::new("contractType", Match::OneOf, ContractTemplate::CONTRACT_TYPE),
            Filter::new("active", Match::Bool, ContractTemplate::ACTIVE),
        ])
        .fills(fill)
        .unique("uq_contract_template_name", &["template_name"], "templateName", NAME_TAKEN)
        .action(Action::create("prm-contract-add"))
        .action(Action::edit(EDIT))
        .action(
            Action::row(EDIT, ("上传模板", "Upload the file"))
                .verb("upload")
                .files(FILE, ("模板文件（DOCX，不超过5MB）", "File (DOCX, 5 MB at most)"), FILE_BYTES_MAX, true)
                .note(
                    "占位符：{orgName} {coopName} {socialCreditCode} {address} {settleText} {creditLimit} {validFrom} {validTo}",
                    "Placeholders: {orgName} {coopName} {socialCreditCode} {address} {settleText} {creditLimit} {validFrom} {validTo}",
                )
                .does(check),
        )
        .action(Action::switch(EDIT))
        .action(Action::remove("prm-contract-del"))
});

const FILE_BYTES_MAX: i64 = 5 * 1024 * 1024;
const HAS_FILE: Field = Field::text("模板文件", "File").column("file_name").wire("fileName");

/// The names of the files of the templates of a page.
fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let names = attached::names(conn, actor.org_id, FILE_KIND, &ids)?;
    for (row, id) in rows.iter_mut().zip(&ids) {
        row.set(&HAS_FILE.name(), names.get(id).cloned().unwrap_or_default().into_value());
    }
    Ok(())
}

/// 上传模板: one file, which holds what may be in it alone.
fn check(tx: &mut Tx<'_>, step: &mut Step<'_, ContractTemplate>) -> Result<(), Refusal> {
    let (org, app) = (tx.org(), tx.app);
    let named = attached::named_in(step.body, FILE).unwrap_or_default();
    if named.len() > 1 {
        step.findings.error(FILE, ONE_FILE.text());
        return Ok(());
    }
    for id in named {
        // One that is not there is found besides.
        let Some((_, file)) = attached::find(tx, org, FILE_KIND, id)? else { continue };
        for why in inspect_word(&file.bytes(app)?, &NAMES) {
            step.findings.error(FILE, why);
        }
    }
    Ok(())
}

/// Templates that are in use and have a file, the newest first.
fn usable(org: i64) -> SelectStatement {
    let mut file = Query::select();
    file.expr(Expr::cust("1"))
        .from("published_file")
        .and_where(sql::of("published_file", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("published_file", "object_id").equals((TABLE, "id")))
        .and_where(sql::of_eq("published_file", "object_type", FILE_KIND.to_owned()));
    let mut select = sql::from(org, TABLE);
    select
        .and_where(sql::of_eq(TABLE, "active", true))
        .and_where(Expr::exists(file))
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    select
}

/// Answers the select `contractTemplate`.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let org = call.actor()?.org_id;
    let mut select = if ask.value.is_empty() { usable(org) } else { sql::from(org, TABLE) };
    select.columns(["id", "template_name", "contract_type"].map(|column| (TABLE, column)));
    if ask.value.is_empty() {
        select.and_where(sql::contains(sql::of(TABLE, "template_name"), &ask.keyword));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}

/// GET /prm/contract/template: those drafts can be made by.
pub(super) fn list(call: &mut Call) -> Outcome {
    let mut select = usable(call.actor()?.org_id);
    select.columns(["id", "template_name", "contract_type"].map(|column| (TABLE, column)));
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let told = |row: &Row| {
        let (name, kind): (String, String) = (row.get(1)?, row.get(2)?);
        Ok(json!({ "id": row.get::<Id>(0)?, "templateName": name, "contractType": kind }))
    };
    Ok(Answer::Data(rows.iter().map(told).collect::<Result<Vec<_>, Refusal>>()?.into()))
}

/// The file of a template: the one that was chosen, else the newest of the kind of contract; none where the company has none.
pub(super) fn file(
    conn: &mut dyn Conn,
    actor: &Actor,
    (chosen, kind): (Option<Id>, &str),
) -> Result<Option<attached::File>, Refusal> {
    let org = actor.org_id;
    let mut select = usable(org);
    select.column((TABLE, "id"));
    match chosen {
        Some(id) => select.and_where(sql::of_eq(TABLE, "id", id)),
        None => select.and_where(sql::of_eq(TABLE, "contract_type", kind.to_owned())),
    };
    let found: Option<Id> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    let Some(template) = found else {
        return if chosen.is_some() { Err(Refusal::business(NO_TEMPLATE)) } else { Ok(None) };
    };
    let hanging = attached::hanging(conn, org, FILE_KIND, template)?.ok_or(Refusal::business(NO_TEMPLATE))?;
    Ok(attached::find(conn, org, FILE_KIND, hanging)?.map(|(_, file)| file))
}

const _: () = assert!(WORD_BYTES_MAX == 5 * 1024 * 1024, "the label says so");
