//! An order of one org does not exist for another: by every call there is. The table of calls is
//! held against the registry, so that a new call cannot be left out.

use std::collections::BTreeSet;

use platform::registry::{Body, Operation, Room};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

use super::fixture::*;
use super::{approval, papers};

/// Everything E1 has, by its ids.
struct Things {
    order: String,
    row: Json,
    hawb: Json,
    file: Json,
    note: Json,
    event: Json,
    milestone: Json,
    number: Json,
    form: Json,
    form_row: Json,
    house_form: Json,
    share: Json,
    boxes: Json,
    application: Json,
    entry: Json,
    rule: Json,
    notice: String,
    order_id: String,
}

fn lay(world: &World) -> Things {
    let admin = world.login("demo-admin");
    let order = uuid_of(&admin, "AE-2607150001");
    let boxes = papers::priced(&admin, &order);
    let form = papers::drafted(&admin, &order);
    done(admin.post(&format!("/afbase/awbPrint/createAllHawb/{order}"), json!({})));
    done(admin.upload(&format!("/afbase/orderFiles/upload?orderUuid={order}"), &[("a.txt", b"x")]));
    done(admin.post("/afbase/order/note", json!({ "orderUuid": order, "text": "内部", "visible": true })));
    let event = json!({ "awbNumber": "990-12345675", "code": "RCS", "airport": "PVG",
        "eventTime": "2026-07-15 09:30:00", "pieces": 12, "weight": 500 });
    let event = done(admin.post("/afbase/track/doSave", event));
    let milestone = json!({ "orderUuid": order, "kind": "PROVISION", "eventTime": "2026-07-15 09:00:00" });
    let milestone = done(admin.post("/afbase/track/manifest", milestone));
    done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": order })));
    approval::two_levels(&admin);
    approval::lock(world, "AE-2607150002");
    done(approval::apply(&world.login("op01"), "AE-2607150002"));
    let entry = json!({ "prefix": "990", "from": "12345734", "reason": "争议" });
    let entry = done(admin.post("/afbase/awbBlacklist", entry));
    let rule = json!({ "code": "DE.TAX", "countries": "DE", "field": "consignee.scCode", "condition": "REQUIRED",
        "messageZh": "请填写税号" });
    let rule = done(admin.post("/afbase/destinationRule", rule));
    world.wait(seed::fixture::warehouses(&world.maker()));
    let place = pick(&admin, "noticeWarehouse?keyword=KF01", "KF01");
    let placed = json!({ "orderId": view(&admin, &order)["orderId"], "flag": "storehouse", "warehouseId": place });
    let notice = plain(&done(admin.post("/afbase/deliveryNotice", placed))["id"]);
    let first = |path: &str| admin.ok(path)["records"][0].clone();
    Things {
        notice,
        order_id: plain(&view(&admin, &order)["orderId"]),
        entry: entry["id"].clone(),
        rule: rule["id"].clone(),
        row: view(&admin, &order)["rowUuid"].clone(),
        hawb: first(&format!("/afbase/aforder/hawb/page?orderUuid={order}"))["id"].clone(),
        file: admin.ok(&format!("/afbase/orderFiles/getList?orderUuid={order}"))[0]["orderFileId"].clone(),
        note: admin.ok(&format!("/afbase/order/notes?orderUuid={order}"))[0]["id"].clone(),
        event: event["id"].clone(),
        milestone: milestone["id"].clone(),
        number: first("/afbase/awb/page?awbNumber=990-12345701")["id"].clone(),
        house_form: admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{order}"))["hawbs"][0]["awbPrintId"].clone(),
        share: first("/afbase/orderShare/page")["id"].clone(),
        application: first("/afbase/unlockApply/page")["id"].clone(),
        form: form["awbPrintId"].clone(),
        form_row: form["rowUuid"].clone(),
        order,
        boxes,
    }
}

