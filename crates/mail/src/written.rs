//! Mails a user writes about an order or a paper of it: what every such dialog sends, by whose mailbox it goes, and
//! who gets copies of it.

use kernel::{Findings, Id, Msg};
use platform::call::App;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::letter::{Words, paragraph};
use crate::mailbox::{Mailbox, mailbox_for, mailbox_of_user};
use crate::smtp::is_address;

/// Neither the user nor his company has a mailbox.
const NO_MAILBOX: Msg = Msg::new(
    "written.no_mailbox",
    "请先在个人设置中配置邮件发送",
    "Please set up the sending of mails in your personal settings first.",
);
/// What a position of finance is called.
const FINANCE: &str = "财务";
const NO_SUBJECT: Msg = Msg::new("written.no_subject", "邮件标题不能为空", "There must be a subject.");
const NO_CONTENT: Msg = Msg::new("written.no_content", "邮件内容不能为空", "There must be a text.");

const SUBJECT: Field = Field::text("标题", "Subject").wire("subject").max(200).asks(NO_SUBJECT);
const CONTENT: Field = Field::long("内容", "Text").wire("content").max(2000).asks(NO_CONTENT);

/// A list of colleagues who get copies, by its name in the personal settings (settings-field-cc).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copies {
    /// 订单追踪码.
    TrackingCode,
    /// 送货通知.
    DeliveryNotice,
    /// 账单.
    Bill,
    /// 清单.
    Statement,
}

impl Copies {
    const fn member(self) -> &'static str {
        match self {
            Self::TrackingCode => "orderTrackCcUser",
            Self::DeliveryNotice => "sendGoodsNotifyCcUser",
            Self::Bill => "sendBillCcUser",
            Self::Statement => "sendInventoryCcUser",
        }
    }

    /// Addresses of those a user has chosen; who has left gets none.
    pub fn of(self, conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<String>, Refusal> {
        let mut select = sql::from(org, "user_extend");
        select.column("settings").and_where(sql::eq("user_id", user));
        let settings: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
        let settings: Map<String, Json> = serde_json::from_str(&settings).unwrap_or_default();
        let named = settings.get(self.member()).and_then(Json::as_array).into_iter().flatten();
        let ids: Vec<i64> = named.filter_map(|id| id.as_str()?.parse().ok()).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut people = sql::from(org, "app_user");
        people
            .column("email")
            .and_where(sql::is_in(sql::col("id"), ids))
            .and_where(sql::eq("active", true))
            .and_where(sql::eq("user_status", 1i64))
            .order_by("id", Order::Asc);
        let all: Vec<String> = conn.query(&people.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        Ok(all.into_iter().filter(|address| is_address(address)).collect())
    }
}

/// Addresses of the contacts of a partner, whom a mail to him begins with; none where there is no partner.
pub fn contacts(conn: &mut dyn Conn, org: i64, coop: Option<Id>) -> Result<Vec<String>, Refusal> {
    let Some(coop) = coop else { return Ok(Vec::new()) };
    let mut select = sql::from(org, "coop_contact");
    select.column("email").and_where(sql::eq("coop_id", coop)).order_by("id", Order::Asc);
    let all: Vec<String> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|address| is_address(address)).collect())
}

/// The same of those who look after its money, by their position; where nobody does, of all.
pub fn finance_contacts(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from(org, "coop_contact");
    select
        .column("email")
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::contains(sql::col("position"), FINANCE))
        .order_by("id", Order::Asc);
    let found: Vec<Option<String>> =
        conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let own: Vec<String> = found.into_iter().flatten().filter(|address| is_address(address)).collect();
    if own.is_empty() { contacts(conn, org, Some(coop)) } else { Ok(own) }
}

/// The mailbox mails of a user go by: his own when he has turned it on, else that of his company; refused where there
/// is none (catalogue hrs, 个人设置).
pub fn need_mailbox(conn: &mut dyn Conn, app: &App, org: i64, user: Id) -> Result<Mailbox, Refusal> {
    mailbox_of_sender(conn, app, org, user)?.ok_or_else(|| Refusal::business(NO_MAILBOX))
}

/// The same, none where there is none.
pub fn mailbox_of_sender(conn: &mut dyn Conn, app: &App, org: i64, user: Id) -> Result<Option<Mailbox>, Refusal> {
    match mailbox_of_user(conn, app, org, user)? {
        Some(own) => Ok(Some(own)),
        None => mailbox_for(conn, app, org),
    }
}

/// What the dialog of a mail sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Written {
    /// Version of what is sent that the caller saw; none for whatever there is.
    pub version: Option<i64>,
    to: Vec<String>,
    cc: Option<Vec<String>>,
    subject: String,
    content: String,
}

impl Written {
    /// Subject and text are there and not too long.
    pub fn check(&self) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        SUBJECT.parse(Some(&json!(self.subject)), SUBJECT.wire, &mut findings);
        CONTENT.parse(Some(&json!(self.content)), CONTENT.wire, &mut findings);
        Refusal::unless_clean(&findings, &[])
    }

    /// Receivers, without blanks.
    pub fn to(&self) -> Vec<String> {
        trimmed(&self.to)
    }

    /// Receivers of copies; none when the dialog said nothing of them, so that the user's list counts.
    pub fn cc(&self) -> Option<Vec<String>> {
        self.cc.as_deref().map(trimmed)
    }

    /// The text, with labelled links and a note below it.
    pub fn words(&self, links: &[(&str, &str)], note: Option<&str>) -> Words {
        let lines = self.content.lines().map(str::trim).filter(|line| !line.is_empty());
        let (text, html) = (self.content.trim().to_owned(), lines.map(paragraph).collect());
        Words { subject: self.subject.trim().to_owned(), text, html }.with_links(links, note)
    }
}

fn trimmed(list: &[String]) -> Vec<String> {
    list.iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_a_note_stand_below_the_text() {
        let written: Written = serde_json::from_value(json!({
            "to": [" a@example.com ", ""], "subject": " 送货 ", "content": "一\n\n<b>\n",
        }))
        .unwrap();
        assert_eq!((written.to(), written.cc()), (vec!["a@example.com".to_owned()], None));
        let words = written.words(&[("地图", "https://m/?a&b")], Some("（2026-07-15前有效）"));
        assert_eq!(words.subject, "送货");
        assert_eq!(words.text, "一\n\n<b>\n\n地图: https://m/?a&b\n（2026-07-15前有效）");
        let link = "<p><a href=\"https://m/?a&amp;b\">地图</a><br>https://m/?a&amp;b</p>\n";
        assert_eq!(words.html, format!("<p>一</p>\n<p>&lt;b&gt;</p>\n{link}<p>（2026-07-15前有效）</p>\n"));
        let bare = written.words(&[], None);
        assert_eq!(bare.text, "一\n\n<b>");
    }
}
