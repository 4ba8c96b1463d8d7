//! What the roles of a new company open. Every page stands in a table: who builds one decides whose work
//! it is, and writes it down.

use std::collections::{BTreeMap, BTreeSet};

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
    // What finance alone decides: locks, corrections of what is locked, money and months.
    const OF_FINANCE: [(&str, &[&str]); 11] = [
        ("af_order_lock_unlock_list", &["客服", "操作员", "部门经理"]),
        ("css_bank_journal", &["客服", "操作员"]),
        ("css_charge_adjust", &["客服", "操作员"]),
        ("css_cost_writeoff", &["客服", "操作员"]),
        ("css_financial_account", &["客服", "操作员"]),
        ("css_period", &["客服", "操作员"]),
        ("css_period_difference", &["客服", "操作员"]),
        ("css_voucher", &["客服", "操作员"]),
        ("css_voucher_export", &["客服", "操作员"]),
        ("css_voucher_format", &["客服", "操作员"]),
        ("css_voucher_rule", &["客服", "操作员"]),
    ];
    let registry = registry();
    for page in pages(&registry) {
        let code = page.code.as_str();
        let managed = MANAGEMENT.iter().any(|start| code.starts_with(start)) || code.starts_with("sys_");
        let everyones = ["hrs_task", "hrs_doc"].iter().any(|own| code.starts_with(own));
        for role in WIDE {
            if OF_FINANCE.iter().any(|(finance, without)| *finance == code && without.contains(&role)) {
                assert!(!opens(role, page), "{role} {code}");
            } else if everyones || role == "总经理" || !managed && !code.starts_with("prm-ics") {
                let closed = code.starts_with("hrs_doc") && code != "hrs_doc" && role != "总经理";
                assert!(closed || opens(role, page), "{role} {code}");
            } else {
                assert!(!opens(role, page), "{role} {code}");
            }
        }
    }
}

/// Who sells neither says that his orders are charged in full nor opens them again.
#[test]
fn charges_are_done_by_who_works_on_them_and_opened_again_by_finance() {
    let registry = registry();
    let holders = |code: &str| -> Vec<&str> {
        let node = registry.nodes.iter().find(|node| node.code == code).unwrap_or_else(|| panic!("no {code}"));
        FIRST_ROLES.iter().filter(|role| role.has(node)).map(|role| role.name).collect()
    };
    for scope in kernel::Scope::all() {
        for side in ["income", "cost"] {
            let code = format!("{}-{side}-finish", scope.share_prefix());
            assert_eq!(holders(&code), WIDE, "{code}");
        }
    }
    for code in ["css-income-finish", "css-cost-finish"] {
        assert_eq!(holders(code), WIDE, "{code}");
    }
    for code in ["css-charge-rollback", "css-charge-after-finish"] {
        assert_eq!(holders(code), ["财务", "部门经理", "总经理"], "{code}");
    }
    assert_eq!(holders("af-lock-rollback"), ["财务", "总经理"]);
}

/// Buttons about charges, their cost and their locks that not all wide roles hold, or others besides; by how they begin.
const BUTTONS: [(&str, &[&str]); 32] = [
    ("af-lock-", &["财务", "总经理"]),
    ("af-routing-sign", FINANCE),
    ("af-routing-unsign", FINANCE),
    ("css-adjust-", FINANCE),
    ("css-fa-", FINANCE),
    ("css-adv-", FINANCE),
    ("css-os-", FINANCE),
    ("css-rc-claim", &["销售员", "客服", "操作员", "财务", "部门经理", "总经理"]),
    ("css-rc-", FINANCE),
    ("css-rw-", FINANCE),
    ("css-inv-", FINANCE),
    ("css-ci-", FINANCE),
    ("css-pw-", FINANCE),
    ("css-bank-", FINANCE),
    ("css-pr-pay", FINANCE),
    ("css-pr-batch-pay", FINANCE),
    ("css-pr-bank", FINANCE),
    ("css-period-", FINANCE),
    ("css-er-approve", FINANCE),
    ("css-er-audit", FINANCE),
    ("css-er-pay", FINANCE),
    ("css-er-return", FINANCE),
    ("css-er-", &["销售员", "客服", "操作员", "单证", "关务", "仓库", "财务", "部门经理", "总经理"]),
    ("css-vc-", FINANCE),
    ("css-vf-", FINANCE),
    ("css-vr-", FINANCE),
    ("css-voucher-", FINANCE),
    ("css-charge-after-finish", FINANCE),
    ("css-charge-rollback", FINANCE),
    ("css-income-view", &["销售员", "客服", "操作员", "财务", "部门经理", "总经理"]),
    ("incidentals-add", &["客服", "操作员", "单证", "关务", "仓库", "财务", "部门经理", "总经理"]),
    ("jt_", &["总经理"]),
];
/// Who answers for months, locks and what is paid.
const FINANCE: &[&str] = &["财务", "部门经理", "总经理"];

#[test]
fn buttons_about_charges_and_locks_are_held_by_whose_work_they_are() {
    const PAGES: [&str; 5] =
        ["incidentals", "af_routing_sign", "af_order_match", "af_order_lock_unlock_list", "af_unlock_apply"];
    let registry = registry();
    let about = |node: &&Node| {
        let of_settlement = ["css", "jt_css"].iter().any(|start| node.parent.starts_with(start));
        node.kind == NodeKind::Button && (of_settlement || PAGES.contains(&node.parent.as_str()))
    };
    let mut met = BTreeSet::new();
    for node in registry.nodes.iter().filter(about) {
        let row = BUTTONS.iter().find(|(start, _)| node.code.starts_with(start));
        met.extend(row.map(|(start, _)| *start));
        let holders: Vec<&str> = FIRST_ROLES.iter().filter(|role| role.has(node)).map(|role| role.name).collect();
        assert_eq!(holders, row.map_or(&WIDE[..], |(_, holders)| *holders), "{}", node.code);
    }
    // A row that is of no button would say what nobody asks.
    assert_eq!(met, BUTTONS.iter().map(|(start, _)| *start).collect::<BTreeSet<_>>());
}

/// Who sells looks at what was agreed with his customers; who answers for money agrees.
#[test]
fn agreements_are_made_by_who_answers_for_money() {
    let registry = registry();
    let starts = ["prm-agr-", "prm-rule-", "prm-bill-", "prm-credit-", "prm-coop-credit-edit"];
    let of_agreements = |node: &&Node| starts.iter().any(|start| node.code.starts_with(start));
    let buttons: Vec<&Node> = registry.nodes.iter().filter(of_agreements).collect();
    assert!(!buttons.is_empty());
    for button in buttons {
        let holders: Vec<&str> = FIRST_ROLES.iter().filter(|role| role.has(button)).map(|role| role.name).collect();
        assert_eq!(holders, FINANCE, "{}", button.code);
    }
    let page = registry.nodes.iter().find(|node| node.code == "prm_coop_agreement").expect("the page");
    assert!(opens("销售员", page));
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
