//! A page without its work, as the standard suite looks at it.

use kernel::Text;

use super::Page;
use super::action::{Action, Does};
use crate::document::Document;
use crate::field::Field;
use crate::flow::said_in;
use crate::registry::Method;

/// A page without its work.
#[derive(Debug, Clone)]
pub struct PageFacts {
    /// Key of its list.
    pub list: &'static str,
    /// Beginning of its calls.
    pub base: &'static str,
    /// Table of its documents.
    pub table: &'static str,
    /// The field that holds the state.
    pub state: Option<Field>,
    /// States that come of something else than an action.
    pub elsewhere: Vec<&'static str>,
    /// Whether the platform's rows are shown beside the company's.
    pub overlay: bool,
    /// What is done to a row.
    pub actions: Vec<ActionFacts>,
}

/// An action on a row, without its work.
#[derive(Debug, Clone)]
pub struct ActionFacts {
    /// Permission.
    pub code: &'static str,
    /// Part of its call that names it.
    pub verb: &'static str,
    /// Method.
    pub method: Method,
    /// Path, with `{id}`.
    pub path: String,
    /// States it begins in; none: in each.
    pub from: &'static [&'static str],
    /// States it may end in; none: the one it began in.
    pub to: Vec<&'static str>,
    /// What is said in other states.
    refused: kernel::Msg,
    /// Whether it writes.
    pub writes: bool,
    /// Whether the row is gone afterwards.
    pub removes: bool,
    /// Whether it switches rows on and off.
    pub switches: bool,
}

impl PageFacts {
    pub(super) fn of<D: Document>(page: &'static Page<D>) -> Self {
        let actions = page.actions.iter().filter_map(|action| ActionFacts::of(page, action)).collect();
        Self {
            list: &page.list_key,
            base: &page.base,
            table: page.table,
            state: page.state,
            elsewhere: page.elsewhere.clone(),
            overlay: !page.overlay.is_empty(),
            actions,
        }
    }

    /// What an action says in a state it does not begin in.
    pub fn refusal_of(&self, action: &ActionFacts, state: &str) -> Option<Text> {
        Some(said_in(action.refused, self.state?, state))
    }
}

impl ActionFacts {
    fn of<D: Document>(page: &'static Page<D>, action: &'static Action<D>) -> Option<Self> {
        let (method, path) = action.try_call(&page.base)?;
        let to = std::iter::once(action.to).chain(action.or.iter().copied()).filter(|state| !state.is_empty());
        Some(Self {
            code: &action.code,
            verb: &action.verb,
            method,
            path,
            from: &action.from,
            to: to.collect(),
            refused: action.refused.unwrap_or(page.refused),
            writes: !matches!(action.does, Does::Look(..) | Does::Copy(..)),
            removes: matches!(action.does, Does::Remove),
            switches: matches!(action.does, Does::Switch),
        })
    }

    /// Whether it begins in a state.
    pub fn begins(&self, state: &str) -> bool {
        self.from.is_empty() || self.from.contains(&state)
    }
}
