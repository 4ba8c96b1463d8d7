//! What a mail says, and the texts of those every company sends.

use kernel::Instant;
use kernel::html::escaped;
use platform::field::Choice;
use serde::{Deserialize, Serialize};

/// What a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An invitation to set the first password.
    Invitation,
    /// A link to set a new password.
    PasswordReset,
    /// A code for one log-in.
    LoginCode,
    /// A notice that was published.
    Notice,
    /// An approval to decide, or what became of one.
    Approval,
    /// Where and when cargo is brought.
    DeliveryNotice,
    /// Link and code of an order.
    TrackingCode,
    /// An agent is asked for a price, by a link of its own.
    Inquiry,
    /// Debit notes, with links behind which their customer answers them.
    Bill,
    /// Statements, with such links.
    Statement,
    /// Issued invoices.
    Invoice,
    /// A partner is invited to a chat, by a link of its own.
    Chat,
    /// A message for machines, which read every line of it.
    Telegram,
    /// Anything else.
    Other,
}

/// What the table calls [`Kind::Telegram`].
const TELEGRAM: &str = "电子报文";

/// The kinds as lists know them, those of pages to come among them.
pub(crate) const KINDS: &[Choice] = &[
    Choice::new("账单", "账单", "Bill"),
    Choice::new("清单", "清单", "Statement"),
    Choice::new("订单追踪码", "订单追踪码", "Tracking code"),
    Choice::new("送货通知", "送货通知", "Delivery notice"),
    Choice::new("询价", "询价", "Inquiry"),
    Choice::new("发票", "发票", "Invoice"),
    Choice::new("邀请", "邀请", "Invitation"),
    Choice::new("密码重置", "密码重置", "Password reset"),
    Choice::new("登录验证码", "登录验证码", "Log-in code"),
    Choice::new("公告", "公告", "Notice"),
    Choice::new("审批", "审批", "Approval"),
    Choice::new("聊天邀请", "聊天邀请", "Invitation to a chat"),
    Choice::new(TELEGRAM, TELEGRAM, "Electronic message"),
    Choice::new("其他", "其他", "Other"),
];

impl Kind {
    /// As the table keeps it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Invitation => "邀请",
            Self::PasswordReset => "密码重置",
            Self::LoginCode => "登录验证码",
            Self::Notice => "公告",
            Self::Approval => "审批",
            Self::DeliveryNotice => "送货通知",
            Self::TrackingCode => "订单追踪码",
            Self::Inquiry => "询价",
            Self::Bill => "账单",
            Self::Statement => "清单",
            Self::Invoice => "发票",
            Self::Chat => "聊天邀请",
            Self::Telegram => TELEGRAM,
            Self::Other => "其他",
        }
    }

    /// Whether it carries a secret: neither looked at nor sent again.
    pub const fn is_secure(self) -> bool {
        matches!(
            self,
            Self::Invitation
                | Self::PasswordReset
                | Self::LoginCode
                | Self::Inquiry
                | Self::TrackingCode
                | Self::Bill
                | Self::Statement
                | Self::Chat
        )
    }

    /// Whether a mail of a kind, as the table keeps it, goes as it is: nobody signs what the system words, and for
    /// machines a signature would be further lines.
    pub(crate) fn goes_as_it_is(text: &str) -> bool {
        let bare = [Self::Invitation, Self::PasswordReset, Self::LoginCode, Self::Inquiry, Self::Chat, Self::Telegram];
        bare.iter().any(|kind| kind.text() == text)
    }
}

/// The words of a mail, as text and as simple HTML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Subject.
    pub subject: String,
    /// For readers without HTML.
    pub text: String,
    /// The same with headings and links.
    pub html: String,
}

impl Words {
    /// Paragraphs, with a labelled link on a line of its own between them if there is one. All of them are plain texts:
    /// nobody but this module writes the HTML of a mail.
    pub fn of(subject: String, before: &[&str], link: Option<(&str, &str)>, after: &[&str]) -> Self {
        let address = link.map(|(_, address)| address);
        let text: Vec<&str> = before.iter().copied().chain(address).chain(after.iter().copied()).collect();
        let html = before.iter().map(|line| paragraph(line)).chain(link.map(linked));
        let html = html.chain(after.iter().map(|line| paragraph(line))).collect();
        Self { subject, text: text.join("\n\n"), html }
    }