/// What a call has to do with an order.
enum Touches {
    /// Names the order or something of it: not found.
    Named(String, Json),
    /// Rows of a list by their ids: none of them is changed.
    Rows(&'static str, Json),
    /// Open to anybody with the code of a link: refused without it.
    Linked(String, Json),
    /// Names no order and nothing of one.
    Nothing,
}

fn table(things: &Things) -> Vec<(&'static str, Touches)> {
    let mut table = orders(things);
    table.extend(papers_and_numbers(things));
    table.extend(tracks_and_links(things));
    table.extend(delivery_notices(things));
    table.extend(nothing().map(|id| (id, Touches::Nothing)));
    table.extend(IMPORTS.map(|id| (id, Touches::Nothing)));
    table
}

fn orders(t: &Things) -> Vec<(&'static str, Touches)> {
    use Touches::{Named, Rows};
    let lock = json!({ "businessScope": "AE", "orderIds": [t.order_id], "lockDate": "2026-07-15" });
    let order = &t.order;
    let at = |path: &str| Named(format!("/afbase/{path}/{order}"), json!({}));
    let ask = |path: &str| Named(format!("/afbase/{path}?orderUuid={order}"), json!({}));
    let by_id = |path: &str| Named(format!("/afbase/routingSign/{path}/{}", t.order_id), json!({}));
    let with_row = |path: &str, more: Json| {
        Named(format!("/afbase/{path}"), with(json!({ "orderUuid": order, "rowUuid": t.row }), more))
    };
    vec![
        ("view_order", at("order/view")),
        ("update_order", with_row("order/doUpdate", json!({ "goodsNameCn": "x" }))),
        ("check_order", with_row("order/check", json!({}))),
        ("check_order_similar", ask("order/checkSimilar")),
        ("copy_order", Named(format!("/afbase/order/copy/{order}"), json!({ "parts": ["cargo"] }))),
        ("check_order_split", at("order/splitCheck")),
        ("split_order", at("order/split")),
        ("list_order_log", ask("order/log/page")),
        ("finish_order", with_row("order/opFinish", json!({}))),
        ("check_routing_sign", by_id("check")),
        ("view_routing_sign", by_id("view")),
        ("check_cost_of_routing_sign", by_id("check/costRecord")),
        ("unfinish_order", with_row("order/opCancel", json!({}))),
        ("finish_order_income", with_row("order/doIncome", json!({}))),
        ("finish_order_cost", with_row("order/doCost", json!({}))),
        ("cancel_order", with_row("order/cancel", json!({ "reason": "客户取消" }))),
        ("restore_order", with_row("order/restore", json!({}))),
        ("close_order", with_row("order/forceStop", json!({ "reason": "x" }))),
        ("lock_order", with_row("order/lock", json!({}))),
        ("unlock_order", with_row("order/unlock", json!({}))),
        ("lock_orders", Rows("/afbase/orderLock/lock", lock)),
        ("unlock_listed_order", Named(format!("/afbase/orderLock/unlock/AE/{}", t.order_id), json!({}))),
        (
            "reopen_order_income",
            Named("/afbase/orderLock/rollBackToFinishIncome".into(), json!({ "orderId": t.order_id })),
        ),
        ("reopen_order_cost", Named("/afbase/orderLock/rollBackToFinishCost".into(), json!({ "orderId": t.order_id }))),
        ("apply_order_unlock", Named("/afbase/order/applyUnlock".into(), json!({ "orderUuid": order, "reason": "x" }))),
        ("withdraw_unlock", Named(format!("/afbase/unlockApply/withdraw/{}", plain(&t.application)), json!({}))),
        ("uninstall_master", with_row("aforder/uninstallAwb", json!({ "mode": "stock" }))),
        ("take_order_lease", at("order/lease")),
        ("drop_order_lease", at("order/lease")),
        ("take_over_order_lease", at("order/takeover")),
        ("list_order_hawbs", ask("aforder/hawb/page")),
        ("save_hawb", Named("/afbase/hawb/doSave".into(), json!({ "orderUuid": order, "hawb": { "id": t.hawb } }))),
        ("delete_hawbs", Named("/afbase/hawb/doDelete".into(), json!({ "orderUuid": order, "ids": [t.hawb] }))),
        ("next_hawb_number", ask("hawb/nextNumber")),
        ("copy_hawb", Named("/afbase/hawb/copy".into(), json!({ "orderUuid": order, "id": t.hawb }))),
        ("sort_hawbs", Named("/afbase/hawb/doSort".into(), json!({ "orderUuid": order, "ids": [t.hawb] }))),
        ("read_hawb_import", ask("hawb/import/read")),
        ("check_hawb_import", Named("/afbase/hawb/import/check".into(), house_rows(order))),
        ("run_hawb_import", Named("/afbase/hawb/import/run".into(), house_rows(order))),
        ("list_order_files", ask("orderFiles/getList")),
        ("upload_order_files", ask("orderFiles/upload")),
        ("upload_file", ask("file/upload")),
        (
            "update_order_file",
            Named("/afbase/orderFiles/update".into(), json!({ "orderFileId": t.file, "isDisplay": true })),
        ),
        ("delete_order_files", Named("/afbase/orderFiles/doDelete".into(), json!({ "ids": [t.file] }))),
        ("zip_order_files", Named("/afbase/orderFiles/zip".into(), json!({ "orderUuid": order }))),
        ("zip_files_of_orders", Named("/afbase/orderFiles/zipSeveral".into(), json!({ "orderUuids": [order] }))),
        ("download_order_file", Named(format!("/afbase/orderFiles/download/{}", plain(&t.file)), json!({}))),
        ("list_order_notes", ask("order/notes")),
        ("add_order_note", Named("/afbase/order/note".into(), json!({ "orderUuid": order, "text": "x" }))),
        ("delete_order_note", Named(format!("/afbase/order/note/{}", plain(&t.note)), json!({}))),
    ]
}

/// A house to be imported.
fn house_rows(order: &str) -> Json {
    json!({ "orderUuid": order, "rows": [{ "number": 2, "hawb": { "hawbNumber": "HX001", "pieces": "1", "weight": "1" } }] })
}

fn papers_and_numbers(t: &Things) -> Vec<(&'static str, Touches)> {
    use Touches::{Named, Rows};
    let order = &t.order;
    let at = |path: &str| Named(format!("/afbase/awbPrint/{path}/{order}"), json!({}));
    let form = |path: &str| Named(format!("/afbase/awbPrint/{path}"), json!({ "rowUuid": t.form_row }));
    let boxes = |more: Json| with(t.boxes.clone(), more);
    let print = |kind: &str, id: &Json| json!({ "awbPrintType": kind, "orderUuid": order, "awbPrintId": id });
    let batch = |more: Json| with(json!({ "ids": [t.number] }), more);
    let id = plain(&t.form);
    let entry = format!("/afbase/awbBlacklist/{}", plain(&t.entry));
    let rule = format!("/afbase/destinationRule/{}", plain(&t.rule));
    vec![
        ("get_awb_blacklist_entry", Named(entry.clone(), json!({}))),
        ("check_destination_rule", Named("/afbase/destinationRule/check".into(), json!({ "id": t.rule }))),
        ("remove_awb_blacklist_entry", Named(format!("{entry}?version=1"), json!({}))),
        ("get_destination_rule", Named(rule.clone(), json!({}))),
        ("update_destination_rule", Named(rule.clone(), json!({ "version": 1, "severity": "ERROR" }))),
        ("remove_destination_rule", Named(format!("{rule}?version=1"), json!({}))),
        ("set_destination_rule_status", Named(format!("{rule}/status"), json!({ "version": 1, "active": false }))),
        ("prefill_waybill", at("prefill")),
        ("get_previous_waybill", at("previous")),
        ("view_waybill", form(&format!("view/{id}"))),
        ("view_waybills_of_order", at("viewByOrderUuid")),
        ("list_houses_of_order", at("hawbListByOrderUuid")),
        ("create_master_waybill", Named("/afbase/awbPrint/mawb".into(), boxes(json!({})))),
        ("create_house_waybill", Named("/afbase/awbPrint/hawb".into(), boxes(json!({ "hawbId": t.hawb })))),
        ("create_all_house_waybills", at("createAllHawb")),
        (
            "update_master_waybill",
            Named("/afbase/awbPrint/mawb".into(), boxes(json!({ "awbPrintId": t.form, "rowUuid": t.form_row }))),
        ),
        ("update_house_waybill", Named("/afbase/awbPrint/hawb".into(), boxes(json!({ "awbPrintId": t.house_form })))),
        ("finish_waybill", form(&format!("finish/{id}"))),
        ("take_back_waybill", form(&format!("back/{id}"))),
        ("remove_waybill", Named(format!("/afbase/awbPrint/{id}?rowUuid={}", plain(&t.form_row)), json!({}))),
        ("print_master_waybill", Named("/afbase/awbPrint/downloadAWB".into(), print("PRINT_MAWB", &Json::Null))),
        ("export_waybill", Named("/afbase/awbPrint/excel".into(), print("PRINT_HAWB", &t.house_form))),
        ("print_house_waybill", Named("/afbase/awbPrint/downloadHAWB".into(), print("PRINT_HAWB", &t.house_form))),
        ("open_desk_waybill", Named(format!("/os/waybill/view?awbPrintId={id}"), json!({}))),
        ("print_desk_waybills", Named("/os/waybill/printMany".into(), json!({ "ids": [t.form], "how": {} }))),
        ("list_awb_log", Named(format!("/afbase/awb/log/page?awbId={}", plain(&t.number)), json!({}))),
        ("reserve_awbs", Rows("/afbase/awb/bookAwbList", batch(json!({ "until": "2026-07-16" })))),
        ("unreserve_awbs", Rows("/afbase/awb/cancelBook", batch(json!({})))),
        ("lock_awbs", Rows("/afbase/awb/doLock", batch(json!({ "reason": "x" })))),
        ("unlock_awbs", Rows("/afbase/awb/doCancelLock", batch(json!({})))),
        ("void_awbs", Rows("/afbase/awb/doVoid", batch(json!({ "reason": "破损" })))),
        ("return_awbs", Rows("/afbase/awb/doReturn", batch(json!({})))),
        ("delete_awbs", Rows("/afbase/awb/doDelete", batch(json!({})))),
    ]
}

fn tracks_and_links(t: &Things) -> Vec<(&'static str, Touches)> {
    use Touches::{Linked, Named, Rows};
    let order = &t.order;
    let external = |path: &str| Linked(format!("/afbase/external/{path}"), json!({}));
    let carriage = |path: &str| Linked(format!("/sc/external/order/{path}"), json!({}));
    let print = |call: &str, kind: &str| {
        let body = json!({ "awbPrintType": kind, "orderUuid": order, "awbPrintId": t.house_form });
        Linked(format!("/afbase/external/{call}"), body)
    };
    let mail = json!({ "orderUuid": order, "code": "x", "to": ["a@example.com"], "subject": "x", "content": "x" });
    vec![
        ("list_order_tracks", Named(format!("/afbase/order/tracks?orderUuid={order}"), json!({}))),
        ("remove_track_event", Named(format!("/afbase/track/{}", plain(&t.event)), json!({}))),
        ("list_manifest_milestones", Named(format!("/afbase/track/manifest?orderUuid={order}"), json!({}))),
        (
            "save_manifest_milestone",
            Named(
                "/afbase/track/manifest".into(),
                json!({ "orderUuid": order, "kind": "ARRIVE", "eventTime": "2026-07-15 09:30:00" }),
            ),
        ),
        ("remove_manifest_milestone", Named(format!("/afbase/track/manifest/{}", plain(&t.milestone)), json!({}))),
        ("view_share_link", Named(format!("/afbase/orderShare/link/{order}"), json!({}))),
        ("create_share_link", Named("/afbase/orderShare/createLink".into(), json!({ "orderUuid": order }))),
        ("get_share_link_letter", Named(format!("/afbase/orderShare/letter/{order}"), json!({}))),
        ("send_share_link", Named("/afbase/orderShare/send".into(), mail)),
        ("stop_share_link", Named("/afbase/orderShare/stopLink".into(), json!({ "orderUuid": order }))),
        ("extend_share_links", Rows("/afbase/orderShare/extend", json!({ "ids": [t.share], "validity": "30" }))),
        ("track_order", external(&format!("order/orderTrack?o=af{order}"))),
        ("check_warehouse_notice", external(&format!("checkOrderDeliveryNotice/{order}/warehouse"))),
        ("check_storehouse_notice", external(&format!("checkOrderDeliveryNotice/{order}/storehouse"))),
        ("view_delivery_notice", external(&format!("orderDeliveryNotice/{order}/storehouse"))),
        ("view_shared_order", external(&format!("viewAFOrderByOrderUuid/{order}"))),
        ("view_shared_waybill", external(&format!("viewByOrderUuid/{order}"))),
        ("list_shared_houses", external(&format!("hawbListByOrderUuid/{order}"))),
        ("fetch_shared_file", external(&format!("file/{}?o=af{order}", plain(&t.file)))),
        ("print_shared_master", print("downloadAWB", "PRINT_MAWB")),
        ("print_shared_house", print("downloadHAWB", "PRINT_HAWB")),
        ("list_share_views", Named(format!("/afbase/orderShare/views/{}", plain(&t.share)), json!({}))),
        ("track_carriage", carriage(&format!("orderTrack?o=se{order}"))),
        ("track_road_order", carriage(&format!("orderTrack/lc?o=lc{order}"))),
        ("check_carriage_notice", carriage(&format!("checkOrderDeliveryNotice/{order}/warehouse"))),
        ("view_carriage_notice", carriage(&format!("deliveryNotice/se/{order}/warehouse"))),
        ("print_shared_bill", Linked("/sc/external/order/awbSubmit".into(), json!({ "o": format!("se{order}") }))),
    ]
}

/// Where cargo is brought, told to those who bring it.
fn delivery_notices(t: &Things) -> Vec<(&'static str, Touches)> {
    use Touches::{Linked, Named};
    let (base, id) = ("/afbase/deliveryNotice", &t.notice);
    let moved = |way: &str, body: Json| Named(format!("{base}/{id}/{way}"), body);
    let mail = json!({ "to": ["driver@example.com"], "subject": "x", "content": "x" });
    let arrived = json!({ "version": 1, "plateNo": "沪A1", "arriveTime": "2026-07-15 09:00:00" });
    let told = json!({ "orderUuid": t.order, "flag": "storehouse", "code": "", "action": "save" });
    vec![
        ("get_delivery_notice", Named(format!("{base}/{id}"), json!({}))),
        ("update_delivery_notice", Named(format!("{base}/{id}"), json!({ "version": 1, "remark": "x" }))),
        ("check_delivery_notice", Named(format!("{base}/check"), json!({ "id": id }))),
        ("propose_delivery_notice", Named(format!("{base}/propose?orderUuid={}", t.order), json!({}))),
        ("link_delivery_notice", moved("link", json!({}))),
        ("get_delivery_notice_letter", moved("letter", json!({}))),
        ("send_delivery_notice", moved("send", mail)),
        ("mark_delivery_notice_sent", moved("sent", json!({ "version": 1 }))),
        ("register_delivery_arrival", moved("arrive", arrived)),
        ("confirm_delivery_receipt", moved("receive", json!({ "version": 1 }))),
        ("void_delivery_notice", moved("void", json!({ "version": 1, "reason": "x" }))),
        ("tell_delivery_notice", Linked("/afbase/external/deliveryNotice/driver".into(), told)),
    ]
}

/// Rows of a file, and the jobs of the caller himself.
const IMPORTS: [&str; 25] = [
    "get_import_template_of_order",
    "list_import_columns_of_order",
    "read_import_of_order",
    "check_import_of_order",
    "list_import_errors_of_order",
    "run_import_of_order",
    "get_import_of_order",
    "undo_import_of_order",
    "get_hawb_import_template",
    "get_import_template_of_awb_blacklist_entry",
    "list_import_columns_of_awb_blacklist_entry",
    "read_import_of_awb_blacklist_entry",
    "check_import_of_awb_blacklist_entry",
    "list_import_errors_of_awb_blacklist_entry",
    "run_import_of_awb_blacklist_entry",
    "get_import_of_awb_blacklist_entry",
    "undo_import_of_awb_blacklist_entry",
    "get_import_template_of_destination_rule",
    "list_import_columns_of_destination_rule",
    "read_import_of_destination_rule",
    "check_import_of_destination_rule",
    "list_import_errors_of_destination_rule",
    "run_import_of_destination_rule",
    "get_import_of_destination_rule",
    "undo_import_of_destination_rule",
];

/// New things, lists and looks at what the caller typed.
fn nothing() -> [&'static str; 39] {
    [
        "offer_awbs",
        // What is paid for an order is there with the room of charges (css/tests/suite/{routing_sign,order_match}.rs).
        "count_routing_sign",
        "sign_routing",
        "decide_routing_sign",
        "unsign_routing",
        "get_order_match",
        "count_order_match",
        "match_orders",
        "unmatch_orders",
        "new_order",
        "propose_order_lock",
        // For who sees money, which is there with the room of charges (css/tests/suite/lock_list.rs).
        "print_calculation_bills",
        // By a text; another org finds none of them (sc/tests/suite/find.rs).
        "find_by_number",
        "get_order_form_rules",
        "get_order_statistics",
        "save_order",
        "check_order_exists",
        "list_awb_tiles",
        "pick_awb",
        "take_awb",
        "preview_awb_receipt",
        "save_awb_receipt",
        "list_waybill_tree",
        "get_previous_desk_waybill",
        "check_waybill",
        "recognise_address",
        "list_areas",
        "list_waybill_seals",
        "create_awb_blacklist_entry",
        "check_awb_blacklist_entry",
        "create_destination_rule",
        "create_delivery_notice",
        "fetch_prepared_file",
        // By a number: another org is told its own events (track/tests/suite/cargo.rs).
        "track_cargo",
        "list_cargo_queries",
        "subscribe_cargo",
        "remove_cargo_query",
        "receive_status_message",
        "save_track_event",
    ]
}

fn plain(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), ToOwned::to_owned)
}

