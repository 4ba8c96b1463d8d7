//! What every page that is declared as a value must stand: each of its actions on a row is tried in each state of the
//! row by everybody. Who may not do it is refused with nothing written; who may is refused in the states it does not
//! begin in, in the declared words, and let through in the others; the row says of itself what can be done to it.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeSet;

use platform::page::{ActionFacts, PageFacts};
use platform::registry::Method;
use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};

use crate::filter_suite::asked_of;
use crate::{Caller, Reply, World};

/// The platform's own company.
const PLATFORM: i64 = 1;
/// The company of the fixture.
pub(crate) const COMPANY: i64 = 2;

/// Tries the pages whose lists are under test.
pub fn run(world: &World, is_under_test: impl Fn(&str) -> bool) {
    let pages = world.app.registry.pages.iter().filter(|page| is_under_test(page.list));
    for page in pages {
        reaches_every_state(page);
        Tried::new(world, page).all();
    }
}

/// A document begins in the first state.
fn reaches_every_state(page: &PageFacts) {
    let Some(state) = page.state else { return };
    let states = state.choices.iter().map(|choice| choice.value);
    let known: BTreeSet<&str> = states.clone().collect();
    let ends = page.actions.iter().flat_map(|one| one.to.iter().copied());
    let reached: BTreeSet<&str> = ends.chain(page.elsewhere.iter().copied()).collect();
    let named = page.actions.iter().flat_map(|one| one.from.iter().copied()).chain(reached.iter().copied());
    let strange: Vec<&str> = named.filter(|state| !known.contains(state)).collect();
    assert_eq!(strange, Vec::<&str>::new(), "{}: states nobody declared", page.list);
    let lost: Vec<&str> = states.skip(1).filter(|state| !reached.contains(state)).collect();
    assert_eq!(lost, Vec::<&str>::new(), "{}: states no way leads to", page.list);
}

/// What the list of a page asks for, as a query says it.
fn asked(world: &World, page: &PageFacts) -> String {
    let list = world.app.registry.lists.iter().find(|list| list.key == page.list);
    list.into_iter().flat_map(|list| asked_of(list)).map(|(name, value)| format!("&{name}={value}")).collect()
}