    /// The same with labelled links and a note below.
    #[must_use]
    pub fn with_links(mut self, links: &[(&str, &str)], note: Option<&str>) -> Self {
        if !links.is_empty() {
            self.text.push('\n');
        }
        for (label, url) in links {
            self.text.push_str(&format!("\n{label}: {url}"));
            self.html.push_str(&linked((label, url)));
        }
        if let Some(note) = note {
            self.text.push_str(&format!("\n{note}"));
            self.html.push_str(&paragraph(note));
        }
        self
    }

    /// A text whose lines and blanks stay as they are.
    pub fn as_written(subject: String, text: &str) -> Self {
        Self { subject, text: text.to_owned(), html: format!("<pre>{}</pre>", escaped(text)) }
    }
}

/// A line of a mail in HTML.
pub(crate) fn paragraph(line: &str) -> String {
    format!("<p>{}</p>\n", escaped(line))
}

/// A label that leads to an address, and the address, for readers whose programs show no links.
fn linked((label, address): (&str, &str)) -> String {
    format!("<p><a href=\"{0}\">{1}</a><br>{0}</p>\n", escaped(address), escaped(label))
}

/// A file that goes with a mail; its bytes lie in the file store of the org.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Name the receiver sees.
    pub name: String,
    /// Hash of the bytes.
    pub hash: String,
    /// How many they are.
    pub size: u64,
}

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct Letter {
    /// What it is about.
    pub kind: Kind,
    /// Receivers.
    pub to: Vec<String>,
    /// Receivers of a copy.
    pub cc: Vec<String>,
    /// What it says.
    pub words: Words,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// Number of what it is about, as users know it.
    pub number: String,
    /// Waits until then; none: goes at once.
    pub not_before: Option<Instant>,
}

impl Letter {
    /// To one receiver, at once, without files.
    pub fn to(kind: Kind, receiver: &str, words: Words) -> Self {
        Self {
            kind,
            to: vec![receiver.to_owned()],
            cc: Vec::new(),
            words,
            attachments: Vec::new(),
            number: String::new(),
            not_before: None,
        }
    }
}

/// What an invitation says.
#[derive(Debug, Clone, Copy)]
pub struct Invitation<'a> {
    /// Who is invited.
    pub name: &'a str,
    /// Company that invites.
    pub org: &'a str,
    /// Where to log in with which account.
    pub account: &'a str,
    /// The link.
    pub link: &'a str,
    /// Hours it counts.
    pub hours: i64,
}

impl Invitation<'_> {
    /// In a language.
    pub fn words(&self, language: &str) -> Words {
        let Self { name, org, account, link, hours } = self;
        if language.starts_with("en") {
            return Words::of(
                format!("{org} invites you"),
                &[&format!("Dear {name},"), &format!("{org} has opened an account for you: {account}.")],
                Some(("Set your password", link)),
                &[&format!(
                    "The link works once, within {hours} hours. If you don't know {org}, please ignore this mail."
                )],
            );
        }
        Words::of(
            format!("{org}邀请您开通账号"),
            &[&format!("{name}，您好："), &format!("{org}已为您开通账号：{account}。")],
            Some(("设置密码", link)),
            &[&format!("链接{hours}小时内有效，仅可使用一次。如您不了解{org}，请忽略本邮件。")],
        )
    }
}

/// What a mail with a link to a new password says.
#[derive(Debug, Clone, Copy)]
pub struct PasswordReset<'a> {
    /// Whose password.
    pub name: &'a str,
    /// The account.
    pub account: &'a str,
    /// The link.
    pub link: &'a str,
    /// Minutes it counts.
    pub minutes: i64,
}

