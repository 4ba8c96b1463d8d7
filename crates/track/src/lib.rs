//! The room of tracking: events of shipments, share links and who looked at them, the calls of the public pages.

mod bill;
pub mod calls;
mod cargo;
mod cargo_view;
pub mod carriage;
mod carriage_notice;
mod delivery;
pub mod manifest;
mod milestone;
pub mod orders;
pub mod public;
pub mod record;
pub mod route;
pub mod share;
mod view;
mod weighed;

pub use public::first_answer;

use order::{PAGE_CODES, SHARE_CODES};
use platform::access::Access;
use platform::registry::{Body, Node, Operation, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("track");
    room.nodes = nodes();
    room.operations = operations();
    room.operations.extend(milestone::operations());
    room.operations.extend(cargo::operations());
    room.operations.extend(public_operations());
    room.lists = vec![share::LIST];
    room.settings.push(&carriage::MORE_URL);
    room.plans.push(trackevent::ahead::PLAN);
    view::add(&mut room);
    delivery::add(&mut room);
    room
}

fn nodes() -> Vec<Node> {
    let group = "/afManager/track";
    vec![
        Node::page("/newCargoTracking", group, "货物追踪", "Cargo tracking", 10),
        Node::button("af-track-input", "newCargoTracking", "手工录入", "Manual entry", 10),
        Node::page("/af_order_share", group, "分享链接管理", "Share links", 30),
        Node::button("af-share-stop", "af_order_share", "停用", "Stop", 10),
        // Offered on the order's own page, which another room declares.
        Node::button("af-order-share", "af_order", "分享", "Share", 130),
    ]
}

/// Who may end a link: those who share the order's scope, and those who keep the list of links.
const STOP_CODES: &[&str] = &[
    "af-share-stop",
    "af-order-share",
    "ai-order-share",
    "se-order-share",
    "si-order-share",
    "te-order-share",
    "ti-order-share",
    "lc-order-share",
    "io-order-share",
];

fn operations() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    vec![
        Operation::get("list_order_tracks", "/afbase/order/tracks", AnyOf(PAGE_CODES), calls::tracks)
            .param("orderUuid"),
        Operation::post("receive_status_message", "/afbase/track/receive", Code("af-track-input"), calls::receive)
            .body(Body::Text)
            .summary("A status message as text, or as {text}"),
        Operation::post("save_track_event", "/afbase/track/doSave", Code("af-track-input"), calls::save),
        Operation::delete("remove_track_event", "/afbase/track/{id}", Code("af-track-input"), calls::remove),
        Operation::get("view_share_link", "/afbase/orderShare/link/{orderUuid}", AnyOf(PAGE_CODES), share::link),
        Operation::post("create_share_link", "/afbase/orderShare/createLink", AnyOf(SHARE_CODES), share::create),
        Operation::get(
            "get_share_link_letter",
            "/afbase/orderShare/letter/{orderUuid}",
            AnyOf(SHARE_CODES),
            share::post::draft,
        )
        .param("language")
        .summary("The mail with the link of an order as it is proposed"),
        Operation::post("send_share_link", "/afbase/orderShare/send", AnyOf(SHARE_CODES), share::post::send)
            .summary("Mails the link of an order, with its code"),
        Operation::post("stop_share_link", "/afbase/orderShare/stopLink", AnyOf(STOP_CODES), share::stop),
        Operation::get("list_share_views", "/afbase/orderShare/views/{id}", Code("af_order_share"), view::list)
            .param("current")
            .param("size")
            .summary("Views of a share link"),
        Operation::post("extend_share_links", "/afbase/orderShare/extend", Code("af-share-stop"), share::extend),
    ]
}

fn public_operations() -> Vec<Operation> {
    use Access::Public;
    let base = "/afbase/external";
    let at = |rest: &str| format!("{base}/{rest}");
    let mut operations = vec![
        Operation::get("track_order", &at("order/orderTrack"), Public, public::order_track).param("o").param("g"),
        Operation::get("view_shared_order", &at("viewAFOrderByOrderUuid/{orderUuid}"), Public, public::order_view),
        Operation::get("view_shared_waybill", &at("viewByOrderUuid/{orderUuid}"), Public, public::waybill_view),
        Operation::get("list_shared_houses", &at("hawbListByOrderUuid/{orderUuid}"), Public, public::house_list),
        Operation::get("fetch_shared_file", &at("file/{orderFileId}"), Public, public::file).param("o"),
    ];
    let sc = "/sc/external/order";
    operations.extend([
        Operation::get("track_carriage", &format!("{sc}/orderTrack"), Public, public::carriage_track).param("o"),
        Operation::get("track_road_order", &format!("{sc}/orderTrack/lc"), Public, public::road_track).param("o"),
        Operation::get(
            "check_carriage_notice",
            &format!("{sc}/checkOrderDeliveryNotice/{{orderUuid}}/{{flag}}"),
            Public,
            carriage_notice::check,
        ),
        Operation::get(
            "view_carriage_notice",
            &format!("{sc}/deliveryNotice/{{scope}}/{{orderUuid}}/{{flag}}"),
            Public,
            carriage_notice::view,
        )
        .summary("Where cargo of sea, rail and road is brought to"),
    ]);
    operations = operations.into_iter().map(|operation| operation.param("code")).collect();
    operations.extend([
        Operation::post("print_shared_master", &at("downloadAWB"), Public, public::print_master),
        Operation::post("print_shared_house", &at("downloadHAWB"), Public, public::print_house),
        Operation::post("print_shared_bill", &format!("{sc}/awbSubmit"), Public, bill::submit).param("o").param("code"),
    ]);
    operations
}
