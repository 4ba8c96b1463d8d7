//! 银行账户. The accounts customers pay to, as they stand on bills: a default for each currency.

mod rules;

use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::attached;
use platform::call::Call;
use platform::document;
use platform::document::{FormPage, Section, Unique};
use platform::field::{Field, tail};
use platform::files;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Body, Node, Offer, Operation, Room, SelectAsk};
use platform::scopes;
use platform::sea_query::{Expr, Order};
use platform::store::{Row, Value, sql};

use crate::sign_template::look_at_seal;

const PAGE: &str = "/hrs_org_configure";
const TABLE: &str = "org_bank";
/// The permission to keep accounts, and to see their numbers whole.
const KEEP: &str = "sys_orgconf_bank";
/// Kinds of the pictures that hang on an account.
const LOGO: &str = "org_bank_logo";
const SEAL: &str = "org_bank_seal";
const LOGO_BYTES_MAX: usize = 2 * 1024 * 1024;

const ACCOUNT_FORM: Msg = Msg::new(
    "bank.account",
    "银行账号只能包含数字、字母、空格和横线",
    "An account number holds digits, letters, spaces and hyphens.",
);
const SWIFT_FORM: Msg =
    Msg::new("bank.swift", "SWIFT代码为8位或11位字母和数字", "A SWIFT code has 8 or 11 letters and digits.");
const UNREADABLE_LOGO: Msg = Msg::new(
    "bank.logo",
    "图片无法识别或尺寸过大，边长不能超过12000像素",
    "The picture can't be read, or is larger than 12,000 pixels a side.",
);
const TAKEN: Msg =
    Msg::new("bank.taken", "该币种的银行账号已存在", "The account number exists already for this currency.");

document! {
    /// One account.
    pub struct Bank in "org_bank" {
        /// Who is paid, in Chinese.
        title_cn: String = Field::text("公司抬头（中）", "Company (Chinese)").required().max(100),
        /// Who is paid, in English.
        title_en: String = Field::text("公司抬头（英）", "Company (English)").max(150),
        /// The bank.
        bank_cn: String = Field::text("开户行（中）", "Bank (Chinese)").required().max(100),
        /// Its number.
        account: String = Field::text("银行账号", "Account number").required().max(40).masked().pattern("^[0-9A-Za-z][0-9A-Za-z -]*$", is_account, ACCOUNT_FORM),
        /// Currency it holds.
        currency: String = Field::code("currency", "币种", "Currency").required().max(3),
        /// The bank's code.
        swift: String = Field::upper("SWIFT", "SWIFT").max(11).pattern("^[A-Z0-9]{8}([A-Z0-9]{3})?$", is_swift, SWIFT_FORM),
        /// What stands on a Chinese bill.
        info_cn: String = Field::long("银行信息（中）", "Bank details (Chinese)").max(500),
        /// What stands on an English bill.
        info_en: String = Field::long("银行信息（英）", "Bank details (English)").max(500),
        /// Where the bank is.
        address_cn: String = Field::text("地址（中）", "Address (Chinese)").max(200),
        /// Where the bank is, in English.
        address_en: String = Field::text("地址（英）", "Address (English)").max(200),
        /// Scopes it is for.
        scopes: String = Field::text("适用业务", "Scopes").read_only(),
        /// Taken unless another is chosen.
        is_default: bool = Field::flag("默认", "Default").initially("false"),
        /// Offered.
        active: bool = Field::flag("启用", "Active").read_only(),
    }
}

const FOR_SCOPES: Field = Field::many("bankScope", "适用业务（空为全部）", "Scopes (none: all)").wire("scopeCodes");
const LOGO_FILE: Field = Field::files("/hrs/orgBank/logo", "LOGO（不超过2MB）", "Logo (2 MB at most)").wire("logo");
const SEAL_FILE: Field =
    Field::files("/hrs/orgBank/seal", "印章（背景透明的PNG，不超过2MB）", "Seal (PNG with transparency, 2 MB at most)")
        .wire("seal");

fn is_account(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == ' ' || letter == '-';
    text.starts_with(|letter: char| letter.is_ascii_alphanumeric()) && text.chars().all(is_part)
}

