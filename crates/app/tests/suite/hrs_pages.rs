//! Every page of the HRS room with the buttons the catalogue gives it. Left out are the page of the chat
//! and the chat switch of users.

use std::collections::BTreeSet;

use platform::job::plan::Category;
use platform::registry::NodeKind;

const PAGES: &[(&str, &[&str])] = &[
    (
        "/hrs_org",
        &[
            "sys_org_add",
            "sys_org_edit",
            "sys_org_del",
            "sys_org_erase",
            "sys_org_audit",
            "sys_org_permission",
            "sys_org_resetpass",
            "sys_org_stop",
            "sys_org_suborg",
            "sys_org_interface",
            "sys_org_intended",
            "sys_org_meal",
            "sys_org_export",
        ],
    ),
    (
        "/hrs_orgUser",
        &[
            "sys_orguser_assign",
            "sys_orguser_remove",
            "sys_orguser_resetpass",
            "sys_orguser_unlock",
            "sys_orguser_offline",
            "sys_orguser_export",
        ],
    ),
    (
        "/hrs_org_configure",
        &[
            "sys_orgconf_base",
            "sys_orgconf_order",
            "sys_orgconf_bank",
            "sys_orgconf_template",
            "sys_orgconf_finance",
            "sys_orgconf_security",
            "sys_orgconf_mail",
            "sys_orgconf_interface",
        ],
    ),
    (
        "/hrs_dept",
        &[
            "sys_dept_add",
            "sys_dept_edit",
            "sys_dept_del",
            "sys_dept_stop",
            "sys_dept_move",
            "sys_dept_merge",
            "sys_dept_sort",
            "sys_dept_export",
        ],
    ),
    (
        "/hrs_user",
        &[
            "sys_user_add",
            "sys_user_edit",
            "sys_user_del",
            "sys_user_leave",
            "sys_user_resume",
            "sys_user_black",
            "sys_user_stop",
            "sys_user_resetpass",
            "sys_user_parttime_save",
            "sys_user_parttime_del",
            "sys_user_override",
            "sys_user_idnumber",
            "sys_user_import",
            "sys_user_export",
            "sys_user_export_address",
        ],
    ),
    (
        "/hrs_role",
        &[
            "sys_role_add",
            "sys_role_edit",
            "sys_role_del",
            "sys_role_permission",
            "sys_role_scope",
            "sys_role_user",
            "sys_role_copy",
            "sys_role_export",
        ],
    ),
    (
        "/hrs_user_workgroup",
        &["sys_workgroup_add", "sys_workgroup_edit", "sys_workgroup_del", "sys_workgroup_stop", "sys_workgroup_export"],
    ),
    ("/hrs_blacklist", &["sys_blacklist_add", "sys_blacklist_edit", "sys_blacklist_off", "sys_blacklist_export"]),
    (
        "/hrs_permission",
        &["sys_menu_add", "sys_menu_edit", "sys_menu_del", "sys_menu_org", "sys_menu_sort", "sys_menu_export"],
    ),
    (
        "/hrs_signtemplate",
        &[
            "sys_signtemplate_add",
            "sys_signtemplate_edit",
            "sys_signtemplate_del",
            "sys_signtemplate_default",
            "sys_signtemplate_stop",
            "sys_signtemplate_export",
        ],
    ),
    (
        "/hrs_edition",
        &["sys_edition_add", "sys_edition_edit", "sys_edition_del", "sys_edition_sync", "sys_edition_copy"],
    ),
    ("/hrs_log", &["sys_log_export", "sys_log_all"]),
    ("/hrs_login_log", &["sys_loginlog_export"]),
    ("/hrs_session", &["sys_session_offline"]),
    ("/hrs_mail_log", &["sys_maillog_resend", "sys_maillog_view", "sys_maillog_export"]),
    (
        "/hrs_ics_list",
        &[
            "sys_ics_add",
            "sys_ics_edit",
            "sys_ics_del",
            "sys_ics_stop",
            "sys_ics_copy",
            "sys_ics_test",
            "sys_ics_export",
        ],
    ),
    ("/hrs_ics_instance", &["sys_ics_transfer", "sys_ics_terminate", "sys_ics_retry", "sys_icsinst_export"]),
    (
        "/hrs_notice",
        &[
            "sys_notice_add",
            "sys_notice_edit",
            "sys_notice_del",
            "sys_notice_publish",
            "sys_notice_offline",
            "sys_notice_send",
        ],
    ),
    (
        "/hrs_version",
        &["sys_version_add", "sys_version_edit", "sys_version_del", "sys_version_record", "sys_version_publish"],
    ),
    (
        "/hrs_doc",
        &[
            "sys_doc_upload",
            "sys_doc_edit",
            "sys_doc_download",
            "sys_doc_zip",
            "sys_doc_display",
            "sys_doc_del",
            "sys_doc_export",
            "sys_helpdoc_add",
            "sys_helpdoc_edit",
            "sys_helpdoc_del",
            "sys_helpdoc_publish",
            "sys_helpdoc_index",
        ],
    ),
    ("/hrs_task", &["sys_task_cancel", "sys_task_revert", "sys_task_all"]),
    ("/hrs_job", &["sys_job_run", "sys_job_stop", "sys_job_retry"]),
    ("/hrs_backup", &["sys_backup_run", "sys_backup_verify", "sys_backup_edit"]),
    ("/hrs_tutorial", &["sys_tutorial_add", "sys_tutorial_edit", "sys_tutorial_del", "sys_tutorial_publish"]),
    (
        "/hrs_questionnaire",
        &[
            "sys_questionnaire_add",
            "sys_questionnaire_edit",
            "sys_questionnaire_del",
            "sys_questionnaire_publish",
            "sys_questionnaire_result",
            "sys_questionnaire_export",
        ],
    ),
    ("/hrs_contact", &["sys_contact_handle", "sys_contact_assign", "sys_contact_export"]),
    (
        "/hrs_language",
        &[
            "sys_language_add",
            "sys_language_edit",
            "sys_language_del",
            "sys_language_import",
            "sys_language_export",
            "sys_language_platform",
        ],
    ),
    ("/hrs_message_setting", &["sys_message_edit"]),
    ("/hrs_api_config", &["sys_api_add", "sys_api_edit", "sys_api_stop", "sys_api_test", "sys_api_log"]),
    ("/hrs_ai_setting", &["sys_ai_edit", "sys_ai_test"]),
    ("/hrs_ai_log", &["sys_ailog_export", "sys_ailog_todoc"]),
    (
        "/hrs_api_key",
        &[
            "hrs-apiKey-add",
            "hrs-apiKey-edit",
            "hrs-apiKey-issue",
            "hrs-apiKey-revoke",
            "hrs-apiKey-export",
            "hrs-apiKey-all",
        ],
    ),
    (
        "/hrs_webhook",
        &[
            "hrs-webhook-add",
            "hrs-webhook-edit",
            "hrs-webhook-issue",
            "hrs-webhook-renew",
            "hrs-webhook-test",
            "hrs-webhook-stop",
            "hrs-webhook-start",
            "hrs-webhook-del",
            "hrs-webhook-export",
            "hrs-webhook-body",
            "hrs-webhook-resend",
        ],
    ),
    ("/hrs_erasure", &["hrs-erasure-add", "hrs-erasure-export"]),
    ("/hrs_platform", &["sys_platform_edit"]),
    ("/hrs_health", &["sys_health_clock"]),
    (
        "/hrs_language_list",
        &["sys_language_list_add", "sys_language_list_edit", "sys_language_list_stop", "sys_language_list_del"],
    ),
];

