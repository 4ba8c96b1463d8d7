//! What whoever is logged in may call, whatever his role holds: a written list with the reason of each, so that nothing
//! is opened by accident. The standard suites run a user without any right against everything else.

use std::collections::BTreeSet;

use platform::access::{Access, KEY_READS};
use platform::registry::Registry;

/// Operations by id, and selects by name, each with why it is everybody's.
const TABLE: &str = include_str!("any_session.txt");
/// Begins the lines of selects.
const SELECT: &str = "select ";

fn registry() -> Registry {
    app::rooms::registry().expect("the rooms fit together")
}

fn written() -> BTreeSet<&'static str> {
    let lines = TABLE.lines().map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [name, why] if !why.is_empty() => name,
        _ => panic!("{line}: an operation, and why it is everybody's"),
    });
    let names: Vec<&str> = lines.collect();
    let set: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(set.len(), names.len(), "a line stands twice");
    set
}

#[test]
fn nothing_but_the_written_list_is_open_to_a_user_without_rights() {
    let registry = registry();
    let operations = registry.operations.iter().filter(|one| one.access == Access::LoggedIn).map(|one| one.id.clone());
    let open = |name: &str| registry.select_access(name) == Some(Access::LoggedIn);
    let selects = registry.selects.iter().filter(|(name, _)| open(name)).map(|(name, _)| format!("{SELECT}{name}"));
    let found: BTreeSet<String> = operations.chain(selects).collect();
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, written());
}

#[test]
fn what_a_limited_key_calls_beside_its_pages_reads_what_is_everybodys() {
    let registry = registry();
    for id in KEY_READS {
        let operation = registry.operations.iter().find(|one| one.id == id);
        let operation = operation.unwrap_or_else(|| panic!("there is no call {id}"));
        assert!(operation.access == Access::LoggedIn && !operation.writes && !operation.when_limited, "{id}");
    }
}

#[test]
fn every_select_is_asked_by_a_page_of_the_product() {
    let registry = registry();
    let codes: BTreeSet<&str> = registry.nodes.iter().map(|node| node.code.as_str()).collect();
    for (name, _) in &registry.selects {
        let access = registry.select_access(name).expect("is declared");
        assert!(access == Access::LoggedIn || !access.codes().is_empty(), "nobody may ask {name}");
        for code in access.codes() {
            assert!(codes.contains(code), "{name} names {code}");
        }
    }
}

/// Selects follow the pages that use them: what is chosen on an order is open to who has orders.
#[test]
fn a_select_is_open_to_the_pages_whose_fields_name_it() {
    let registry = registry();
    let codes = |name: &str| registry.select_access(name).expect("is declared").codes();
    for code in ["af_order", "af-order-add", "se_order", "af_cargo_pouch", "hrs_doc", "af-awb-reserve", "prm_coop"] {
        assert!(codes("coop").contains(&code), "{code}");
    }
    for code in ["af_airport", "af_carrier", "af_cargo_weighing", "af_label_print", "newCargoTracking", "hrs_task"] {
        assert!(!codes("coop").contains(&code), "{code}");
    }
    assert!(codes("warehouse").contains(&"af_cargo_weighing"));
    assert_eq!(codes("orgUserRole"), ["sys_orguser_assign"]);
}
