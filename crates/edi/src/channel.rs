//! The page /af_edi_channel 报文通道: how a company's messages reach each of its carriers.

use interface::MASTER_MESSAGES;
use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use platform::when::When;

/// Address of the page.
const PAGE: &str = "/af_edi_channel";
const TABLE: &str = "edi_channel";

/// A file in a folder of the deployment.
pub(crate) const FILE: &str = "FILE";
/// A mail to a Type-B gateway.
pub(crate) const MAIL: &str = "MAIL";
/// A call of the company's interface.
pub(crate) const HTTP: &str = "HTTP";
/// Nothing is set up: people fetch the message themselves.
pub(crate) const DOWNLOAD: &str = "DOWNLOAD";
/// Cargo-IMP.
pub(crate) const IMP: &str = "IMP";
/// Cargo-XML.
pub(crate) const XML: &str = "XML";

const KINDS: &[Choice] = &[
    Choice::new(FILE, "文件目录", "Folder of files"),
    Choice::new(MAIL, "邮件（Type-B）", "Mail (Type-B)"),
    Choice::new(HTTP, "接口（HTTP）", "Interface (HTTP)"),
];
/// The channels of messages: those that are set up, and none.
pub(crate) const CHANNELS: &[Choice] = &[
    Choice::new(FILE, "文件目录", "Folder of files"),
    Choice::new(MAIL, "邮件（Type-B）", "Mail (Type-B)"),
    Choice::new(HTTP, "接口（HTTP）", "Interface (HTTP)"),
    Choice::new(DOWNLOAD, "仅下载", "Download only"),
];
const FORMATS: &[Choice] = &[Choice::new(IMP, "Cargo-IMP", "Cargo-IMP"), Choice::new(XML, "Cargo-XML", "Cargo-XML")];
const FWB: &[Choice] = &[Choice::new("16", "FWB/16", "FWB/16"), Choice::new("17", "FWB/17", "FWB/17")];
const FHL: &[Choice] = &[Choice::new("4", "FHL/4", "FHL/4"), Choice::new("5", "FHL/5", "FHL/5")];

const TAKEN: Msg = Msg::new("edich.taken", "该航司已有报文通道", "The carrier has a channel already.");
const DEFAULT_TAKEN: Msg =
    Msg::new("edich.default", "已有适用于所有航司的报文通道", "There is a channel for all carriers already.");
const ADDRESS: Msg = Msg::new("edich.address", "请填写正确的邮箱", "Please enter an e-mail address.");
const NO_INTERFACE: Msg = Msg::new(
    "edich.interface",
    "企业尚未启用电子运单直传（主单）接口，报文将无法发送",
    "The company has no enabled interface for electronic master waybills; messages can't be sent yet.",
);

/// A mail has an address, nothing else does.
const BY_MAIL: When = When::Is(&EdiChannel::KIND, MAIL);

document! {
    /// How messages reach a carrier.
    pub struct EdiChannel in "edi_channel" {
        /// Carrier; none: every carrier without a row of its own.
        carrier_code: String = Field::code("carrier", "航司", "Carrier").max(2),
        /// Which way.
        kind: String = Field::select(KINDS, "通道", "Channel").required().initially("\"FILE\""),
        /// Mail address of the gateway.
        address: String = Field::text("收件邮箱", "Receiver's mailbox")
            .max(100)
            .shown_when(&BY_MAIL)
            .asks_when(&BY_MAIL, ADDRESS),
        /// How it is written.
        format: String = Field::select(FORMATS, "格式", "Format").required().initially("\"IMP\""),
        /// Version of master messages.
        fwb_version: i64 = Field::select(FWB, "主单报文版本", "Version of master messages").required().initially("\"16\""),
        /// Version of house messages.
        fhl_version: i64 = Field::select(FHL, "分单报文版本", "Version of house messages").required().initially("\"4\""),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// In use.
        active: bool = Field::flag("启用", "Active").read_only(),
    }
}

