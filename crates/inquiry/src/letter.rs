//! The mails of an inquiry: what an agent is asked, reminded of, and told when it changed. Each carries the agent's link.

use kernel::{Id, Instant, show_minute};
use mail::{Kind, Letter, Sender, Words};
use platform::call::Tx;
use platform::refusal::Refusal;

use crate::asked::{self, AskedRow};
use crate::page::{self, Inquiry};

/// Why an agent is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It is asked for a price.
    Asked,
    /// It has not answered yet.
    Reminded,
    /// What is asked has changed.
    Changed,
}

/// `PVG-LAX 10 pcs 500.0 KG 3.000 CBM`.
fn figures(inquiry: &Inquiry) -> String {
    format!(
        "{}-{} {} PCS {} KG {} CBM",
        inquiry.departure_station,
        inquiry.arrival_station,
        inquiry.pieces,
        inquiry.weight.show(1),
        inquiry.volume.unwrap_or_default().show(3)
    )
}

fn words(inquiry: &Inquiry, org: &str, why: Why, english: bool, url: &str, until: Option<Instant>) -> Words {
    let (code, figures) = (&inquiry.inquiry_code, figures(inquiry));
    let until = until.map(show_minute).unwrap_or_default();
    let (subject, text, label, note) = if english {
        let subject = match why {
            Why::Asked => format!("Inquiry {code} of {org}: {figures}"),
            Why::Reminded => format!("Reminder: inquiry {code} of {org}: {figures}"),
            Why::Changed => format!("Changed: inquiry {code} of {org}: {figures}"),
        };
        let text = format!("{org} asks for your quotation: {figures}, ready on {}.", inquiry.ready_date);
        (subject, text, "Open the inquiry and quote", format!("Please answer by {until} (Beijing time)."))
    } else {
        let subject = match why {
            Why::Asked => format!("{org}询价 {code}：{figures}"),
            Why::Reminded => format!("【催办】{org}询价 {code}：{figures}"),
            Why::Changed => format!("【变更】{org}询价 {code}：{figures}"),
        };
        let text = format!("{org}请贵司报价：{figures}，货好日期{}。", inquiry.ready_date);
        (subject, text, "查看询价并报价", format!("请在{until}前答复。"))
    };
    Words::of(subject, &[&text], Some((label, url)), &[&note])
}

/// The link of an agent's row that has one.
pub(crate) fn link(tx: &Tx<'_>, row: &AskedRow, base: &str) -> Result<Option<String>, Refusal> {
    let Some(salt) = &row.salt else { return Ok(None) };
    let code = asked::code(tx.app, (row.org, row.id), salt)?;
    Ok(Some(asked::address(base, &row.uuid, &code)))
}

/// Writes to agents of an inquiry; answers how many mails were put into the outbox: none without a mailbox,
/// or where nobody has said under which address the product is reached.
pub(crate) fn post(
    tx: &mut Tx<'_>,
    inquiry: &Inquiry,
    rows: &[AskedRow],
    why: Why,
    base: &str,
) -> Result<usize, Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let Some(mailbox) = mail::mailbox_of_sender(tx, app, org, user)? else { return Ok(0) };
    let name = facts::org(tx, org)?;
    let base = if mailbox.public_url.is_empty() { base } else { &mailbox.public_url };
    if base.is_empty() {
        return Ok(0);
    }
    let mut sent = 0;
    for row in rows {
        let Some(url) = link(tx, row, base)? else { continue };
        let english = row.language.starts_with("en");
        let own_name = if english && !name.name_en.is_empty() { &name.name_en } else { &name.name };
        let words = words(inquiry, own_name, why, english, &url, row.answer_by);
        let letter = Letter { number: inquiry.inquiry_code.clone(), ..Letter::to(Kind::Inquiry, &row.email, words) };
        let from = Sender { org, mailbox: &mailbox, user: Some(user), language: &row.language };
        mail::put(tx, app, from, &letter)?;
        sent += 1;
    }
    Ok(sent)
}

/// Tells the agents that were asked that the inquiry has changed.
pub(crate) fn tell_of_change(tx: &mut Tx<'_>, inquiry: Id) -> Result<(), Refusal> {
    let rows = asked::with_link(tx, inquiry)?;
    if rows.is_empty() {
        return Ok(());
    }
    let (org, base) = (tx.org(), tx.app.settings.public_url.clone());
    let changed = page::own(tx, org, inquiry)?;
    post(tx, &changed, &rows, Why::Changed, &base).map(drop)
}