/// A row of a page, and everybody who tries something on it.
struct Tried<'a> {
    world: &'a World,
    page: &'a PageFacts,
    org: i64,
    id: i64,
    holder: Caller<'a>,
    /// Without a session, without a permission, and of another company.
    others: [(Caller<'a>, u16); 3],
}

impl<'a> Tried<'a> {
    fn new(world: &'a World, page: &'a PageFacts) -> Self {
        let asked = asked(world, page);
        let doers = [(COMPANY, "demo-admin", "superAdmin"), (PLATFORM, "superAdmin", "demo-admin")];
        let found = doers.iter().find_map(|(org, holder, other)| {
            // A page may show a part of its table; else the first row there is.
            let shown = world.login(holder).get(&format!("{}/page?size=500&part=rows{asked}", page.base)).data;
            let rows = shown["records"].as_array().into_iter().flatten();
            let own = rows.into_iter().find(|row| row["orgId"] == json!(org.to_string()));
            if let Some(id) = own.and_then(|row| row["id"].as_str()?.parse().ok()) {
                return Some((*org, id, *holder, *other));
            }
            let text = format!("SELECT id FROM {} WHERE org_id = {org} ORDER BY id LIMIT 1", page.table);
            let row = world.database(|_, conn| conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads"))?;
            Some((*org, row.get(0).expect("an id"), *holder, *other))
        });
        let (org, id, holder, other) =
            found.unwrap_or_else(|| panic!("{}: the world has no row in {}", page.list, page.table));
        // What the platform's own page refuses for want of a permission is not there for another company.
        let strange =
            if world.login(other).get(&format!("{}/page?size=1{asked}", page.base)).status == 200 { 404 } else { 403 };
        let others = [(world.anonymous(), 401), (world.login("nobody"), 403), (world.login(other), strange)];
        Self { world, page, org, id, holder: world.login(holder), others }
    }

    fn all(&self) {
        let states: Vec<&str> = match self.page.state {
            Some(state) => state.choices.iter().map(|choice| choice.value).collect(),
            None => vec![""],
        };
        for state in &states {
            self.in_state(state);
        }
        for action in self.page.actions.iter().filter(|action| action.removes) {
            if let Some(state) = states.iter().find(|state| action.begins(state)) {
                self.let_through(action, state);
            }
        }
    }

    fn in_state(&self, state: &str) {
        let version = self.put(state);
        let before = self.world.contents(true);
        for action in &self.page.actions {
            for (other, status) in &self.others {
                // Rows of the platform that a company may take over are there for it.
                if self.org == PLATFORM && *status == 404 {
                    continue;
                }
                let reply = self.call(other, action, version);
                assert_eq!(reply.status, *status, "{}: {}", self.said(action, state), reply.message);
            }
            if !action.begins(state) {
                let reply = self.call(&self.holder, action, version);
                let refusal = self.page.refusal_of(action, state).map(|text| text.zh).unwrap_or_default();
                assert_eq!((reply.code, &reply.message), (1, &refusal), "{}", self.said(action, state));
            }
        }
        self.tells(state);
        self.world.unchanged(&before, true);
        for action in self.page.actions.iter().filter(|action| action.begins(state) && !action.removes) {
            self.let_through(action, state);
        }
    }

    /// The row says what can be done to it: the codes of the actions that begin in its state, and no others.
    fn tells(&self, state: &str) {
        let mut row = Json::Null;
        let asked = asked(self.world, self.page);
        let mut query = "size=500".to_owned();
        loop {
            let page = self.holder.ok(&format!("{}/page?{query}&part=rows{asked}", self.page.base));
            let rows = page["records"].as_array().into_iter().flatten();
            if let Some(found) = rows.into_iter().find(|row| row["id"] == json!(self.id.to_string())) {
                row = found.clone();
            }
            match page["next"].as_str().filter(|_| row.is_null()) {
                Some(next) => query = format!("size=500&cursor={next}"),
                None => break,
            }
        }
        assert!(!row.is_null(), "{} {}: the row is in no list", self.world.database, self.page.list);
        let told: BTreeSet<&str> = row["can"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let begins: BTreeSet<&str> =
            self.page.actions.iter().filter(|action| action.begins(state)).map(|action| action.code).collect();
        assert_eq!(told, begins, "{} {} in {state}: what the row says", self.world.database, self.page.list);
    }

    fn let_through(&self, action: &ActionFacts, state: &str) {
        let version = self.put(state);
        let reply = self.call(&self.holder, action, version);
        let said = self.said(action, state);
        assert!(reply.status < 500, "{said}: {}", reply.message);
        assert!(!matches!(reply.status, 401 | 403 | 404), "{said}: {}", reply.message);
        assert_ne!(reply.code, 3, "{said}: out of date");
        if let Some(refusal) = self.page.refusal_of(action, state) {
            assert_ne!(reply.message, refusal.zh, "{said}");
            let allowed = if reply.code == 0 && !action.to.is_empty() { action.to.clone() } else { vec![state] };
            let now = self.at().map(|(_, now)| now).unwrap_or_default();
            assert!(action.removes || allowed.contains(&now.as_str()), "{said}: now {now}");
        }
    }

    fn said(&self, action: &ActionFacts, state: &str) -> String {
        format!("{} {} {} in {state}", self.world.database, self.page.list, action.verb)
    }

    fn call(&self, caller: &Caller<'_>, action: &ActionFacts, version: i64) -> Reply {
        let path = action.path.replace("{id}", &self.id.to_string());
        match action.method {
            Method::Get => caller.get(&path),
            Method::Delete => caller.delete(&format!("{path}?version={version}")),
            Method::Put => caller.put(&path, json!({ "version": version })),
            Method::Post if action.switches => caller.post(&path, json!({ "version": version, "active": false })),
            Method::Post => caller.post(&path, if action.writes { json!({ "version": version }) } else { json!({}) }),
        }
    }

    /// Version and state of the row.
    fn at(&self) -> Option<(i64, String)> {
        let state = self.page.state.map_or("''", |state| state.column);
        let text = format!(
            "SELECT version, {state} FROM {} WHERE org_id = {} AND id = {}",
            self.page.table, self.org, self.id
        );
        let row = self.world.database(|_, conn| conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads"))?;
        Some((row.get(0).expect("a version"), row.get(1).expect("a state")))
    }

    /// Puts the row into a state, whatever led there; answers its version.
    fn put(&self, state: &str) -> i64 {
        if let Some(field) = self.page.state {
            let cells = [(field.column, Value::Text(state.to_owned()))];
            self.world.database(|_, conn| {
                let mut update = sql::update(self.org, self.page.table, &cells);
                let update = update.and_where(sql::eq("id", self.id)).to_owned();
                conn.exec(&update.into()).expect("writes")
            });
        }
        self.at().expect("a row").0
    }
}
