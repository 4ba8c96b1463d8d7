//! Recognition of a pasted address: what order and waybill forms show before they take it over.

use kernel::Msg;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, findings_json};
use serde::Deserialize;
use serde_json::json;
use trade::address;

/// Most characters of a pasted text.
const TEXT_MAX: usize = 5000;

const EMPTY: Msg = Msg::new("address.recognise.empty", "请粘贴地址", "Please paste an address.");
const LONG: Msg =
    Msg::new("address.recognise.long", "地址文本不能超过5000个字符", "The text can't exceed 5000 characters.");
const OTHER_ROLE: Msg = Msg::new(
    "address.recognise.role",
    "文本标明为{role}，请核对",
    "The text says that it is the {role}. Please check.",
);
/// Roles with their names.
const ROLES: [(&str, &str, &str); 3] =
    [("shipper", "发货人", "shipper"), ("consignee", "收货人", "consignee"), ("notify", "通知人", "notify party")];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    text: String,
    /// For whom the block is pasted.
    #[serde(default)]
    role: Option<String>,
}

/// POST recognise: the party of a pasted block, what was left out of it, and what the rules say of the rest.
pub fn recognise(call: &mut Call) -> Outcome {
    let ask: Ask = call.json()?;
    if ask.text.trim().is_empty() {
        return Err(Refusal::field("text", EMPTY.text()));
    }
    if ask.text.chars().count() > TEXT_MAX {
        return Err(Refusal::field("text", LONG.text()));
    }
    let org = call.actor()?.org_id;
    let countries = call.read(|conn| facts::Countries::load(conn, org))?;
    let got = address::recognise(&ask.text, |name| countries.code_of(name).map(ToOwned::to_owned));
    let mut findings = got.notes;
    let other = got.role.filter(|role| ask.role.as_deref().is_some_and(|asked| asked != *role));
    if let Some((_, zh, en)) = other.and_then(|role| ROLES.iter().find(|(name, _, _)| *name == role)) {
        findings.warning("", OTHER_ROLE.with_each(&[("role", zh)], &[("role", en)]));
    }
    findings.absorb("", address::check(&got.party, true));
    let findings = findings_json(&findings, call.language());
    Ok(Answer::Data(json!({ "role": got.role, "party": got.party, "findings": findings })))
}
