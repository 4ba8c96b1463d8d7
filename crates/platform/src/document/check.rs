//! What stands against saving a form, told before it is saved: the save itself, done and undone.

use std::sync::Arc;

use kernel::{Findings, Id};
use serde_json::{Map, Value as Json, json};

use super::{Act, FormPage};
use crate::access::Access;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::refusal::{Refusal, confirms_json, findings_json};
use crate::registry::{Body, Operation};

impl FormPage {
    /// Where it is asked; nowhere, where nothing is saved or the room has a call of its own there.
    pub(super) fn check_path(&self) -> Option<String> {
        let [create, edit, ..] = self.codes;
        let saves = !create.is_empty() || !edit.is_empty();
        (self.checks && saves).then(|| format!("{}/check", self.base))
    }

    /// Whether anything can be found that the fields don't tell by themselves.
    pub(super) fn is_ruled(&self) -> bool {
        let behind = self.behind.is_some_and(|behind| behind.is_ruled());
        behind || self.rules.is_some() || self.after.is_some() || !self.uniques.is_empty()
    }

    /// POST {base}/check, for those who may save.
    pub(super) fn check_operation(self: &Arc<Self>) -> Option<Operation> {
        let path = self.check_path()?;
        let [create, edit, ..] = self.codes;
        let form = self.clone();
        let id = format!("check_{}", self.noun);
        let finding = json!({ "type": "array", "items": { "type": "object" } });
        let access = Access::any_of(&[&[create, edit], self.makers].concat());
        let operation = Operation::post(&id, &path, access, move |call| form.check(call));
        let operation = operation.reads().body(Body::Json(self.schema()));
        let operation = operation.summary("What stands against saving the form; writes nothing");
        Some(operation.answers(json!({ "type": "object", "properties": { "findings": finding, "confirms": finding } })))
    }

    /// The body of a save: with an id of a change, whose version is looked at when it is given, else of a new row. The
    /// answer holds all findings and the questions that are not answered in `confirmed`.
    fn check(&self, call: &mut Call) -> Outcome {
        let body = Self::body(call)?;
        let id = match body.get("id") {
            None | Some(Json::Null) => None,
            Some(id) => Some(id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or(Refusal::NotFound)?),
        };
        let noun = self.noun;
        let save = if id.is_some() { format!("update_{noun}") } else { format!("create_{noun}") };
        let access = call.app.registry.operations.iter().find(|operation| operation.id == save).map(|save| save.access);
        if !call.actor()?.may(access.ok_or(Refusal::NotFound)?) {
            return Err(Refusal::Forbidden);
        }
        let found = call.trial(|tx| self.found(tx, id, &body))?;
        let (findings, confirms) =
            (findings_json(&found, call.language()), confirms_json(&found.confirms, call.language()));
        Ok(Answer::Data(json!({ "findings": findings, "confirms": confirms })))
    }

    /// Everything a save would be told. Where nothing is wrong so far it is written: what writing finds counts as well.
    fn found(&self, tx: &mut Tx<'_>, id: Option<Id>, body: &Map<String, Json>) -> Result<Findings, Refusal> {
        let mut findings = Findings::new();
        let row = id.map(|id| self.taken(tx, id)).transpose()?;
        if let Some((id, version, old)) = &row {
            if body.get("version").is_some_and(|given| !given.is_null()) {
                self.same_version(tx.actor, body, (*id, *version, old))?;
            }
            self.need(Act::Edit, old)?;
        }
        let new = if let Some((id, ..)) = &row { *id } else { tx.new_id() };
        let old = row.as_ref().map(|(.., old)| old.as_slice());
        let told = match self.ruled(tx, (new, old), body, &mut findings) {
            Ok(draft) if !findings.has_errors() => match &row {
                Some((_, version, _)) => self.overwrite(tx, &draft, *version, ("修改", "修改")).map(drop),
                None => self.insert(tx, &draft, ("新建", "新增")).map(drop),
            },
            other => other.map(drop),
        };
        told.or_else(|refusal| tell(self.located(refusal), &mut findings))?;
        let answered = Self::confirmed(body);
        findings.confirms.retain(|confirm| !confirm.is_answered(&answered));
        Ok(findings)
    }
}

/// A refusal that speaks of the values, among the findings; any other stays one.
fn tell(refusal: Refusal, findings: &mut Findings) -> Result<(), Refusal> {
    match refusal {
        Refusal::Findings(more) => findings.absorb("", more),
        Refusal::Confirm(more) => findings.confirms.extend(more),
        Refusal::Business(text) | Refusal::BusinessWith(text, _) => findings.error("", text),
        other => return Err(other),
    }
    Ok(())
}
