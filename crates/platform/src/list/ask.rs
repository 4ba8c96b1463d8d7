//! What a list is asked for: the parameters of a call, read and refused when the list does not know them.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Day, Findings, Id, Msg, day_after_days, show_day};
use sea_query::Order;

use super::filter::{Mode, typed};
use super::keyset::Key;
use super::narrow::Narrowed;
use super::{Filter, ListPage, Match, NUMBERED_ROWS_MAX, SIZE_DEFAULT, SIZE_MAX, messages};
use crate::access::Actor;
use crate::call::Call;
use crate::refusal::Refusal;
use crate::store::Value;

/// Behind a filter's name: the parameter that says how its text matches.
pub(super) const HOW: &str = ".how";
/// Most columns a list is sorted by at once.
const SORTS_MAX: usize = 3;

/// Which part of a page the caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    Rows,
}

/// Where a page begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Place {
    /// At its number.
    Numbered,
    /// Behind a row.
    After(Key),
    /// Before a row.
    Before(Key),
    /// So that it ends with the last row.
    Last,
}

/// A filter that is given.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub name: &'static str,
    pub mode: Mode,
    pub value: String,
}

/// What a list is asked for.
#[derive(Debug, Clone)]
pub struct Ask {
    pub(super) filters: Vec<Given>,
    /// Columns by position, the first counts most; empty for the list's own order.
    pub(super) sort: Vec<(usize, Order)>,
    pub(super) current: u64,
    pub(super) size: u64,
    pub(super) place: Place,
    pub(super) part: Part,
    /// The org the caller chose and may look at; none for his own.
    pub(super) org: Option<i64>,
    /// The rows that may be wanted, when a filter told them.
    pub(super) narrowed: Option<Narrowed>,
}

pub(super) fn bad_request(message: kernel::Msg, name: &str) -> Refusal {
    Refusal::BadRequest(message.with(&[("name", name)]))
}

impl Ask {
    /// The filters that are given.
    pub(super) fn filters<'a>(&'a self, list: &'a ListPage) -> impl Iterator<Item = (&'a Filter, &'a Given)> {
        self.filters.iter().filter_map(|given| Some((filter_of(list, given.name)?, given)))
    }

    /// Reads the parameters; what the list does not know is refused.
    pub fn of_query(list: &ListPage, query: &BTreeMap<String, String>) -> Result<Self, Refusal> {
        let mut ask = Self {
            filters: Vec::new(),
            sort: Vec::new(),
            current: 1,
            size: SIZE_DEFAULT,
            place: Place::Numbered,
            part: Part::All,
            org: None,
            narrowed: None,
        };
        let mut cursor = "";
        for (name, value) in query {
            match name.as_str() {
                "current" => ask.current = bounded(value, 1, u64::MAX / SIZE_MAX)?,
                "size" => ask.size = bounded(value, 1, SIZE_MAX)?,
                "sort" => ask.sort = sort_of(list, value)?,
                "cursor" => cursor = value,
                "part" => ask.part = if value == "rows" { Part::Rows } else { Part::All },
                other if other.ends_with(HOW) => {}
                other => ask.add_filter(list, other, value)?,
            }
        }
        for (name, how) in query.iter().filter_map(|(name, how)| Some((name.strip_suffix(HOW)?, how))) {
            ask.set_mode(list, name, how)?;
        }
        for (filter, given) in ask.filters(list) {
            filter.need_bounds(given)?;
        }
        ask.place = place_of(list, &ask.order_of(list), cursor)?;
        if ask.place == Place::Numbered && ask.current.saturating_sub(1).saturating_mul(ask.size) >= NUMBERED_ROWS_MAX {
            return Err(Refusal::business(messages::TOO_DEEP));
        }
        Ok(ask)
    }

    /// The ask of an export: filters and order only.
    pub fn of_filters(list: &ListPage, filters: &BTreeMap<String, String>, sort: &str) -> Result<Self, Refusal> {
        let mut query = filters.clone();
        query.retain(|name, _| !matches!(name.as_str(), "current" | "size" | "cursor" | "part"));
        if !sort.is_empty() {
            query.insert("sort".to_owned(), sort.to_owned());
        }
        Self::of_query(list, &query)
    }

    /// Refuses to find anything without the filters the list asks for.
    fn need_filters(&self, list: &ListPage) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        for filter in list.filters {
            let missing = |_: &Msg| !self.filters.iter().any(|given| given.name == filter.name);
            if let Some(message) = filter.ask.filter(missing) {
                findings.error(filter.name, message.text());
            }
        }
        Refusal::unless_clean(&findings, &[])
    }

    /// Ranges that cover so many days at most begin so many days ago where nobody chose.
    fn bound_days(&mut self, list: &ListPage, today: Day) -> Result<(), Refusal> {
        for filter in list.filters.iter().filter(|filter| filter.days_max > 0) {
            if !self.filters.iter().any(|given| given.name == filter.name) {
                let first = day_after_days(today, 1 - filter.days_max);
                self.add_filter(list, filter.name, &format!("{}~", show_day(first)))?;
            }
        }
        Ok(())
    }

    /// With what a call alone knows: the org that was chosen, and the hashes of secrets in place of the
    /// secrets, which statements don't hold.
    pub(super) fn bound(mut self, list: &ListPage, call: &Call) -> Result<Self, Refusal> {
        self.need_filters(list)?;
        self.bound_days(list, call.now().day())?;
        for given in &mut self.filters {
            let Some(filter) = filter_of(list, given.name) else { continue };
            match filter.how {
                Match::Hashed => {
                    let Some(Value::Text(secret)) = typed(&filter.field, &given.value) else {
                        return Err(bad_request(messages::BAD_FILTER, given.name));
                    };
                    given.value = URL_SAFE_NO_PAD.encode(call.app.secrets.hash(&secret)?);
                }
                Match::Org(choose) => {
                    let asked = given.value.parse().map_err(|_| Refusal::NotFound)?;
                    let actor = call.actor()?;
                    self.org = Some(call.read(|conn| choose(actor, conn, Id(asked)))?);
                }
                _ => {}
            }
        }
        Ok(self)
    }

    /// The org whose rows are asked for.
    pub(super) fn org(&self, actor: &Actor) -> i64 {
        self.org.unwrap_or(actor.org_id)
    }

    /// The same without a filter, or with another value of it.
    pub(crate) fn with(&self, name: &'static str, value: &str) -> Self {
        let mut other = self.clone();
        other.filters.retain(|given| given.name != name);
        other.narrowed = other.narrowed.filter(|narrowed| narrowed.filter != name);
        if !value.is_empty() {
            other.filters.push(Given { name, mode: Mode::Declared, value: value.to_owned() });
        }
        other
    }

    /// The order of the rows: as asked for, else the list's own.
    pub(super) fn order_of(&self, list: &ListPage) -> Vec<(usize, Order)> {
        if self.sort.is_empty() { sort_of(list, list.sort).unwrap_or_default() } else { self.sort.clone() }
    }

    /// Whether the rows come in the list's own order.
    pub(super) fn keeps_order(&self, list: &ListPage) -> bool {
        self.sort.is_empty() || self.order_of(list) == sort_of(list, list.sort).unwrap_or_default()
    }

    /// Refuses an order by columns that are kept from the caller: it would tell what they hold.
    pub(super) fn may_sort(&self, list: &ListPage, actor: &Actor) -> Result<(), Refusal> {
        let hidden = |place: &usize| list.columns.get(*place).filter(|column| !column.seen_by(actor));
        match self.sort.iter().find_map(|(place, _)| hidden(place)) {
            Some(column) => Err(bad_request(messages::UNKNOWN_SORT, &column.name())),
            None => Ok(()),
        }
    }

    fn add_filter(&mut self, list: &ListPage, name: &str, value: &str) -> Result<(), Refusal> {
        let filter = filter_of(list, name).ok_or_else(|| bad_request(messages::UNKNOWN_FILTER, name))?;
        if !value.trim().is_empty() {
            self.filters.push(Given { name: filter.name, mode: Mode::Declared, value: value.trim().to_owned() });
        }
        Ok(())
    }

    fn set_mode(&mut self, list: &ListPage, name: &str, how: &str) -> Result<(), Refusal> {
        let filter = filter_of(list, name).ok_or_else(|| bad_request(messages::UNKNOWN_FILTER, name))?;
        let mode = Mode::named(how).filter(|_| filter.has_modes() || how.is_empty());
        let mode = mode.ok_or_else(|| bad_request(messages::BAD_FILTER, name))?;
        if let Some(given) = self.filters.iter_mut().find(|given| given.name == filter.name) {
            given.mode = mode;
        }
        Ok(())
    }
}

