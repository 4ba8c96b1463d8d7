//! The layout groups of the menu and the pages each holds.

use std::collections::BTreeMap;

/// The routes of the modules (specification of the suite, module routes) under the group that lays them out.
const GROUPS: [(&str, &[&str]); 10] = [
    (
        "/home",
        &["/dashboard", "/tutorial", "/notification", "/panelSearch", "/investigate", "/contactUs", "/unPermission"],
    ),
    (
        "/prmManager",
        &[
            "/prm",
            "/prm_coop",
            "/prm_coop_agreement",
            "/prm_inquiry_agent",
            "/prm_coop_agreement_settlement",
            "/prm_coop_bill",
            "/prm_coop_check",
            "/prm_coop_settle",
            "/prm_cloud_user",
            "/prm_trend",
            "/prm_cloud_order",
            "/prm_transport_resource",
            "/prm_port_overlay",
            "/prm_coop_share",
            "/prm_coop_sub_type",
            "/prm_contract",
            "/prm_category",
            "/prm_log",
            "/prm_shipperConsignee",
            "/prm_service",
            "/prm_report_receivable_age",
            "/prm_budget",
            "/prm_cost_confirmation",
        ],
    ),
    (
        "/hrsManager",
        &[
            "/hrs",
            "/hrs_org",
            "/hrs_orgUser",
            "/hrs_org_configure",
            "/hrs_permission",
            "/hrs_role",
            "/hrs_dept",
            "/hrs_user",
            "/hrs_user_workgroup",
            "/hrs_log",
            "/hrs_notice",
            "/hrs_version",
            "/hrs_doc",
            "/hrs_ics_list",
            "/hrs_signtemplate",
            "/unDevelop",
        ],
    ),
    ("/inCome", &["/is_car_hail"]),
    (
        "/afManager",
        &[
            "/af",
            "/af_base",
            "/af_orderair",
            "/af_online_booking",
            "/af_order",
            "/liteOrder",
            "/af_order_lch",
            "/af_oporder",
            "/ai_order",
            "/af_customs_declaration",
            "/ai_customs_declaration",
            "/af_tariff_details",
            "/af_operationPlan",
            "/af_css_debit_note",
            "/af_css_payment",
            "/af_enquiry_manage",
            "/af_price_search",
            "/send_product",
            "/yc_order",
            "/outer_order",
            "/synergy_order",
            "/ecm",
            "/af_order_lock_unlock_list",
            "/space_manage_index",
            "/merge-order",
            "/newCargoTracking",
            "/af_order_inquiry",
            "/af_airport",
            "/af_tact",
            "/af_carrier",
            "/af_flight",
            "/af_tact_public",
        ],
    ),
    ("/cssManager", &["/css", "/css_report_business_analysis"]),
    (
        "/scManager",
        &[
            "/si_order",
            "/se_order",
            "/sc_order_ship_info",
            "/sc_ship_company",
            "/sc_port_maintenance",
            "/sc_warehouse",
            "/tc_product",
            "/te_order",
            "/ti_order",
            "/tc_warehouse",
        ],
    ),
    (
        "/osManage",
        &[
            "/os_shipper_order",
            "/os_shipper_bill_make",
            "/os_hawb_arrival_order",
            "/os_all_query",
            "/os_cargo_arrived_query",
            "/os_customs_declaration",
            "/os_ve_register",
            "/os_ve_register_make",
            "/os_customs_query",
            "/os_vehicle_delivery_order",
            "/os_apply_make",
            "/os_batched_edit",
            "/os_servicer_page",
            "/os_exchangeLook",
            "/booking_manage",
            "/booking_manage_edit",
            "/qspserver",
        ],
    ),
    ("/lcManager", &["/lc_order", "/vl_order", "/lc_base_truck"]),
    ("/ioManager", &["/io_order"]),
];

/// The group at the top, over those between.
fn top<'a>(parents: &BTreeMap<&'a str, &'a str>, path: &'a str) -> &'a str {
    match parents.get(path) {
        Some(parent) if !parent.is_empty() => top(parents, parent),
        _ => path,
    }
}

// req: shell-open-layout-groups
#[test]
fn each_layout_group_holds_the_routes_of_its_module_which_stay_at_the_top() {
    let parents: BTreeMap<&str, &str> = reference::menu().map(|node| (node.path, node.parent)).collect();
    for (group, pages) in GROUPS {
        assert_eq!(parents.get(group), Some(&""), "{group} is a group at the top");
        for page in pages {
            assert!(parents.contains_key(page), "{page} stands in the menu");
            assert_eq!(top(&parents, page), group, "{page}");
            assert_eq!(page.matches('/').count(), 1, "the path of {page} says nothing of its group");
        }
    }
    let own: Vec<&str> = parents.keys().filter(|path| top(&parents, path) == "/osWaybill").copied().collect();
    assert!(own.contains(&"/os_waybill"), "{own:?}");
    let reports = parents.keys().filter(|path| path.starts_with("/jt_css_") || path.starts_with("/css_report_"));
    for report in reports {
        assert_eq!(top(&parents, report), "/cssManager", "{report}");
    }
}
