//! The parts of an order before they are written: every rule over each of them, all findings at once.

use kernel::{Confirm, Finding, Findings, Instant, Severity};
use order::split::{Asked, PARTS, Wanted, share_lumps};
use order::store::Saved;
use order::{Around, Checked, Draft, check, gather};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::Conn;

use super::{below, money};
use crate::look::{Looked, in_stock};

/// Where what the stock says of the master is found.
const MASTER: &str = "master";

/// The parts of an order, itself first; none where it is not said how many.
pub(super) struct Parts {
    /// What was asked for.
    pub wanted: Wanted,
    /// Each of them.
    pub looked: Vec<Looked>,
    /// What can be given to them beside their rows.
    pub papers: below::Papers,
    /// What is wrong, at its place in the call.
    pub findings: Findings,
}

/// Looks at the parts that are asked for.
pub(super) fn look(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    saved: &Saved,
    asked: &Asked,
) -> Result<Parts, Refusal> {
    let org = actor.org_id;
    let mut findings = Findings::new();
    let papers = below::papers(conn, org, saved)?;
    let wanted = asked.read(saved, (&papers.house_ids(), &papers.bill_ids()), &mut findings)?;
    let Some(wanted) = wanted else {
        return Ok(Parts { wanted: Wanted::default(), looked: Vec::new(), papers, findings });
    };
    let drafts = wanted.drafts(saved, &mut findings);
    let (mut made, mut rest) = (Vec::new(), Vec::new());
    for (place, mut draft) in drafts.into_iter().enumerate() {
        let (checked, own) = checked(conn, (org, now), saved, &mut draft)?;
        found(place, &own, &mut findings);
        made.push(draft);
        rest.push((checked, own));
    }
    share_lumps(&mut made);
    if wanted.same_master {
        master(conn, (actor, now), saved, &mut findings)?;
    }
    papers.check(conn, (org, saved), (&wanted, &made), &mut findings)?;
    if wanted.shares_charges {
        money::check(conn, actor, saved, &mut findings)?;
    }
    let looked = made.into_iter().zip(rest).map(|(draft, (checked, findings))| Looked { draft, checked, findings });
    Ok(Parts { wanted, looked: looked.collect(), papers, findings })
}

/// Every rule over one part. What was right when it was chosen for the order stays right for its parts, and a row that goes
/// to another part is none that was removed.
fn checked(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    saved: &Saved,
    draft: &mut Draft,
) -> Result<(Checked, Findings), Refusal> {
    let profile = saved.profile;
    let mut before = saved.clone();
    for part in profile.parts {
        before.draft.put(part, draft.rows(part).to_vec());
    }
    let facts = gather(conn, (org, now), profile, (&*draft, Some(&before)))?;
    let mut findings = Findings::new();
    let checked = check(draft, &Around { profile, saved: Some(&before), facts: &facts }, &mut findings);
    Ok((checked, findings))
}

/// What stands against a part, at its place; what all parts are asked is asked once, and what is only to be known was known
/// of the order.
fn found(place: usize, own: &Findings, findings: &mut Findings) {
    let at = |field: &str| format!("{PARTS}.{place}.{field}");
    for error in own.items.iter().filter(|one| one.severity == Severity::Error) {
        // A figure that is none was found where it was divided.
        if findings.at(&at(&error.field)).next().is_none() {
            findings.items.push(Finding { field: at(&error.field), ..error.clone() });
        }
    }
    for question in &own.confirms {
        if findings.confirms.iter().all(|asked| asked.text.key != question.text.key) {
            findings.confirms.push(Confirm { field: at(&question.field), ..question.clone() });
        }
    }
}

/// What the stock says to more orders under the master; that it has one already is what was asked for.
fn master(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    saved: &Saved,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    if saved.awb_id.is_none() {
        return Ok(());
    }
    let today = kernel::show_day(now.day());
    let mut own = Findings::new();
    stock::check(conn, (actor.org_id, actor.user_id, &today), &in_stock(&saved.draft, None), &mut own)?;
    findings.items.extend(own.items.into_iter().map(|one| Finding { field: MASTER.to_owned(), ..one }));
    Ok(())
}
