//! 签名模板. Sign templates: seals, signatures and signature texts of papers and mails, with a default for each use.

mod moves;
mod preview;
mod rules;

use facts::sign::{ALL, BILL_OF_LADING, HOUSE, MAIL, MASTER_CARRIER, MASTER_SHIPPER, SEAL, SIGNATURE, TEXT};
use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::document;
use platform::document::{FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Body, Node, Operation, Room};
use platform::scopes;
use platform::sea_query::Expr;
use platform::store::Cell;
use platform::when::When;

use platform::attached;

pub(crate) use rules::look_at_picture as look_at_seal;

pub(crate) const PAGE: &str = "/hrs_signtemplate";
pub(crate) const TABLE: &str = "sign_template";
pub(crate) const ROLES_TABLE: &str = "sign_template_role";

const NAME_TAKEN: Msg = Msg::new("sign_template.name", "模板名称已存在", "The template's name exists already.");

const KINDS: &[Choice] = &[
    Choice::new(SEAL, SEAL, "Seal"),
    Choice::new(SIGNATURE, SIGNATURE, "Signature"),
    Choice::new(TEXT, TEXT, "Signature text"),
    Choice::new(MAIL, MAIL, "Mail signature"),
];
const SEALS: &[Choice] = &[
    Choice::new("企业公章", "企业公章", "Company seal"),
    Choice::new("财务专用章", "财务专用章", "Finance seal"),
    Choice::new("发票专用章", "发票专用章", "Invoice seal"),
    Choice::new("提单章", "提单章", "Bill of lading seal"),
    Choice::new("合同章", "合同章", "Contract seal"),
    Choice::new("单证章", "单证章", "Documents seal"),
];
const DOCUMENTS: &[Choice] = &[
    Choice::new(ALL, "全部", "All"),
    Choice::new(MASTER_SHIPPER, MASTER_SHIPPER, "MAWB, shipper or agent"),
    Choice::new(MASTER_CARRIER, MASTER_CARRIER, "MAWB, carrier or agent"),
    Choice::new(HOUSE, HOUSE, "HAWB"),
    Choice::new(BILL_OF_LADING, BILL_OF_LADING, "Bill of lading"),
    Choice::new("托书", "托书", "Booking note"),
    Choice::new("送货通知", "送货通知", "Delivery note"),
    Choice::new("账单", "账单", "Bill"),
];
const LANGUAGES: &[Choice] = &[Choice::new("zh", "中文", "Chinese"), Choice::new("en", "英文", "English")];

const SEALED: When = When::Is(&SignTemplate::KIND, SEAL);
const SIGNED: When = When::Is(&SignTemplate::KIND, SIGNATURE);
const PICTURED: When = When::Any(&[SEALED, SIGNED]);
const WRITTEN: When = When::Is(&SignTemplate::KIND, TEXT);
const MAILED: When = When::Is(&SignTemplate::KIND, MAIL);
/// A mail signature is for no paper.
const ON_PAPER: When = When::Any(&[PICTURED, WRITTEN]);

/// What a kind has, and must have.
const fn of_kind(field: Field, when: &'static When) -> Field {
    field.shown_when(when).required_when(when)
}