/// They open no call of their own but widen what a list shows or a form may change.
const WIDER: [&str; 4] = ["sys_log_all", "sys_task_all", "sys_language_platform", "hrs-apiKey-all"];

// req: hrs-open-pages
#[test]
fn every_page_of_the_room_has_its_buttons_and_each_of_them_opens_something() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let guarded: BTreeSet<&str> = registry.operations.iter().flat_map(|operation| operation.access.codes()).collect();
    let shown = registry.lists.iter().flat_map(|list| list.buttons).map(|button| button.code);
    let of_lists: BTreeSet<&str> = registry.lists.iter().map(|list| list.export).chain(shown).collect();
    for (path, codes) in PAGES {
        let page = registry.nodes.iter().find(|node| node.kind == NodeKind::Page && node.path == *path);
        let page = page.unwrap_or_else(|| panic!("there is no page {path}"));
        assert!(guarded.contains(page.code.as_str()), "nothing is read by {path}");
        for code in *codes {
            let button = registry.nodes.iter().find(|node| node.code == *code);
            let button = button.unwrap_or_else(|| panic!("{path} has no {code}"));
            assert_eq!((button.kind, &button.parent), (NodeKind::Button, &page.code), "{code}");
            assert!(guarded.contains(code) || of_lists.contains(code) || WIDER.contains(code), "{code} opens nothing");
        }
    }
}

/// Pages of the menu that are yet to be built. The number may only be lowered.
const PLANNED_MOST: usize = 272;

#[test]
fn the_whole_menu_is_declared_and_what_is_not_built_is_planned() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let of = |nodes: &[platform::registry::Node]| nodes.iter().map(|node| node.code.clone()).collect::<BTreeSet<_>>();
    let (built, planned) = (of(&registry.nodes), of(&registry.planned));
    assert!(built.is_disjoint(&planned));
    for node in reference::menu().filter(|node| matches!(node.kind, "group" | "page" | "hidden")) {
        let code = if node.kind == "group" { node.path } else { node.path.trim_start_matches('/') };
        let open = app::rooms::OPEN_PAGES.contains(&node.path);
        assert!(open || built.contains(code) || planned.contains(code), "{} is forgotten", node.path);
    }
    let pages = registry.planned.iter().filter(|node| node.kind == NodeKind::Page).count();
    assert!(pages <= PLANNED_MOST, "{pages} pages are to be built, where {PLANNED_MOST} were");
}

#[test]
fn every_plan_that_removes_what_is_old_asks_whether_the_clock_is_believed() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let cleaning = registry.plans.iter().filter(|plan| plan.category == Category::Cleaning);
    let bold: Vec<&str> = cleaning.clone().filter(|plan| !plan.by_age).map(|plan| plan.name).collect();
    assert_eq!((bold, cleaning.count() >= 11), (Vec::new(), true));
}

#[test]
fn what_recurs_is_told_in_both_languages() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let list = registry.lists.iter().find(|list| list.key == "hrs.job.list").expect("the page of jobs");
    let choices = |column: &str| {
        let found = list.columns.iter().find(|one| one.field.column == column).expect("a column");
        found.field.choices.iter().map(|choice| choice.value).collect::<Vec<_>>()
    };
    let (schedules, categories) = (choices("schedule"), choices("category"));
    for plan in &registry.plans {
        assert!(schedules.contains(&plan.schedule.text()), "{} of {}", plan.schedule.text(), plan.name);
        assert!(categories.contains(&plan.category.text()), "{} of {}", plan.category.text(), plan.name);
    }
}
