//! 客商. Partners: identity, roles per scope, people, contacts.

mod import;
pub(crate) mod rules;
pub(crate) mod take;

use approval::unlock::CUSTOMER_KIND;
use domain::coop::{need_coop, visible_coop};
use kernel::Id;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document;
use platform::document::{Document, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

pub use domain::coop::{EFFECTIVE, NEEDS_APPROVAL, WAITING};
pub use rules::{CODE_TAKEN, NAME_TAKEN};

/// Out of the pickers.
pub const STOPPED: &str = "停用";

/// Types of partners, each with the beginning of its codes.
pub const TYPES: &[Choice] = &[
    Choice::new("客户", "客户", "Customer"),
    Choice::new("供应商", "供应商", "Supplier"),
    Choice::new("海外代理", "海外代理", "Overseas agent"),
    Choice::new("互为代理", "互为代理", "Mutual agent"),
    Choice::new("其他", "其他", "Other"),
];

const STATES: &[Choice] = &[
    Choice::new("草稿", "草稿", "Draft"),
    Choice::new(WAITING, "待审批", "Waiting for approval").tone("warning"),
    Choice::new(EFFECTIVE, "生效", "Effective").tone("done"),
    Choice::new(STOPPED, "停用", "Stopped"),
];

pub(crate) const MARKS: &[Choice] = &[
    Choice::new("普通", "普通", "Ordinary"),
    Choice::new("白名单", "白名单", "White list").tone("info"),
    Choice::new("黑名单", "黑名单", "Black list").tone("danger"),
];

document! {
    /// One partner.
    pub struct Coop in "coop" {
        /// Given by the system.
        coop_code: String = Field::upper("代码", "Code").read_only(),
        /// Type.
        coop_type: String = Field::select(TYPES, "类型", "Type").required(),
        /// Short name.
        coop_name: String = Field::text("简称", "Short name").required().max(40),
        /// Full name.
        coop_full_name: String = Field::text("全称", "Full name").required().max(120),
        /// English name.
        coop_ename: String = Field::text("英文名", "English name").max(120),
        /// Search code.
        mnemonic_code: String = Field::upper("助记码", "Mnemonic").max(20),
        /// State.
        coop_state: String = Field::state(STATES, "状态", "State"),
        /// List it stands on.
        list_mark: String = Field::state(MARKS, "名单", "List"),
        /// Level.
        coop_level: String = Field::dictionary(2, "等级", "Level").max(10),
        /// Social credit code.
        social_credit_code: String = Field::upper("统一社会信用代码", "Social credit code").max(18),
        /// Tax number.
        tax_no: String = Field::upper("税号", "Tax number").max(30),
        /// Country.
        nation_code: String = Field::code("country", "国家", "Country").required().max(2).initially("\"CN\""),
        /// State or province.
        state_code: String = Field::text("州省", "State").max(40),
        /// City.
        city_name: String = Field::text("城市", "City").max(60),
        /// Address.
        coop_address: String = Field::text("地址", "Address").max(200),
        /// Address in English.
        coop_address_en: String = Field::text("英文地址", "Address in English").max(200),
        /// Phone.
        phone: String = Field::text("电话", "Phone").max(30),
        /// Fax.
        fax: String = Field::text("传真", "Fax").max(30),
        /// E-mail.
        email: String = Field::text("邮箱", "E-mail").max(80),
        /// Website.
        website: String = Field::text("网址", "Website").max(100),
        /// IATA code.
        iata_code: String = Field::text("IATA代码", "IATA code").max(11),
        /// AEO code.
        aeo_code: String = Field::upper("AEO编码", "AEO code").max(50),
        /// Who looks after it.
        transactor_id: Option<Id> = Field::reference("user", "负责人", "Owner"),
        /// Where it came from.
        source: String = Field::dictionary(3, "来源", "Source").max(40),
        /// Industry.
        industry: String = Field::dictionary(4, "行业", "Industry").max(40),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
        /// Org of this installation it is.
        bound_org_id: Option<i64> = Field::int("绑定公司", "Bound company").read_only(),
        /// Sub types as text, `直客 AE,AI`.
        sub_types: String = Field::text("子类型", "Sub types").read_only().max(400).wire("subTypesText"),
        /// Scopes of all sub types.
        scopes: String = Field::text("业务范畴", "Scopes").read_only().max(40),
        /// Gives waybill numbers.
        is_awb_source: bool = Field::flag("提供主单", "Waybill source").initially("false"),
        /// Numbers that are not registered are taken to be its.
        is_default_source: bool = Field::flag("默认提供主单", "Default waybill source").initially("false"),
        /// Default sales person of orders.
        sales_id: Option<Id> = Field::reference("user", "责任销售", "Sales"),
        /// Default servicer of orders.
        servicer_id: Option<Id> = Field::reference("user", "责任客服", "Servicer"),
        /// Default operator of orders.
        operator_id: Option<Id> = Field::reference("user", "责任操作", "Operator"),
        /// Shown on top of the order form.
        special_note: String = Field::long("操作要求", "Special note").max(500),
        /// Main contact.
        main_contact: String = Field::text("主联系人", "Main contact").read_only(),
        /// Main contact's phone.
        main_phone: String = Field::text("联系电话", "Contact phone").read_only(),
        /// Scopes whose business is locked.
        locked_scopes: String = Field::text("锁定", "Locked").read_only(),
        /// Why.
        lock_reason: String = Field::text("锁定原因", "Reason of the lock").read_only(),
    }
}

const OWNER_NAME: Field = Field::text("负责人", "Owner").column("name_cn").wire("transactorName");
const SALES_NAME: Field = Field::text("责任销售", "Sales").column("name_cn").wire("salesName");
const CREATOR_NAME: Field = Field::text("创建人", "Created by").column("name_cn").wire("creatorName");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
const EDITED: Field = Field::instant("修改时间", "Changed").column("updated_at").wire("editTime");

/// What somebody decides about a partner.
const PENDING: Field =
    Field::state(&[Choice::new("审批中", "审批中", "Being decided").tone("warning")], "审批", "Approval")
        .wire("approvalState");
const PENDING_ACT: Field = Field::select(approval::event::CHOICES, "申请事项", "Applied for").wire("approvalEvent");
const PENDING_NO: Field = Field::text("审批编号", "Approval no.").wire("approvalNo");

fn pending(column: &'static str) -> Expr {
    approval::pending::of_row(column, ("coop", crate::moves::KIND))
}

const fn person(alias: &'static str, on: &'static [(&'static str, &'static str)]) -> Join {
    Join { table: "app_user", alias, on, by_org: true }
}

/// Partners of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        person("owner", &[("transactor_id", "id")]),
        person("sales", &[("sales_id", "id")]),
        person("creator", &[("created_by", "id")]),
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Coop::COOP_CODE).width(90).link("/prm_coop_edit?coopId={id}"),
        Column::own(Coop::COOP_NAME).width(130),
        Column::own(Coop::COOP_FULL_NAME).width(220),
        // Copied often: it stands where the buttons of a row never cover it.
        Column::own(Coop::SOCIAL_CREDIT_CODE).width(170).copy(),
        Column::own(Coop::COOP_ENAME).width(180).behind(),
        Column::own(Coop::COOP_TYPE).width(90),
        Column::own(Coop::SUB_TYPES).width(160).unsorted(),
        Column::own(Coop::COOP_STATE).width(90),
        Column::own(Coop::LIST_MARK).width(90),
        Column::own(Coop::LOCKED_SCOPES).width(90),
        Column::about(pending, "status", PENDING).width(90).unsorted(),
        Column::about(pending, "event_id", PENDING_ACT).width(140).behind().unsorted(),
        Column::about(pending, "instance_no", PENDING_NO).width(140).behind().unsorted(),
        Column::own(Coop::COOP_LEVEL).width(70),
        Column::own(Coop::NATION_CODE).width(70),
        Column::own(Coop::CITY_NAME).width(90),
        Column::own(Coop::MAIN_CONTACT).width(100),
        Column::own(Coop::MAIN_PHONE).width(120),
        Column::of("owner", OWNER_NAME).width(90),
        Column::of("sales", SALES_NAME).width(90),
        Column::own(Coop::IS_AWB_SOURCE).width(90).behind(),
        Column::of("creator", CREATOR_NAME).width(90).behind(),
        Column::own(CREATED).width(150),
        Column::own(EDITED).width(150).behind(),
    ],
    filters: &[
        Filter::new("coopType", Match::OneOf, Coop::COOP_TYPE),
        Filter::new("keyword", Match::Contains, Field::text("名称/代码/助记码", "Name, code, mnemonic")).columns(&[
            ("coop", "coop_code"),
            ("coop", "coop_name"),
            ("coop", "coop_full_name"),
            ("coop", "coop_ename"),
            ("coop", "mnemonic_code"),
        ]),
        Filter::new("socialCreditCode", Match::Equals, Coop::SOCIAL_CREDIT_CODE),
        Filter::new("coopState", Match::OneOf, Coop::COOP_STATE).initially("草稿,待审批,生效"),
        Filter::new("listMark", Match::OneOf, Coop::LIST_MARK),
        Filter::new("businessScope", Match::Contains, Coop::SCOPES).one_mode().more(),
        Filter::new("transactorId", Match::Equals, Coop::TRANSACTOR_ID).more(),
        Filter::new("salesId", Match::Equals, Coop::SALES_ID).more(),
        Filter::new("coopLevel", Match::OneOf, Coop::COOP_LEVEL).more(),
        Filter::new("nationCode", Match::OneOf, Coop::NATION_CODE).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ],
    buttons: &[
        Button::new("prm-coop-add", ("新增", "Add"), "primary", "link").calls("/prm_coop_edit"),
        Button::new("prm-coop-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("prm-coop-stop", ("停用", "Stop"), "row", "call")
            .calls("POST /prm/coop/{id}/stop")
            .asks("确认停用该客商？", "Stop this partner?"),
        Button::new("prm-coop-lock", ("锁定", "Lock"), "row", "custom").calls("POST /prm/coop/{id}/lock"),
        Button::new("prm-coop-unlock", ("解锁", "Unlock"), "row", "custom").calls("POST /prm/coop/{id}/unlock"),
        Button::new("prm-unlock-apply", ("申请解锁", "Apply for unlock"), "row", "custom")
            .calls("POST /prm/ics/approval/apply"),
        Button::new("prm-coop-invite", ("资料邀请", "Invite to data sheet"), "row", "custom")
            .calls("POST /prm/coopInfo/invite"),
        Button::new("prm-share-add", ("共享", "Share"), "row", "custom").calls("POST /prm/coopShare"),
        Button::new("prm-coop-invite", ("资料邀请", "Invite to data sheet"), "toolbar", "custom")
            .calls("POST /prm/coopInfo/invite"),
        Button::new("prm-coop-invite", ("资料填写记录", "Data sheets"), "toolbar", "link").calls("/prm_customer_info"),
        Button::import("prm-coop-import", "POST /prm/coop/import"),
        Button::new("prm-coop-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "prm-coop-export",
    visible: Some(visible_coop),
    unless: Some((&["coopState"], usual)),
    decorate: Some(decorate),
    tabs: "coopType",
    beside: crate::coop_qualification::TABS,
    edit_link: "/prm_coop_edit?coopId={id}",
    ..ListPage::new("prm.coop.list", "/prm_coop", ("客商资料", "Partners"), "prm_coop", "/prm/coop", "coop")
};

/// Stopped partners are shown when they are asked for.
fn usual() -> Condition {
    Condition::all().add(sql::of("coop", "coop_state").ne(sql::value(STOPPED)))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let mut codes = vec!["prm-coop-edit"];
    if *row.value("coopState") != Value::Text(STOPPED.to_owned()) {
        codes.extend(["prm-coop-stop", "prm-coop-lock", "prm-coop-invite", "prm-share-add"]);
    }
    if matches!(row.value("lockedScopes"), Value::Text(scopes) if !scopes.is_empty()) {
        // Who may unlock need not ask.
        codes.push(if actor.has("prm-coop-unlock") { "prm-coop-unlock" } else { "prm-unlock-apply" });
    }
    list::write_can(actor, &codes, out);
}

/// The form.
pub const FORM: FormPage = FormPage {
    path: "/prm_coop_edit",
    codes: ["prm-coop-add", "prm-coop-edit", "prm-coop-del", ""],
    page: "/prm_coop_edit",
    uniques: &[
        Unique { index: "uq_coop_code", columns: &["coop_code"], field: "coopCode", message: CODE_TAKEN },
        Unique { index: "uq_coop_name", columns: &["coop_name"], field: "coopName", message: NAME_TAKEN },
    ],
    seen: Some(need_coop),
    looked: Some(is_to_decide),
    rules: Some(rules::check),
    after: Some(rules::children),
    view_more: Some(view_more),
    members: &["subTypes", "contacts", "openedScopes", "tab"],
    import: import::IMPORT,
    remove_rule: Some(rules::may_remove),
    sections: &[
        Section {
            key: "identity",
            title: ("基本信息", "Identity"),
            fields: &[
                Coop::COOP_CODE,
                Coop::COOP_TYPE,
                Coop::COOP_NAME,
                Coop::COOP_FULL_NAME,
                Coop::COOP_ENAME,
                Coop::MNEMONIC_CODE,
                Coop::SOCIAL_CREDIT_CODE,
                Coop::TAX_NO,
                Coop::NATION_CODE,
                Coop::STATE_CODE,
                Coop::CITY_NAME,
                Coop::COOP_ADDRESS,
                Coop::COOP_ADDRESS_EN,
                Coop::PHONE,
                Coop::FAX,
                Coop::EMAIL,
                Coop::WEBSITE,
                Coop::IATA_CODE,
                Coop::AEO_CODE,
                Coop::COOP_LEVEL,
                Coop::INDUSTRY,
                Coop::SOURCE,
                Coop::TRANSACTOR_ID,
                Coop::REMARK,
            ],
        },
        Section {
            key: "business",
            title: ("业务设置", "Business"),
            fields: &[
                Coop::SALES_ID,
                Coop::SERVICER_ID,
                Coop::OPERATOR_ID,
                Coop::IS_AWB_SOURCE,
                Coop::IS_DEFAULT_SOURCE,
                Coop::SPECIAL_NOTE,
            ],
        },
        // Drawn by the page: with which companies the partner is shared.
        Section { key: "shares", title: ("共享记录", "Shared with"), fields: &[] },
    ],
    ..FormPage::of::<Coop>("prm.coop.form", ("客商", "Partner"), ("prm_coop", "/prm/coop", "coop"), Coop::COOP_CODE)
};

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut types = sql::from(org, "coop_sub_type");
    types
        .columns(["sub_type", "scope"])
        .and_where(sql::eq("coop_id", id))
        .order_by("sub_type", Order::Asc)
        .order_by("scope", Order::Asc);
    let mut by_type: Vec<(String, Vec<String>)> = Vec::new();
    for row in conn.query(&types.into())? {
        let (sub_type, scope): (String, String) = (row.get(0)?, row.get(1)?);
        match by_type.iter_mut().find(|(known, _)| *known == sub_type) {
            Some((_, scopes)) => scopes.push(scope),
            None => by_type.push((sub_type, vec![scope])),
        }
    }
    let types = by_type.into_iter().map(|(name, scopes)| json!({ "subType": name, "scopes": scopes })).collect();
    view.insert("subTypes".to_owned(), Json::Array(types));
    view.insert("contacts".to_owned(), contact_rows(conn, org, id)?);
    view.insert("approving".to_owned(), crate::moves::pending_on(conn, org, id)?);
    view.insert("openedScopes".to_owned(), crate::lock::shown(conn, org, id)?);
    for (name, column) in [
        ("transactorName", "transactorId"),
        ("salesName", "salesId"),
        ("servicerName", "servicerId"),
        ("operatorName", "operatorId"),
    ] {
        let user = view.get(column).and_then(Json::as_str).and_then(|text| text.parse().ok()).map(Id);
        let text = user.map(|user| facts::user_name(conn, org, user)).transpose()?;
        view.insert(name.to_owned(), text.map_or(Json::Null, Json::String));
    }
    Ok(())
}

pub(crate) fn contact_rows(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Json, Refusal> {
    let mut select = sql::from(org, "coop_contact");
    select
        .columns(["id", "name", "position", "phone", "email", "is_main", "remark"])
        .and_where(sql::eq("coop_id", id))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            Ok(json!({
                "id": row.get::<Id>(0)?, "name": row.get::<String>(1)?, "position": row.get::<String>(2)?,
                "phone": row.get::<String>(3)?, "email": row.get::<String>(4)?, "isMain": row.get::<bool>(5)?,
                "remark": row.get::<String>(6)?,
            }))
        })
        .collect()
}

/// GET /prm/coop/{id}/contacts: for the contact field of an order.
pub fn contacts(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    call.read(|conn| {
        need_coop(conn, &actor, id)?;
        contact_rows(conn, actor.org_id, id)
    })
    .map(Answer::Data)
}

/// Whether the caller was asked to decide about the partner, whose data his level may hide (Rule 5).
fn is_to_decide(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<bool, Refusal> {
    for kind in [crate::moves::KIND, CUSTOMER_KIND] {
        if approval::may_look(conn, actor.org_id, actor.user_id, (kind, id))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A partner the caller sees, with its version.
pub(crate) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(i64, Coop), Refusal> {
    need_coop(conn, actor, id)?;
    own(conn, actor.org_id, id)
}

/// Reads a partner's version and state, whoever sees it.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(i64, Coop), Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("version");
    for field in Coop::FIELDS {
        select.column(field.column);
    }
    select.and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let values: Vec<Value> = row.0.iter().skip(1).cloned().collect();
    Ok((row.get(0)?, Coop::from_values(&values)?))
}