document! {
    /// One template.
    pub struct SignTemplate in "sign_template" {
        /// Kind.
        kind: String = Field::select(KINDS, "类型", "Kind").required().fixed(),
        /// Name.
        name: String = Field::text("名称", "Name").required().max(40),
        /// Scope it is for.
        business_scope: String = Field::select(scopes::WITH_ALL, "业务范畴", "Scope").required().initially("\"*\""),
        /// Paper it is for.
        document: String = Field::select(DOCUMENTS, "单证", "Paper").required().initially("\"*\"").shown_when(&ON_PAPER),
        /// Language of the paper.
        language: String = Field::select(LANGUAGES, "语言", "Language").required().initially("\"zh\""),
        /// Which seal.
        seal_type: String = of_kind(Field::select(SEALS, "印章类别", "Kind of seal"), &SEALED),
        /// Whose signature.
        user_id: Option<Id> = of_kind(Field::reference("user", "签字人", "Signed by"), &SIGNED),
        /// Width on paper.
        width_mm: Option<i64> = of_kind(Field::int("宽度", "Width").range(10, 60).unit("mm"), &PICTURED),
        /// Distance from the right edge; may be left to the paper.
        right_mm: Option<i64> = Field::int("距右边", "From the right").range(0, 200).unit("mm").shown_when(&PICTURED),
        /// Distance from the lower edge.
        bottom_mm: Option<i64> = Field::int("距下边", "From below").range(0, 280).unit("mm").shown_when(&PICTURED),
        /// Text on a paper.
        sign_text: String = of_kind(Field::long("签名文本", "Signature text").max(300), &WRITTEN),
        /// Text below mails.
        mail_text: String = of_kind(Field::rich_text("邮件签名", "Mail signature").max(2000), &MAILED),
        /// Its words, for the list.
        summary: String = Field::text("预览", "Preview").read_only(),
        /// Taken unless another is chosen.
        is_default: bool = Field::flag("默认", "Default").read_only(),
        /// Offered.
        active: bool = Field::flag("启用", "Active").read_only(),
        /// Papers it stood on.
        used: i64 = Field::int("使用次数", "Uses").read_only(),
    }
}

const ROLES: Field = Field::many("role", "可用角色（空为全部）", "Roles that may use it (none: all)").wire("roleIds");
const FILES: Field = Field::files(
    "/hrs/signTemplate/file",
    "图片（背景透明的PNG，不超过2MB）",
    "Picture (PNG with transparency, 2 MB at most)",
)
.wire("files")
.shown_when(&PICTURED);

fn role_names() -> Expr {
    Expr::cust(
        "COALESCE((SELECT string_agg(r.name, ', ' ORDER BY r.name) FROM sign_template_role tr JOIN role r \
         ON r.org_id = tr.org_id AND r.id = tr.role_id WHERE tr.org_id = sign_template.org_id \
         AND tr.template_id = sign_template.id), '全部')",
    )
}

/// The words of a text, the name of a picture.
fn preview() -> Expr {
    Expr::cust(
        "COALESCE((SELECT MAX(f.file_name) FROM published_file f WHERE f.org_id = sign_template.org_id \
         AND f.object_type = 'sign_template' AND f.object_id = sign_template.id), sign_template.summary)",
    )
}

