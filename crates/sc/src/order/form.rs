//! The form of a scope as the page contract tells it.

use order::Profile;
use orderdesk::{FormCalls, below, section};
use serde_json::Value as Json;

use super::{slug, titles};

/// The contract of a scope's form.
pub(crate) fn contract(profile: &Profile) -> Json {
    let slug = slug(profile.scope);
    let base = format!("/sc/order/{slug}");
    let (one, check) = (format!("{base}/{{id}}"), format!("{base}/check"));
    let own = profile.sections.iter();
    let mut sections: Vec<Json> = own.map(|one| section(one.key, one.title, one.fields)).collect();
    // Rows stand behind the figures, before services and remarks.
    let behind = profile.sections.iter().position(|section| section.key == "figures").map_or(0, |place| place + 1);
    let rows = profile.parts.iter().map(|part| below(section(part.member, part.heading, part.fields)));
    sections.splice(behind..behind, rows);
    let calls = FormCalls { view: &one, create: ("POST", &base), update: ("PUT", &one), check: &check };
    let (_, title, _) = titles(profile.scope);
    orderdesk::form(profile, &format!("sc.{slug}-order.form"), title, calls, sections)
}
