//! The room of people: organisations, accounts, log-in, permissions, logs.

mod access_record;
mod activity;
pub mod api_key;
pub mod auth;
pub mod blacklist;
pub mod command;
pub mod configure;
mod deployment;
pub mod dept;
pub mod edition;
mod erasure;
pub mod finance;
pub mod first_roles;
pub mod first_run;
mod first_steps;
mod forgot;
pub mod handoff;
pub mod job_page;
pub mod language;
mod link;
pub mod log_page;
pub mod login_log_page;
mod openid;
pub mod org;
pub mod org_user;
pub mod overview;
mod package;
pub mod password;
pub mod permission;
pub mod permission_page;
mod permission_request;
mod personal;
pub mod profile;
pub mod role;
pub mod second_factor;
pub mod security;
pub mod session_page;
pub mod setup;
pub mod task;
mod told;
pub mod user;
pub mod webhook;
mod webhook_delivery;
pub mod workgroup;

use platform::access::Access;
use platform::registry::{Body, Operation, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("hrs");
    room.operations = operations();
    room.selects = vec![("user", setup::offer_users), ("workgroup", setup::offer_workgroups)];
    // Everybody hands approvals to colleagues, asks them in, or lets one decide in his place.
    room.select_uses.push(("user", Access::LoggedIn));
    room.plans.push(forgot::PLAN);
    for add in PAGES {
        add(&mut room);
    }
    room
}

/// What each page brings: its nodes, its list and form, its calls.
const PAGES: &[fn(&mut Room)] = &[
    access_record::add,
    activity::add,
    deployment::add,
    dept::add,
    org::add,
    org_user::add,
    edition::add,
    configure::add,
    finance::add,
    package::add,
    profile::add,
    security::add,
    second_factor::add,
    openid::add,
    permission_page::add,
    permission_request::add,
    user::add,
    personal::add,
    role::add,
    workgroup::add,
    blacklist::add,
    log_page::add,
    login_log_page::add,
    session_page::add,
    api_key::add,
    webhook::add,
    task::add,
    job_page::add,
    overview::add,
    first_steps::add,
    erasure::add,
    language::add,
    told::add,
];

fn operations() -> Vec<Operation> {
    vec![
        Operation::get("find_login", "/hrs/user/searchLoginNameAndOrgCode", Access::Public, auth::find_login)
            .param("phoneNumber")
            .param("internationalCountryCode")
            .param("userEmail")
            .param("loginName")
            .summary("Companies a login belongs to, before log-in"),
        Operation::post("create_token", "/auth/oauth/token", Access::Public, auth::create_token)
            .body(Body::Form)
            .summary("Log-in by password"),
        Operation::post("send_login_code", "/auth/mfa/send", Access::Public, auth::send_code)
            .body(Body::Form)
            .summary("Mails a code in place of the authenticator's to who gives the right password"),
        Operation::post("hand_off", "/hrs/org/sourceLoginOfEf", Access::Public, handoff::log_in)
            .summary("Log-in by the token of a partner system"),
        Operation::post("ask_password_link", "/auth/password/forgot", Access::Public, forgot::ask)
            .summary("Asks for a link to set a new password; the answer does not tell whether there is such a login"),
        Operation::get("get_password_link", "/auth/password/link/{token}", Access::Public, link::look)
            .summary("Whom a link to set a password is for"),
        Operation::post("set_password_by_link", "/auth/password/reset", Access::Public, link::set_password),
        Operation::delete("end_token", "/auth/token/logout", Access::LoggedIn, auth::end_token)
            .when_limited()
            .summary("Log-out"),
        Operation::put("change_password", "/hrs/user/editPassword", Access::LoggedIn, password::change).when_limited(),
        Operation::get("get_password_policy", "/hrs/user/passwordPolicy", Access::LoggedIn, password::policy)
            .when_limited()
            .summary("What the caller's next password must be"),
        Operation::get("get_language", "/hrs/language/setting", Access::LoggedIn, auth::language).when_limited(),
        Operation::put("set_language", "/hrs/user/pageLanguage", Access::LoggedIn, auth::set_language).when_limited(),
        Operation::get("list_permissions", "/hrs/permission", Access::LoggedIn, permission::tree)
            .param("version")
            .summary("Menu of the caller"),
        Operation::get(
            "list_permissions_and_have",
            "/hrs/permission/getAllPermissionAndHave",
            Access::LoggedIn,
            permission::tree_and_have,
        )
        .param("version")
        .summary("All pages with the flag whether the caller has them"),
        Operation::get("list_buttons", "/hrs/permission/getButtonInfo", Access::LoggedIn, permission::buttons)
            .summary("Button codes of the caller"),
    ]
}
