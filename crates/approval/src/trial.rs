//! 试算: the chain a setting would give, with the names of people and the levels left out.

use std::collections::BTreeMap;

use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::sql;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::chain::{Skip, chain};
use crate::event::fact_field;
use crate::people::{self, Around};
use crate::rule::{Fact, Facts};
use crate::{partner_setting, setting, words};

/// Who tries settings out.
const TRIERS: Access = Access::AnyOf(&["sys_ics_test", partner_setting::TRY]);

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations.push(
        Operation::post("try_ics_setting", "/prm/ics/approval/setting/test", TRIERS, try_out)
            .reads()
            .summary("The chain a setting gives for an applicant and an order or facts"),
    );
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    setting_id: Id,
    applicant_id: Id,
    #[serde(default)]
    order_code: String,
    #[serde(default)]
    facts: BTreeMap<String, String>,
}

/// What was typed, as facts; what cannot be read is refused.
fn typed(facts: &BTreeMap<String, String>) -> Result<Facts, Refusal> {
    let filled = facts.iter().filter(|(_, value)| !value.trim().is_empty());
    filled
        .map(|(name, value)| {
            let wrong = || Refusal::field(format!("facts.{name}"), words::LEVEL_CONDITION.text());
            let fact = match fact_field(name).ok_or_else(wrong)?.kind {
                "number" => Fact::Number(kernel::parse_scaled(value.trim(), 2).map_err(|_| wrong())?),
                _ => Fact::Text(value.trim().to_owned()),
            };
            Ok((name.clone(), fact))
        })
        .collect()
}

/// POST /prm/ics/approval/setting/test.
fn try_out(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let typed = typed(&asked.facts)?;
    let (org, now) = (call.actor()?.org_id, call.now());
    let all = call.actor()?.has("sys_ics_test");
    let data = call.read(|conn| {
        if !all {
            partner_setting::need_of_partners(conn, org, asked.setting_id)?;
        }
        let chosen = setting::chosen(conn, org, asked.setting_id)?;
        let dept = people::dept_of(conn, org, asked.applicant_id)?.ok_or(Refusal::NotFound)?;
        let mut around = Around { dept: Some(dept), ..Around::default() };
        let mut facts = Facts::from([("dept".to_owned(), Fact::Text(dept.to_string()))]);
        if !asked.order_code.trim().is_empty() {
            let which = sql::eq("order_code", asked.order_code.trim().to_uppercase());
            let order = people::order(conn, org, which, now)?;
            let order = order.ok_or_else(|| Refusal::field("orderCode", words::ORDER_UNKNOWN.text()))?;
            around = Around { sales: order.sales, servicer: order.servicer, coop: order.coop, ..around };
            facts.extend(order.facts);
        }
        facts.extend(typed);
        let found = chosen
            .levels
            .iter()
            .map(|level| people::of_level(conn, org, level, &around))
            .collect::<Result<Vec<_>, Refusal>>()?;
        let asker = people::asker(conn, org, asked.applicant_id, Some(dept))?;
        let stages = chain(&chosen.levels, chosen.policies, &facts, &found, asker)
            .map_err(|nobody| Refusal::Business(words::NOBODY_THERE.with(&[("level", &nobody.0)])))?;
        let mut levels = Vec::new();
        for stage in &stages {
            levels.push(json!({
                "level": stage.level,
                "name": stage.name,
                "mode": stage.mode.code(),
                "approvers": people::names(conn, org, &stage.approvers)?,
                "skipped": skip_code(stage.skipped),
            }));
        }
        Ok(json!({ "approval": i64::from(chosen.approval), "levels": levels }))
    })?;
    Ok(Answer::Data(data))
}

/// Why a level is left out, for the page.
pub(crate) fn skip_code(skipped: Option<Skip>) -> Json {
    match skipped {
        None => Json::Null,
        Some(Skip::Condition) => json!("condition"),
        Some(Skip::Empty) => json!("empty"),
        Some(Skip::Own) => json!("own"),
    }
}
