//! What every declared flow must stand: each move is refused in each state it does not begin in, with nothing written,
//! and let through in the others; each state is reached; buttons are shown where their moves begin.

use std::collections::BTreeSet;

use platform::flow::{Facts, MoveFacts};
use platform::store::{Stmt, Value, sql};
use serde_json::json;

use crate::World;

/// Company and platform, each with who may do everything there.
const DOERS: [(i64, &str); 2] = [(2, "demo-admin"), (1, "superAdmin")];

/// Tries the flows whose calls are under test.
pub fn run(world: &World, is_under_test: impl Fn(&str) -> bool) {
    for flow in &world.app.registry.flows {
        if !flow.moves.iter().any(|one| is_under_test(one.id)) {
            continue;
        }
        reaches_every_state(flow);
        for list in &world.app.registry.lists {
            let faults: Vec<String> = list.buttons.iter().filter_map(|button| flow.fault_of(button)).collect();
            assert_eq!(faults, Vec::<String>::new(), "{}", list.key);
        }
        tries_every_move(world, flow);
    }
}

/// A document begins in the first state.
fn reaches_every_state(flow: &Facts) {
    let states = flow.state.choices.iter().map(|choice| choice.value);
    let known: BTreeSet<&str> = states.clone().collect();
    let reached: BTreeSet<&str> =
        flow.moves.iter().flat_map(|one| one.to.iter().copied()).chain(flow.elsewhere.iter().copied()).collect();
    let named = flow.moves.iter().flat_map(|one| one.from.iter().copied()).chain(reached.iter().copied());
    let strange: Vec<&str> = named.filter(|state| !known.contains(state)).collect();
    assert_eq!(strange, Vec::<&str>::new(), "{}: states nobody declared", flow.table);
    let lost: Vec<&str> = states.skip(1).filter(|state| !reached.contains(state)).collect();
    assert_eq!(lost, Vec::<&str>::new(), "{}: states no way leads to", flow.table);
}

fn tries_every_move(world: &World, flow: &Facts) {
    let (org, login, id) = document(world, flow);
    let caller = world.login(login);
    let call = |one: &MoveFacts, state: &str, version: i64| {
        let path = one.path.replace("{id}", &id.to_string());
        let reply = caller.call(&one.method.name().to_uppercase(), &path, json!({ "version": version }));
        let what = format!("{} {} in {state}", world.database, one.id);
        assert_ne!(reply.status, 500, "{what}");
        (reply, flow.refusal_of(one, state), what)
    };
    for state in flow.state.choices.iter().map(|choice| choice.value) {
        let (begins, refused): (Vec<_>, Vec<_>) = flow.moves.iter().partition(|one| one.from.contains(&state));
        let version = put(world, flow, (org, id), state);
        let before = world.contents(true);
        for one in refused {
            let (reply, refusal, what) = call(one, state, version);
            assert_eq!((reply.code, reply.message.as_str()), (1, refusal.as_str()), "{what}");
        }
        world.unchanged(&before, true);
        for one in begins {
            let (reply, refusal, what) = call(one, state, put(world, flow, (org, id), state));
            assert_ne!(reply.message, refusal, "{what}");
            let (_, now) = at(world, flow, (org, id));
            let allowed = if reply.code == 0 { one.to.clone() } else { vec![state] };
            assert!(allowed.contains(&now.as_str()), "{what}: now {now}");
        }
    }
}

/// A document of the company, or of the platform; the world has to have one.
fn document(world: &World, flow: &Facts) -> (i64, &'static str, i64) {
    let found = DOERS.iter().find_map(|(org, login)| {
        let text = format!("SELECT id FROM {} WHERE org_id = {org} ORDER BY id LIMIT 1", flow.table);
        let row = world.database(|_, conn| conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads"))?;
        Some((*org, *login, row.get(0).expect("an id")))
    });
    found.unwrap_or_else(|| panic!("the world has no document in {}", flow.table))
}

/// Version and state of it.
fn at(world: &World, flow: &Facts, (org, id): (i64, i64)) -> (i64, String) {
    let text = format!("SELECT version, {} FROM {} WHERE org_id = {org} AND id = {id}", flow.state.column, flow.table);
    let row = world.database(|_, conn| conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads"));
    let row = row.expect("a document");
    (row.get(0).expect("a version"), row.get(1).expect("a state"))
}

/// Puts it into a state, whatever led there; answers its version.
fn put(world: &World, flow: &Facts, (org, id): (i64, i64), state: &str) -> i64 {
    let cells = [(flow.state.column, Value::Text(state.to_owned()))];
    world.database(|_, conn| {
        let mut update = sql::update(org, flow.table, &cells);
        let update = update.and_where(sql::eq("id", id)).to_owned();
        conn.exec(&update.into()).expect("writes")
    });
    at(world, flow, (org, id)).0
}