fn is_swift(text: &str) -> bool {
    matches!(text.len(), 8 | 11) && text.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

/// The number of an account, whole for those who keep accounts.
fn number(actor: &Actor, account: &Value) -> Value {
    match account {
        Value::Text(account) if !actor.has(KEEP) => Value::Text(tail(account)),
        other => other.clone(),
    }
}

fn scopes() -> Expr {
    Expr::cust("COALESCE(NULLIF(REPLACE(org_bank.scopes, ',', ', '), ''), '全部')")
}

fn picture(kind: &str) -> Expr {
    Expr::cust(format!(
        "(SELECT MAX(f.file_name) FROM published_file f WHERE f.org_id = org_bank.org_id \
         AND f.object_type = '{kind}' AND f.object_id = org_bank.id)"
    ))
}

/// The accounts of the org.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Bank::TITLE_CN).width(200),
        Column::own(Bank::TITLE_EN).width(220),
        Column::own(Bank::BANK_CN).width(200),
        Column::own(Bank::ACCOUNT).read_as(number).width(180),
        Column::own(Bank::CURRENCY).width(70),
        Column::own(Bank::SWIFT).width(120),
        Column::expr(scopes, Field::text("适用业务", "Scopes").wire("scopes")).width(120).unsorted(),
        Column::own(Bank::IS_DEFAULT).width(70),
        Column::own(Bank::ACTIVE).width(70),
        Column::own(Bank::INFO_CN).width(240).unsorted().behind(),
        Column::own(Bank::INFO_EN).width(240).unsorted().behind(),
        Column::own(Bank::ADDRESS_CN).width(200).behind(),
        Column::own(Bank::ADDRESS_EN).width(200).behind(),
        Column::expr(|| picture(LOGO), Field::text("LOGO", "Logo").wire("logoName")).width(140).unsorted().behind(),
        Column::expr(|| picture(SEAL), Field::text("印章", "Seal").wire("sealName")).width(140).unsorted().behind(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("titleCn", Match::Contains, Bank::TITLE_CN),
        Filter::new("currency", Match::Equals, Bank::CURRENCY),
        Filter::new("active", Match::Bool, Bank::ACTIVE),
    ],
    buttons: &[
        Button::new(KEEP, ("新增", "New"), "primary", "create"),
        Button::new(KEEP, ("修改", "Edit"), "row", "edit"),
        Button::new(KEEP, ("停用/启用", "Stop or start"), "row", "call").calls("POST /hrs/orgBank/{id}/status"),
        Button::new(KEEP, ("删除", "Delete"), "row", "remove"),
    ],
    sort: "currency,asc",
    decorate: Some(decorate),
    form: "hrs.orgBank.form",
    ..ListPage::new(
        "hrs.orgBank.list",
        "/hrs_org_configure/bank",
        ("银行账户", "Bank accounts"),
        "hrs_org_configure",
        "/hrs/orgBank",
        TABLE,
    )
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &[KEEP], out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: [KEEP; 4],
    page: PAGE,
    level: Level::High,
    uniques: &[Unique {
        index: "uq_org_bank_account",
        columns: &["account", "currency"],
        field: "account",
        message: TAKEN,
    }],
    rules: Some(rules::check),
    after: Some(rules::after),
    view_more: Some(rules::view_more),
    members: &["scopeCodes", "logo", "seal"],
    status_rule: Some(rules::stop),
    remove_rule: Some(rules::remove),
    sections: &[
        Section {
            key: "main",
            title: ("银行账户", "Bank account"),
            fields: &[
                Bank::TITLE_CN,
                Bank::TITLE_EN,
                Bank::BANK_CN,
                Bank::ACCOUNT,
                Bank::CURRENCY,
                Bank::SWIFT,
                FOR_SCOPES,
                Bank::IS_DEFAULT,
            ],
        },
        Section {
            key: "bill",
            title: ("账单内容", "On bills"),
            fields: &[Bank::INFO_CN, Bank::INFO_EN, Bank::ADDRESS_CN, Bank::ADDRESS_EN, LOGO_FILE, SEAL_FILE],
        },
    ],
    ..FormPage::of::<Bank>(
        "hrs.orgBank.form",
        ("银行账户", "Bank account"),
        ("hrs_org_configure", "/hrs/orgBank", TABLE),
        Bank::TITLE_CN,
    )
};

/// Adds the tab to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::button(KEEP, "hrs_org_configure", "银行账户", "Bank accounts", 30));
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.selects.push(("bankScope", scopes::offer));
    room.selects.push(("orgBank", offer));
    let pictures: [(&str, &str, attached::Look); 2] = [("logo", LOGO, look_at_logo), ("seal", SEAL, look_at_seal)];
    for (name, kind, look) in pictures {
        room.operations.extend([
            Operation::post(
                &format!("add_bank_{name}"),
                &format!("/hrs/orgBank/{name}"),
                Access::Code(KEEP),
                move |call| attached::upload_looked_at(call, kind, PAGE, look),
            )
            .body(Body::Files)
            .body_up_to(files::IMAGE_BYTES_MAX),
            Operation::get(
                &format!("get_bank_{name}"),
                &format!("/hrs/orgBank/{name}/{{id}}"),
                Access::Code("hrs_org_configure"),
                move |call| attached::picture(call, kind),
            ),
        ]);
    }
}

/// Answers the select `orgBank`: accounts that are not stopped, by bank, the end of the number, and currency.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, TABLE);
    select
        .columns(["id", "bank_cn", "account", "currency", "title_cn"])
        .order_by("currency", Order::Asc)
        .order_by("id", Order::Asc);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::eq("id", id));
    } else {
        select.and_where(sql::eq("active", true));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| {
        let (bank, account, currency): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let label = format!("{bank} {} {currency}", tail(&account));
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label, hint: row.get(4)? })
    };
    let offers = rows.iter().map(offer).collect::<Result<Vec<_>, Refusal>>()?;
    // A company has few of them; the end of a number is no column to look for.
    let keyword = ask.keyword.to_lowercase();
    Ok(offers.into_iter().filter(|one| one.label.to_lowercase().contains(&keyword)).collect())
}

fn look_at_logo(name: &str, bytes: Vec<u8>) -> Result<files::Accepted, Refusal> {
    files::need_size(&bytes, LOGO_BYTES_MAX)?;
    let file = files::accept(name, bytes, true)?;
    // A few bytes can claim a picture that fills the memory of whoever prints it.
    files::shape_of(&file.bytes).ok_or(Refusal::business(UNREADABLE_LOGO))?;
    Ok(file)
}