/// The channels of a company.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(EdiChannel::CARRIER_CODE).width(100),
        Column::own(EdiChannel::KIND).width(140),
        Column::own(EdiChannel::ADDRESS).width(220),
        Column::own(EdiChannel::FORMAT).width(100),
        Column::own(EdiChannel::FWB_VERSION).width(120),
        Column::own(EdiChannel::FHL_VERSION).width(120),
        Column::own(EdiChannel::ACTIVE).width(70),
        Column::own(EdiChannel::REMARK).width(200).unsorted(),
        Column::of("editor", Field::text("修改人", "Edited by").column("name_cn").wire("editor")).width(100),
        Column::own(Field::instant("修改时间", "Edited").column("updated_at").wire("editTime")).width(150),
    ],
    filters: &[
        Filter::new("carrierCode", Match::OneOf, EdiChannel::CARRIER_CODE),
        Filter::new("kind", Match::OneOf, EdiChannel::KIND),
        Filter::new("active", Match::Bool, EdiChannel::ACTIVE),
    ],
    buttons: &[
        Button::new("af-edich-add", ("新增", "Add"), "primary", "create"),
        Button::import("af-edich-import", "POST /afbase/ediChannel/import"),
        Button::new("af-edich-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-edich-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/ediChannel/{id}/status"),
        Button::new("af-edich-del", ("删除", "Delete"), "row", "remove")
            .asks("确认删除该报文通道？", "Delete this channel?"),
    ],
    sort: "carrierCode,asc",
    decorate: Some(decorate),
    form: "edi.channel.form",
    ..ListPage::new(
        "edi.channel.list",
        PAGE,
        ("报文通道", "Message channels"),
        "af_edi_channel",
        "/afbase/ediChannel",
        TABLE,
    )
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["af-edich-edit", "af-edich-status", "af-edich-del"], out);
}

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-edich-add", "af-edich-edit", "af-edich-del", "af-edich-status"],
    page: PAGE,
    uniques: &[
        Unique { index: "uq_edi_channel_carrier", columns: &["carrier_code"], field: "carrierCode", message: TAKEN },
        Unique { index: "uq_edi_channel_default", columns: &[], field: "carrierCode", message: DEFAULT_TAKEN },
    ],
    rules: Some(check),
    import: Import::with("af-edich-import").by(&[EdiChannel::CARRIER_CODE]),
    sections: &[Section { key: "main", title: ("报文通道", "Channel"), fields: EdiChannel::FIELDS }],
    ..FormPage::of::<EdiChannel>(
        "edi.channel.form",
        ("报文通道", "Message channel"),
        ("af_edi_channel", "/afbase/ediChannel", TABLE),
        EdiChannel::CARRIER_CODE,
    )
};

/// What is an address, and whether there is an interface to send by.
fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(EdiChannel::ACTIVE, Value::Bool(true));
    }
    let text = |value: &Value| if let Value::Text(text) = value { text.clone() } else { String::new() };
    let (kind, address) = (text(draft.value(EdiChannel::KIND)), text(draft.value(EdiChannel::ADDRESS)));
    findings.error_if(!address.is_empty() && !mail::is_address(&address), &EdiChannel::ADDRESS.name(), ADDRESS);
    if kind == HTTP {
        let org = tx.org();
        if interface::enabled(tx, org, MASTER_MESSAGES)?.is_none() {
            findings.warning(EdiChannel::KIND.name(), NO_INTERFACE.text());
        }
    }
    Ok(())
}

/// The way of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Channel {
    /// Its row.
    pub(crate) id: Id,
    /// [`FILE`], [`MAIL`] or [`HTTP`].
    pub(crate) kind: String,
    /// Mail address.
    pub(crate) address: String,
    /// [`IMP`] or [`XML`].
    pub(crate) format: String,
    /// Version of master messages.
    pub(crate) fwb_version: u8,
    /// Version of house messages.
    pub(crate) fhl_version: u8,
}

impl Channel {
    /// What people call it: its kind, and where a mail goes.
    pub(crate) fn name(&self, english: bool) -> String {
        let (zh, en) = kind_name(&self.kind);
        let kind = if english { en } else { zh };
        if self.address.is_empty() { kind.to_owned() } else { format!("{kind} {}", self.address) }
    }
}

/// Chinese and English name of a kind.
pub(crate) fn kind_name(kind: &str) -> (&'static str, &'static str) {
    CHANNELS.iter().find(|choice| choice.value == kind).map_or(("", ""), |choice| (choice.zh, choice.en))
}

fn select(org: i64) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "kind", "address", "format", "fwb_version", "fhl_version"]).take()
}

fn read(row: &platform::store::Row) -> Result<Channel, Refusal> {
    let version = |place| Ok::<_, Refusal>(u8::try_from(row.get::<i64>(place)?).unwrap_or_default());
    Ok(Channel {
        id: row.get(0)?,
        kind: row.get(1)?,
        address: row.get(2)?,
        format: row.get(3)?,
        fwb_version: version(4)?,
        fhl_version: version(5)?,
    })
}

/// The channel in use for a carrier: its own, else the one for all; none when nothing is set up.
pub(crate) fn of_carrier(conn: &mut dyn Conn, org: i64, carrier: &str) -> Result<Option<Channel>, Refusal> {
    let mut select = select(org);
    select
        .and_where(sql::eq("active", true))
        .cond_where(sql::any_of([sql::eq("carrier_code", carrier), sql::col("carrier_code").is_null()]))
        // The one of nobody sorts behind on neither database by itself.
        .order_by_expr(platform::sea_query::Expr::cust("COALESCE(carrier_code, '')"), Order::Desc)
        .limit(1);
    conn.first(&select.into())?.as_ref().map(read).transpose()
}

/// A channel by its row; none when it was removed or is out of use.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Channel>, Refusal> {
    let mut select = select(org);
    select.and_where(sql::eq("id", id)).and_where(sql::eq("active", true));
    conn.first(&select.into())?.as_ref().map(read).transpose()
}
