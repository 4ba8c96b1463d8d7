//! Boards: the first look of the day. Cards count what waits in a list and lead there, with the filter that finds
//! it; below stand the rows of reports. What is counted is what the list shows, because the list counts it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::access::Access;
use crate::call::{Answer, Call, Outcome};
use crate::list::{self, Ask, Filter, ListPage};
use crate::refusal::Refusal;
use crate::registry::Operation;

/// Rows of a report that a board shows.
const ROWS: u64 = 50;

/// A board.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    /// Key, `room.thing.board`.
    pub key: &'static str,
    /// Address of the page.
    pub path: &'static str,
    /// Title in Chinese and English.
    pub title: (&'static str, &'static str),
    /// Permission of the page.
    pub access: &'static str,
    /// Its call.
    pub call: &'static str,
    /// List the cards count in, and its filter of which each choice is a card.
    pub cards: (&'static str, &'static str),
    /// Filters of that list the board offers as switches.
    pub switches: &'static [&'static str],
    /// Reports below, with the member of the answer that holds their rows. They are no pages of their own.
    pub reports: &'static [(&'static str, fn() -> ListPage)],
}

impl Board {
    /// Its call.
    pub(crate) fn operation(&'static self) -> Operation {
        let mut operation = Operation::get(
            &format!("show_{}", self.key.trim_end_matches(".board").replace(['.', '-'], "_")),
            self.call,
            Access::Code(self.access),
            move |call| self.show(call),
        )
        .summary(self.title.1);
        for switch in self.switches {
            operation = operation.param(switch);
        }
        operation
    }

    /// What is wrong with the declaration.
    pub(crate) fn fault(&self, lists: &[Arc<ListPage>]) -> Option<String> {
        let (list, filter) = self.cards;
        let Some(list) = lists.iter().find(|known| known.key == list) else {
            return Some(format!("board {} counts in {list}, which is no list", self.path));
        };
        let unknown = self.switches.iter().chain([&filter]).find(|name| filter_of(list, name).is_none())?;
        Some(format!("board {} names {unknown}, which is no filter of {}", self.path, list.path))
    }

    fn show(&self, call: &mut Call) -> Outcome {
        let given = self.switched(&call.asked.query)?;
        let mut answer = Map::new();
        answer.insert("cards".to_owned(), Json::Array(self.count(call, &given)?));
        for (member, report) in self.reports {
            answer.insert((*member).to_owned(), rows(&report(), call, &given)?);
        }
        Ok(Answer::Data(Json::Object(answer)))
    }

    /// The switches that are given.
    fn switched(&self, query: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
        match query.keys().find(|name| !self.switches.contains(&name.as_str())) {
            Some(name) => Err(Refusal::BadRequest(list::messages::UNKNOWN_FILTER.with(&[("name", name.as_str())]))),
            None => Ok(query.clone()),
        }
    }

    /// How many rows each card finds; none where the user may not open the list.
    fn count(&self, call: &Call, given: &BTreeMap<String, String>) -> Result<Vec<Json>, Refusal> {
        let (key, name) = self.cards;
        let list = list_of(call, key)?;
        let actor = call.actor()?;
        let Some(filter) = filter_of(&list, name).filter(|_| actor.may(list.opened_by())) else {
            return Ok(Vec::new());
        };
        let mut cards = Vec::new();
        for choice in filter.field.choices {
            let mut asked = given.clone();
            asked.insert(name.to_owned(), choice.value.to_owned());
            let ask = Ask::of_filters(&list, &asked, "")?;
            let (count, capped) = call.read(|conn| list::count_of(&list, conn, actor, &ask))?;
            cards.push(json!({ "key": choice.value, "count": count, "capped": capped }));
        }
        Ok(cards)
    }

    /// The board as the page contract tells it.
    pub(crate) fn contract(&self, lists: &[Arc<ListPage>]) -> Json {
        let (key, name) = self.cards;
        let list = lists.iter().find(|known| known.key == key);
        let label = |zh: &str, en: &str| json!({ "zh": zh, "en": en });
        let choices = list.and_then(|list| filter_of(list, name)).map_or(&[][..], |filter| filter.field.choices);
        let cards: Vec<Json> = choices
            .iter()
            .map(|choice| json!({ "key": choice.value, "label": label(choice.zh, choice.en), "tone": choice.tone }))
            .collect();
        let switches: Vec<Json> = self
            .switches
            .iter()
            .filter_map(|name| filter_of(list?, name))
            .map(|filter| json!({ "name": filter.name, "label": label(filter.field.zh, filter.field.en) }))
            .collect();
        let reports: Vec<Json> = self
            .reports
            .iter()
            .map(|(member, report)| json!({ "member": member, "list": report().contract() }))
            .collect();
        json!({
            "key": self.key,
            "path": self.path,
            "title": label(self.title.0, self.title.1),
            "access": self.access,
            "call": self.call,
            "list": list.map_or("", |list| list.path),
            "filter": name,
            "cards": cards,
            "switches": switches,
            "reports": reports,
        })
    }
}

fn filter_of<'a>(list: &'a ListPage, name: &str) -> Option<&'a Filter> {
    list.filters.iter().find(|filter| filter.name == name)
}

fn list_of(call: &Call, key: &str) -> Result<Arc<ListPage>, Refusal> {
    let found = call.app.registry.lists.iter().find(|list| list.key == key).cloned();
    found.ok_or_else(|| Refusal::broken(format!("no list {key}")))
}

/// The rows of a report, under the switches it knows.
fn rows(report: &ListPage, call: &Call, given: &BTreeMap<String, String>) -> Result<Json, Refusal> {
    let mut asked: BTreeMap<String, String> = given
        .iter()
        .filter(|(name, _)| filter_of(report, name).is_some())
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect();
    asked.insert("size".to_owned(), ROWS.to_string());
    let page: Json = serde_json::from_str(&list::page_of(report, call, &Ask::of_query(report, &asked)?)?)
        .map_err(|error| Refusal::broken(format!("{}: {error}", report.path)))?;
    Ok(page.get("records").cloned().unwrap_or_default())
}
