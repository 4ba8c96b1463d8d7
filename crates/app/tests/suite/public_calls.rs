//! What may be called without a session: a written list, so that nothing is opened by accident.

use std::collections::BTreeSet;

use platform::access::Access;

/// Whoever holds the code of an order's share link reaches these, and nothing else.
const BY_SHARE_CODE: [&str; 17] = [
    "track_order",
    "track_carriage",
    "track_road_order",
    "check_warehouse_notice",
    "check_storehouse_notice",
    "check_carriage_notice",
    "view_delivery_notice",
    // With the code of that notice alone.
    "tell_delivery_notice",
    "view_carriage_notice",
    "view_shared_order",
    "view_shared_waybill",
    "list_shared_houses",
    "fetch_shared_file",
    "print_shared_master",
    "print_shared_house",
    "print_shared_bill",
    // What was printed, once and for a short time.
    "fetch_prepared_file",
];
/// The token or the view code of a cargo pouch.
const BY_POUCH_CODE: [&str; 4] =
    ["open_cargo_pouch", "view_cargo_pouch", "confirm_cargo_pouch", "fetch_cargo_pouch_file"];
/// The code of an invitation to leave company data.
const BY_INVITATION: [&str; 5] = [
    "get_customer_info",
    "save_customer_info",
    "submit_customer_info",
    "add_customer_info_file",
    "remove_customer_info_file",
];
/// The code of the link an agent was sent with an inquiry.
const BY_INQUIRY_CODE: [&str; 4] =
    ["view_asked_inquiry", "quote_asked_inquiry", "decline_asked_inquiry", "add_asked_inquiry_file"];
/// The code of the link a bill was mailed with.
const BY_BILL_LINK: [&str; 6] = [
    "get_mailed_bill",
    "answer_mailed_bill",
    "get_bill_check",
    "answer_bill_check",
    "get_cost_confirmation_link",
    "answer_cost_confirmation",
];
/// The code of the link a guest of the chat was mailed.
const BY_CHAT_LINK: [&str; 6] = [
    "open_guest_chat",
    "list_guest_messages",
    "send_guest_message",
    "send_guest_file",
    "fetch_guest_file",
    "read_guest_chat",
];
/// The token of a company, with the systems of carriers and terminals.
const BY_INTERFACE_TOKEN: [&str; 2] = ["receive_edi_messages", "receive_appraisal_audit"];
/// Whoever was told the address by a public page sees the company's logo there.
const BY_LOGO: [&str; 1] = ["get_org_logo"];
/// Logging in, and what is shown before.
const ENTRANCE: [&str; 13] = [
    "find_login",
    "create_token",
    "send_login_code",
    "hand_off",
    "begin_openid",
    "log_in_by_openid",
    "ask_password_link",
    "get_password_link",
    "set_password_by_link",
    "get_public_platform",
    "get_platform_picture",
    // The words of the log-in in a language the platform added.
    "get_public_client_words",
    // A film's address is a ticket of its own, for the player sends no token.
    "get_tutorial_video",
];

#[test]
fn nothing_but_the_written_list_is_open_without_a_session() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let open: BTreeSet<&str> = registry
        .operations
        .iter()
        .filter(|operation| operation.access == Access::Public)
        .map(|operation| operation.id.as_str())
        .collect();
    let lists: [&[&str]; 9] = [
        &BY_SHARE_CODE,
        &BY_POUCH_CODE,
        &BY_INVITATION,
        &BY_INQUIRY_CODE,
        &BY_BILL_LINK,
        &BY_CHAT_LINK,
        &BY_INTERFACE_TOKEN,
        &BY_LOGO,
        &ENTRANCE,
    ];
    let written: BTreeSet<&str> = lists.into_iter().flatten().copied().collect();
    assert_eq!(open, written);
}

#[test]
fn every_permission_a_call_names_exists_in_the_whole_product() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let codes: BTreeSet<&str> = registry.nodes.iter().map(|node| node.code.as_str()).collect();
    for operation in &registry.operations {
        for code in operation.access.codes() {
            assert!(codes.contains(code), "{} names {code}", operation.id);
        }
    }
}