fn under_test() -> Vec<Room> {
    vec![af::room(), awb::room(), track::room()]
}

fn make(caller: &Caller<'_>, operation: &Operation, path: &str, body: &Json) -> Reply {
    match operation.body {
        Body::Files => caller.upload(path, &[("a.txt", b"x")]),
        _ => caller.call(&operation.method.name().to_uppercase(), path, body.clone()),
    }
}

#[test]
fn every_call_is_in_the_table() {
    with_orders(|world| {
        let things = lay(world);
        let known: BTreeSet<String> = table(&things).iter().map(|(id, _)| (*id).to_owned()).collect();
        let there: BTreeSet<String> =
            under_test().into_iter().flat_map(|room| room.operations).map(|operation| operation.id).collect();
        let forgotten: Vec<&String> = there.difference(&known).collect();
        assert!(forgotten.is_empty(), "calls nobody proved to be closed to other companies: {forgotten:?}");
        let gone: Vec<&String> = known.difference(&there).collect();
        assert!(gone.is_empty(), "calls that are no more: {gone:?}");
        // What names an order in its address or its parameters is never in the class of those that touch none.
        for operation in under_test().into_iter().flat_map(|room| room.operations) {
            let names_one = operation.path.contains("orderUuid")
                || operation.path.contains("awbPrintId")
                || operation.params.iter().any(|(name, _)| name == "orderUuid");
            assert!(!(names_one && nothing().contains(&operation.id.as_str())), "{}", operation.id);
        }
    });
}

