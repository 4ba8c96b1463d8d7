//! What the roles of a new company open. Every page stands in a table: who builds one decides whose work
//! it is, and writes it down.

use std::collections::BTreeMap;

use hrs::first_roles::FIRST_ROLES;
use platform::registry::{Node, NodeKind, Registry};

/// Roles that hold what is named for them; the others hold everything but what is named.
const NARROW: [&str; 4] = ["销售员", "单证", "关务", "仓库"];
/// Pages by code, each with the narrow roles that open it; `-` for none of them, and then why.
const TABLE: &str = include_str!("first_roles.txt");
/// Roles that hold all pages of trade.
const WIDE: [&str; 5] = ["客服", "操作员", "财务", "部门经理", "总经理"];
/// Pages of people, platform, internal control and the group: of the management alone.
const MANAGEMENT: [&str; 3] = ["hrs", "prm_approval", "jt_"];

fn registry() -> Registry {
    app::rooms::registry().expect("the rooms fit together")
}

fn opens(role: &str, node: &Node) -> bool {
    FIRST_ROLES.iter().find(|first| first.name == role).is_some_and(|first| first.has(node))
}

fn pages(registry: &Registry) -> Vec<&Node> {
    registry.nodes.iter().filter(|node| node.kind == NodeKind::Page && !node.platform).collect()
}

// req: hrs-scope
#[test]
fn every_page_is_the_work_of_a_role() {
    let registry = registry();
    let told: BTreeMap<&str, &str> = TABLE
        .lines()
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [code, "-", why] if !why.is_empty() => (code, "-"),
            [code, roles] if roles != "-" => (code, roles),
            _ => panic!("{line}: roles, or - and why"),
        })
        .collect();
    let found: BTreeMap<&str, String> = pages(&registry)
        .iter()
        .map(|page| {
            let roles: Vec<&str> = NARROW.into_iter().filter(|role| opens(role, page)).collect();
            (page.code.as_str(), if roles.is_empty() { "-".to_owned() } else { roles.join(" ") })
        })
        .collect();
    let found: BTreeMap<&str, &str> = found.iter().map(|(code, roles)| (*code, roles.as_str())).collect();
    let lines: Vec<String> = found.iter().map(|(code, roles)| format!("{code}\t{roles}")).collect();
    assert_eq!(found, told, "\n{}", lines.join("\n"));
}

#[test]
fn the_wide_roles_open_all_pages_of_trade_and_the_manager_everything() {
    let registry = registry();
    for page in pages(&registry) {
        let code = page.code.as_str();
        let managed = MANAGEMENT.iter().any(|start| code.starts_with(start)) || code.starts_with("sys_");
        let everyones = ["hrs_task", "hrs_doc"].iter().any(|own| code.starts_with(own));
        for role in WIDE {
            if everyones || role == "总经理" || !managed && !code.starts_with("prm-ics") {
                let closed = code.starts_with("hrs_doc") && code != "hrs_doc" && role != "总经理";
                assert!(closed || opens(role, page), "{role} {code}");
            } else {
                assert!(!opens(role, page), "{role} {code}");
            }
        }
    }
}

/// Buttons without which a page is of no use to the role that opens it.
#[test]
fn a_role_has_the_buttons_of_its_work() {
    let registry = registry();
    let of = |page: &str| -> Vec<&Node> {
        let all = registry.nodes.iter();
        all.filter(|node| node.kind == NodeKind::Button && node.parent == page).collect()
    };
    for (role, page) in [
        ("销售员", "af_order_inquiry"),
        ("单证", "af_dgd_print"),
        ("单证", "af_identify"),
        ("单证", "af_goodsname"),
        ("单证", "seOrderWaybillMake"),
        ("仓库", "af_cargo_weighing"),
    ] {
        let buttons = of(page);
        assert!(!buttons.is_empty(), "{page}");
        assert!(buttons.iter().any(|button| opens(role, button)), "{role} only looks at {page}");
    }
    for role in FIRST_ROLES {
        for code in ["sys_task_cancel", "sys_task_revert", "hrs_task"] {
            let node = registry.nodes.iter().find(|node| node.code == code).expect("is there");
            assert!(role.has(node), "{} {code}", role.name);
        }
    }
}