/// The templates of the org.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(SignTemplate::NAME).width(180),
        Column::own(SignTemplate::KIND).width(100),
        Column::own(SignTemplate::BUSINESS_SCOPE).width(100),
        Column::own(SignTemplate::DOCUMENT).width(160),
        Column::own(SignTemplate::LANGUAGE).width(70),
        Column::expr(preview, Field::text("预览", "Preview").wire("summary")).width(220).unsorted(),
        Column::own(SignTemplate::IS_DEFAULT).width(70),
        Column::expr(role_names, Field::text("可用角色", "Roles").wire("roleNames")).width(140).unsorted(),
        Column::own(SignTemplate::USED).width(90),
        Column::own(SignTemplate::ACTIVE).width(70),
        Column::of("editor", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")).width(100),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("name", Match::Contains, SignTemplate::NAME),
        Filter::new("kind", Match::OneOf, SignTemplate::KIND),
        Filter::new("businessScope", Match::OneOf, SignTemplate::BUSINESS_SCOPE),
        Filter::new("document", Match::OneOf, SignTemplate::DOCUMENT),
        Filter::new("language", Match::OneOf, SignTemplate::LANGUAGE),
        Filter::new("active", Match::Bool, SignTemplate::ACTIVE),
    ],
    buttons: &[
        Button::new("sys_signtemplate_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_signtemplate_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_signtemplate_default", ("设为默认", "Set as default"), "row", "call")
            .calls("PUT /hrs/signTemplate/default/{id}"),
        Button::new("sys_signtemplate_stop", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /hrs/signTemplate/{id}/status")
            .for_many(),
        Button::new("sys_signtemplate_del", ("删除", "Delete"), "row", "remove").for_many(),
        Button::new("sys_signtemplate_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_signtemplate_export",
    decorate: Some(decorate),
    form: "hrs.signTemplate.form",
    ..ListPage::new(
        "hrs.signTemplate.list",
        PAGE,
        ("签名模板", "Sign templates"),
        "hrs_signtemplate",
        "/hrs/signTemplate",
        TABLE,
    )
};

/// What is the default already, or stopped, can't be made it.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let is = |name: &str| bool::from_value(row.value(name)).unwrap_or_default();
    let mut codes = vec!["sys_signtemplate_edit", "sys_signtemplate_stop", "sys_signtemplate_del"];
    if is("active") && !is("isDefault") {
        codes.push("sys_signtemplate_default");
    }
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_signtemplate_add", "sys_signtemplate_edit", "sys_signtemplate_del", "sys_signtemplate_stop"],
    page: PAGE,
    uniques: &[Unique { index: "uq_sign_template_name", columns: &["name"], field: "name", message: NAME_TAKEN }],
    rules: Some(rules::check),
    after: Some(rules::after),
    view_more: Some(rules::view_more),
    members: &["roleIds", "files"],
    remove_rule: Some(rules::remove),
    sections: &[
        Section {
            key: "main",
            title: ("签名模板", "Sign template"),
            fields: &[
                SignTemplate::KIND,
                SignTemplate::NAME,
                SignTemplate::BUSINESS_SCOPE,
                SignTemplate::LANGUAGE,
                ROLES,
            ],
        },
        Section {
            key: "content",
            title: ("内容", "Content"),
            fields: &[
                SignTemplate::DOCUMENT,
                SignTemplate::SEAL_TYPE,
                SignTemplate::USER_ID,
                FILES,
                SignTemplate::WIDTH_MM,
                SignTemplate::RIGHT_MM,
                SignTemplate::BOTTOM_MM,
                SignTemplate::SIGN_TEXT,
                SignTemplate::MAIL_TEXT,
            ],
        },
    ],
    ..FormPage::of::<SignTemplate>(
        "hrs.signTemplate.form",
        ("签名模板", "Sign template"),
        ("hrs_signtemplate", "/hrs/signTemplate", "sign_template"),
        SignTemplate::NAME,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_signtemplate", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "签名模板", "Sign templates", 20),
        button("sys_signtemplate_add", "新增", "New", 10),
        button("sys_signtemplate_edit", "修改", "Edit", 20),
        button("sys_signtemplate_del", "删除", "Delete", 30),
        button("sys_signtemplate_default", "设为默认", "Set as default", 40),
        button("sys_signtemplate_stop", "停用/启用", "Disable/enable", 50),
        button("sys_signtemplate_export", "导出", "Export", 60),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.extend([
        Operation::put(
            "default_sign_template",
            "/hrs/signTemplate/default/{id}",
            Access::Code("sys_signtemplate_default"),
            moves::set_default,
        ),
        Operation::post(
            "preview_sign_template",
            "/hrs/signTemplate/preview",
            Access::Code("hrs_signtemplate"),
            preview::preview,
        )
        .reads()
        .summary("The paper as PDF with sample data and what the template puts on it; of a mail its signature as HTML"),
        Operation::post(
            "add_sign_template_file",
            "/hrs/signTemplate/file",
            Access::AnyOf(&["sys_signtemplate_add", "sys_signtemplate_edit"]),
            |call| attached::upload_looked_at(call, TABLE, PAGE, look_at_seal),
        )
        .body(Body::Files)
        .body_up_to(platform::files::IMAGE_BYTES_MAX),
        Operation::get(
            "get_sign_template_file",
            "/hrs/signTemplate/file/{id}",
            Access::Code("hrs_signtemplate"),
            |call| attached::picture(call, TABLE),
        ),
    ]);
}