#[test]
fn who_has_the_order_is_answered_by_the_same_calls() {
    with_orders(|world| {
        let things = lay(world);
        let operations: Vec<Operation> = under_test().into_iter().flat_map(|room| room.operations).collect();
        let admin = world.login("demo-admin");
        // What takes things away comes last, the order's number last of all.
        let late = |id: &str| match id {
            "uninstall_master" => 2,
            id if id.starts_with("delete_") || id.starts_with("remove_") => 1,
            _ => 0,
        };
        let mut table = table(&things);
        table.sort_by_key(|(id, _)| late(id));
        for (id, touches) in table {
            let operation = operations.iter().find(|operation| operation.id == id).expect("an operation");
            if let Touches::Named(path, body) = touches {
                let reply = make(&admin, operation, &path, &body);
                // An application is taken back by who made it, and by nobody else.
                if id == "withdraw_unlock" {
                    assert_eq!(reply.status, 403);
                    continue;
                }
                assert!(matches!(reply.status, 200), "{id}: {} {}", reply.status, reply.message);
            }
        }
    });
}

// req: platform-permission-org-isolation
#[test]
fn another_company_finds_nothing_by_any_call_and_changes_nothing() {
    with_orders(|world| {
        let things = lay(world);
        let operations: Vec<Operation> = under_test().into_iter().flat_map(|room| room.operations).collect();
        let find = |id: &str| operations.iter().find(|operation| operation.id == id).expect("an operation").clone();
        let callers = [world.login("superAdmin"), world.login("sh01")];
        let before = world.contents(true);
        // sh01 works like op01 and has no buttons of managers and finance.
        let not_for_operators = ["close_order", "lock_order", "unlock_order"];
        let is_of_finance = |operation: &Operation| operation.path.starts_with("/afbase/orderLock/");
        for (id, touches) in table(&things) {
            let operation = find(id);
            if id == "tell_delivery_notice" {
                // An address may fail thirty times a minute with links, and has.
                world.set_clock("2026-07-15 10:01:00");
            }
            for (place, caller) in callers.iter().enumerate() {
                if place == 1 && is_of_finance(&operation) {
                    let path = operation.path.replace("{businessScope}/{id}", "AE/1");
                    assert_eq!(make(caller, &operation, &path, &json!({})).status, 403, "{id}");
                    continue;
                }
                match &touches {
                    Touches::Named(path, body) => {
                        let reply = make(caller, &operation, path, body);
                        if place == 1 && not_for_operators.contains(&id) {
                            assert_eq!(reply.status, 403, "{id}");
                            continue;
                        }
                        assert_eq!((reply.status, reply.message.as_str()), (404, "数据不存在"), "{id}: {}", reply.data);
                        // An order that never was gives the same answer.
                        let none = "0123456789abcdef0123456789abcdef";
                        let other: Json =
                            serde_json::from_str(&body.to_string().replace(&things.order, none)).expect("a body");
                        let absent = make(caller, &operation, &path.replace(&things.order, none), &other);
                        assert_eq!((absent.status, &absent.message), (404, &reply.message), "{id}");
                    }
                    Touches::Rows(path, body) => {
                        let reply = make(caller, &operation, path, body);
                        let refused = reply.code == 1 || reply.data["changed"] == json!(0);
                        assert!(reply.status == 200 && refused, "{id}: {} {}", reply.message, reply.data);
                    }
                    Touches::Linked(path, body) => {
                        let reply = make(caller, &operation, path, body);
                        assert_eq!(
                            (reply.status, reply.code, reply.message.as_str()),
                            (200, 1, "订单不存在或链接已失效")
                        );
                    }
                    Touches::Nothing => {}
                }
            }
        }
        assert!(before == world.contents(true), "{}: a refused call wrote something", world.database);
    });
}