fn filter_of<'a>(list: &'a ListPage, name: &str) -> Option<&'a Filter> {
    list.filters.iter().find(|filter| filter.name == name)
}

fn bounded(text: &str, least: u64, most: u64) -> Result<u64, Refusal> {
    match text.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(Refusal::BadRequest(messages::BAD_PAGE.text())),
    }
}

/// `name,asc;other,desc`: the first column counts most.
pub(super) fn sort_of(list: &ListPage, text: &str) -> Result<Vec<(usize, Order)>, Refusal> {
    let mut sort: Vec<(usize, Order)> = Vec::new();
    for one in text.split(';').map(str::trim).filter(|one| !one.is_empty()) {
        let (name, way) = one.split_once(',').unwrap_or((one, "asc"));
        let place = list.columns.iter().position(|column| column.sortable && column.name() == name);
        let place = place.ok_or_else(|| bad_request(messages::UNKNOWN_SORT, name))?;
        let way = match way {
            "asc" => Order::Asc,
            "desc" => Order::Desc,
            _ => return Err(bad_request(messages::UNKNOWN_SORT, one)),
        };
        if sort.len() == SORTS_MAX || sort.iter().any(|(known, _)| *known == place) {
            return Err(bad_request(messages::UNKNOWN_SORT, text));
        }
        sort.push((place, way));
    }
    Ok(sort)
}

/// `last`, `after.{key}` or `before.{key}`; nothing for a numbered page.
fn place_of(list: &ListPage, sort: &[(usize, Order)], cursor: &str) -> Result<Place, Refusal> {
    let key = |text: &str| Key::read(list, sort, text).ok_or_else(|| Refusal::BadRequest(messages::BAD_PAGE.text()));
    Ok(match cursor.split_once('.') {
        None if cursor.is_empty() => Place::Numbered,
        None if cursor == "last" => Place::Last,
        Some(("after", text)) => Place::After(key(text)?),
        Some(("before", text)) => Place::Before(key(text)?),
        _ => return Err(Refusal::BadRequest(messages::BAD_PAGE.text())),
    })
}