impl PasswordReset<'_> {
    /// In a language.
    pub fn words(&self, language: &str) -> Words {
        let Self { name, account, link, minutes } = self;
        if language.starts_with("en") {
            return Words::of(
                "Set a new password".to_owned(),
                &[&format!("Dear {name},"), &format!("A new password was asked for the account {account}.")],
                Some(("Set a new password", link)),
                &[&format!(
                    "The link works once, within {minutes} minutes. If it was not you, please ignore this mail: \
                     your password stays as it is."
                )],
            );
        }
        Words::of(
            "重置登录密码".to_owned(),
            &[&format!("{name}，您好："), &format!("您的账号{account}申请重置登录密码。")],
            Some(("重置密码", link)),
            &[&format!("链接{minutes}分钟内有效，仅可使用一次。如非本人操作，请忽略本邮件，您的密码不会改变。")],
        )
    }
}

/// What a mail with a code for one log-in says.
#[derive(Debug, Clone, Copy)]
pub struct LoginCode<'a> {
    /// Whose log-in.
    pub name: &'a str,
    /// The code.
    pub code: &'a str,
    /// Minutes it counts.
    pub minutes: i64,
}

impl LoginCode<'_> {
    /// In a language.
    pub fn words(&self, language: &str) -> Words {
        let Self { name, code, minutes } = self;
        if language.starts_with("en") {
            return Words::of(
                "Your log-in code".to_owned(),
                &[&format!("Dear {name},"), &format!("your code to log in is {code}.")],
                None,
                &[&format!(
                    "It works once, within {minutes} minutes. Never give it to anybody. If you did not try to log in, \
                     somebody knows your password: please change it."
                )],
            );
        }
        Words::of(
            "登录验证码".to_owned(),
            &[&format!("{name}，您好："), &format!("您的登录验证码为：{code}")],
            None,
            &[&format!(
                "验证码{minutes}分钟内有效，仅可使用一次，请勿告知他人。如非本人登录，您的密码可能已泄露，请尽快修改。"
            )],
        )
    }
}

/// What a mail with a message of the message centre says.
#[derive(Debug, Clone, Copy)]
pub struct Notification<'a> {
    /// Subject.
    pub title: &'a str,
    /// The message.
    pub text: &'a str,
    /// Page of what it is about.
    pub link: &'a str,
}

impl Notification<'_> {
    /// In a language.
    pub fn words(&self, language: &str) -> Words {
        let Self { title, text, link } = self;
        let (open, why) = if language.starts_with("en") {
            ("Open", "Sent by the system. What you are sent by mail is set in the message centre.")
        } else {
            ("查看", "本邮件由系统自动发送，可在消息中心的消息偏好中设置接收方式。")
        };
        Words::of((*title).to_owned(), &[text], Some((open, link)), &[why])
    }
}

/// What a mail with a notice says.
#[derive(Debug, Clone, Copy)]
pub struct Announcement<'a> {
    /// Subject.
    pub title: &'a str,
    /// The notice, a paragraph for each line.
    pub text: &'a str,
    /// Where it is read with its pictures and files.
    pub link: &'a str,
}

impl Announcement<'_> {
    /// In a language.
    pub fn words(&self, language: &str) -> Words {
        let Self { title, text, link } = self;
        let open = if language.starts_with("en") { "Read it with its files" } else { "查看原文及附件" };
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Words::of((*title).to_owned(), &lines, Some((open, link)), &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_no_markup_and_the_link_stands_alone() {
        let invitation = Invitation {
            name: "<b>新人</b>",
            org: "A & B",
            account: "new@example.com",
            link: "https://f.example.com/login?invite=t",
            hours: 72,
        };
        let words = invitation.words("zh-CN");
        assert_eq!(words.subject, "A & B邀请您开通账号");
        assert!(words.text.lines().any(|line| line == invitation.link), "{}", words.text);
        assert!(words.text.contains("链接72小时内有效"));
        assert!(words.html.contains("&lt;b&gt;新人&lt;/b&gt;") && words.html.contains("A &amp; B"));
        assert!(words.html.contains("<a href=\"https://f.example.com/login?invite=t\">设置密码</a>"));
    }

    #[test]
    fn every_text_has_both_languages() {
        let reset = PasswordReset { name: "Li", account: "li@example.com", link: "https://x/y", minutes: 30 };
        assert_eq!(reset.words("zh-CN").subject, "重置登录密码");
        let english = reset.words("en-US");
        assert_eq!(english.subject, "Set a new password");
        assert!(english.text.contains("within 30 minutes") && english.text.is_ascii());
    }
}