#[test]
fn an_order_that_a_level_hides_is_refused_by_every_call() {
    with_orders(|world| {
        let things = lay(world);
        // cs02 serves none of the orders.
        world.show_own_orders("cs02");
        let operations: Vec<Operation> = under_test().into_iter().flat_map(|room| room.operations).collect();
        let caller = world.login("cs02");
        assert_eq!(caller.ok("/afbase/order/page?closed=true")["total"], 0);
        let before = world.contents(true);
        let not_for_service = ["close_order", "lock_order", "unlock_order", "withdraw_unlock"];
        // Numbers of the stock belong to the company, an event to who typed it.
        let of_no_order = ["list_awb_log", "remove_manifest_milestone", "remove_track_event"];
        for (id, touches) in table(&things) {
            let operation = operations.iter().find(|operation| operation.id == id).expect("an operation");
            let Touches::Named(path, body) = touches else { continue };
            // The list of locks is finance's.
            if operation.path.starts_with("/afbase/orderLock/") {
                assert_eq!(make(&caller, operation, &path, &body).status, 403, "{id}");
                continue;
            }
            // The blacklist and the rules of destinations are every clerk's of the company.
            if operation.path.starts_with("/afbase/awbBlacklist")
                || operation.path.starts_with("/afbase/destinationRule")
            {
                continue;
            }
            let reply = make(&caller, operation, &path, &body);
            if not_for_service.contains(&id) {
                assert_eq!(reply.status, 403, "{id}");
            } else if !of_no_order.contains(&id) {
                let told = (reply.status, reply.code, reply.message.as_str());
                assert_eq!(told, (200, 1, "您没有该订单的数据权限"), "{id}: {}", reply.data);
            }
        }
        assert!(before == world.contents(true), "{}: a refused call wrote something", world.database);
    });
}

// req: platform-permission-org-isolation
#[test]
fn lists_of_another_company_are_empty() {
    with_orders(|world| {
        lay(world);
        let other = world.login("sh01");
        for list in under_test().into_iter().flat_map(|room| room.lists) {
            if list.path == "/af_order_lock_unlock_list" {
                // Finance's alone.
                assert_eq!(other.get(&format!("{}/page", list.base)).status, 403);
                continue;
            }
            let page = other.ok(&format!("{}/page", list.base));
            assert_eq!((page["total"].clone(), page["records"].clone()), (json!(0), json!([])), "{}", list.path);
        }
        assert_eq!(other.ok("/afbase/awbPrint/page")["total"], 0);
        assert_eq!(other.ok("/afbase/order/page?closed=true&orderCode=AE-2607150001")["total"], 0);
        let exists = "/afbase/order/checkOrderExist?businessScope=AE&orderCode=&internalNumber=NB-001";
        assert_eq!(other.ok(exists), json!(0), "a number of another company is no duplicate");
        let tiles = other.ok("/afbase/awb/tiles");
        assert!(tiles.as_array().expect("tiles").iter().all(|tile| tile["count"] == json!(0)), "{tiles}");
        assert_eq!(other.get("/afbase/awb/pick?prefix=990&station=PVG").data["awbNumber"], Json::Null);
        // Of a number that is no order of theirs they tell nothing.
        let e1 = uuid_of(&world.login("demo-admin"), "AE-2607150001");
        let mine =
            || world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={e1}"))["routeTracks"].clone();
        let before = mine();
        let message = "FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500/A1120\n";
        assert_eq!(other.post_text("/afbase/track/receive", message).message, "未找到主单990-12345675");
        assert_eq!(mine(), before);
    });
}
