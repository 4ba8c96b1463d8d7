//! The room of waybills: stock of numbers, receipts, waybill forms and their prints.

pub mod address_call;
mod alone;
pub mod area;
pub mod blacklist;
mod blank;
pub mod compare;
mod desk_calls;
mod desk_list;
pub mod destination_page;
mod destination_replay;
pub mod excel;
pub mod form_calls;
pub mod prefill;
pub mod previous;
mod pricing;
pub mod print_list;
pub mod receipt;
pub mod stock_alert;
pub mod stock_calls;
pub mod stock_list;
pub mod stock_report;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};
use serde_json::{Map, Value as Json};

/// Who gives numbers to orders.
const GIVERS: Access = Access::AnyOf(&["af_order", "af_awb"]);
/// Who sees what there is to print for an order.
const READERS: Access = Access::AnyOf(&["af_order", "af_awb_print"]);

/// Who sees forms, of an order and of none.
pub(crate) const FORM_CODES: &[&str] =
    &["af_awb_print", "af-awbprint-mawb", "af-awbprint-hawb", "os_waybill", alone::ADD];
/// Who opens a form however it is named: who sees forms, and who looks at orders, of which it then must be.
pub(crate) const OPENERS: Access =
    Access::AnyOf(&["af_awb_print", "af-awbprint-mawb", "af-awbprint-hawb", "os_waybill", alone::ADD, "af_order"]);

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("awb");
    room.nodes = nodes();
    room.orders_of.push(platform::log::Kept::in_rows("awb", "awb"));
    room.orders_of.push(platform::log::Kept::in_rows(form_calls::OBJECT, "awb_print").else_own("created_by"));
    room.operations = operations();
    room.operations.extend(desk_list::operations());
    room.operations.extend(blacklist::FORM.operations());
    // The source of a receipt, and the customer a number is kept for.
    let takers = ["af_awb", "af_awb_receipt", "af-awb-add", "af-awb-reserve"];
    room.select_uses.push(("coop", Access::any_of(&takers)));
    room.lists = vec![stock_list::LIST, receipt::LIST, blacklist::LIST];
    room.report(&stock_report::REPORT);
    room.lists.extend([print_list::LIST, desk_list::LIST]);
    room.forms.push(blacklist::FORM.contract());
    room.operations.extend(destination_page::FORM.operations());
    room.lists.push(destination_page::LIST);
    room.forms.push(destination_page::FORM.contract());
    room.messages.push(&destination_replay::EVENT);
    room.plans.push(destination_replay::PLAN);
    room.messages.push(&stock_alert::EVENT);
    room.plans.push(stock_alert::PLAN);
    room.plans.push(blacklist::PLAN);
    room.plans.push(stock_list::PLAN);
    room.settings.extend(area::SETTINGS);
    room
}

fn nodes() -> Vec<Node> {
    let group = "/afManager/awb";
    let mut nodes = vec![
        Node::page("/af_awb", group, "主单号管理", "Master waybill stock", 10),
        Node::page("/af_awb_receipt", group, "领单登记", "Receipt of waybill numbers", 20),
        Node::page(blacklist::PAGE, group, "主单号黑名单", "Waybill blacklist", 30),
        Node::page("/af_awb_print", group, "制单列表", "Waybill making list", 50),
        Node::page(destination_page::PAGE, group, "目的地规则", "Destination rules", 125),
        Node::page("/af_mawb_make", group, "主单制单", "Master waybill form", 130).hidden(),
        Node::page("/hawb_info_page", group, "分单信息", "House waybill information", 140).hidden(),
    ];
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-awb-add", "领单登记", "Register numbers"),
        ("af-awb-reserve", "预订", "Reserve"),
        ("af-awb-unreserve", "取消预订", "Release reservation"),
        ("af-awb-lock", "锁定", "Lock"),
        ("af-awb-unlock", "取消锁定", "Unlock"),
        ("af-awb-void", "作废", "Void"),
        ("af-awb-return", "退回航司", "Return to airline"),
        ("af-awb-del", "删除", "Delete"),
        ("af-awb-export", "导出", "Export"),
    ]) {
        nodes.push(Node::button(code, "af_awb", zh, en, place * 10));
    }
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-destrule-add", "新增", "Add"),
        ("af-destrule-edit", "修改", "Edit"),
        ("af-destrule-del", "删除", "Delete"),
        ("af-destrule-status", "启用/停用", "Enable or disable"),
        ("af-destrule-import", "导入", "Import"),
        ("af-destrule-export", "导出", "Export"),
    ]) {
        nodes.push(Node::button(code, "af_destination_rule", zh, en, place * 10));
    }
    nodes.push(Node::button("af-awbbl-add", "af_awb_blacklist", "新增", "Add", 10));
    nodes.push(Node::button("af-awbbl-del", "af_awb_blacklist", "删除", "Delete", 20));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-awbprint-mawb", "主单制单", "Make master waybill"),
        ("af-awbprint-hawb", "分单制单", "Make house waybill"),
        ("af-awbprint-finish", "完成", "Finish"),
        ("af-awbprint-back", "退回", "Take back"),
        ("af-awbprint-del", "删除", "Delete"),
        ("af-awbprint-print", "打印", "Print"),
    ]) {
        nodes.push(Node::button(code, "af_awb_print", zh, en, place * 10));
    }
    nodes.extend(desk_list::nodes());
    nodes
}

fn operations() -> Vec<Operation> {
    use Access::Code;
    let mut operations = vec![
        Operation::get("list_awb_tiles", "/afbase/awb/tiles", Code("af_awb"), stock_list::tiles),
        Operation::get("list_awb_log", "/afbase/awb/log/page", Code("af_awb"), stock_list::log_page)
            .param("awbId")
            .param("current")
            .param("size"),
        Operation::get("pick_awb", "/afbase/awb/pick", GIVERS, stock_calls::pick)
            .param("prefix")
            .param("station")
            .param("coopId")
            .param("sourceId")
            .summary("The number that would be given now; it is not held"),
        Operation::get("offer_awbs", "/afbase/awb/offer", GIVERS, stock_calls::offer)
            .param("number")
            .param("flight")
            .param("station")
            .param("coopId")
            .summary("Numbers an order may have, those of the flight's carrier first; none is held"),
        Operation::post("take_awb", "/afbase/awb/take", GIVERS, stock_calls::take),
        Operation::post("preview_awb_receipt", "/afbase/awb/getAwbList", Code("af-awb-add"), receipt::preview).reads(),
        Operation::post("save_awb_receipt", "/afbase/awb/saveReceipt", Code("af-awb-add"), receipt::save),
    ];
    operations.extend([
        Operation::post("reserve_awbs", "/afbase/awb/bookAwbList", Code("af-awb-reserve"), stock_calls::book),
        Operation::post("unreserve_awbs", "/afbase/awb/cancelBook", Code("af-awb-unreserve"), stock_calls::cancel_book),
        Operation::post("lock_awbs", "/afbase/awb/doLock", Code("af-awb-lock"), stock_calls::lock),
        Operation::post("unlock_awbs", "/afbase/awb/doCancelLock", Code("af-awb-unlock"), stock_calls::cancel_lock),
        Operation::post("void_awbs", "/afbase/awb/doVoid", Code("af-awb-void"), stock_calls::void),
        Operation::post("return_awbs", "/afbase/awb/doReturn", Code("af-awb-return"), stock_calls::give_back),
        Operation::post("delete_awbs", "/afbase/awb/doDelete", Code("af-awb-del"), stock_calls::delete),
    ]);
    operations.extend(form_operations());
    operations
}

fn form_operations() -> Vec<Operation> {
    use Access::AnyOf;
    let see = AnyOf(FORM_CODES);
    let areas = [order::PAGE_CODES, FORM_CODES, &["prm_coop"]].concat();
    // Forms are made on two desks; what is of no order asks for the codes of the second.
    let master = AnyOf(&["af-awbprint-mawb", alone::ADD]);
    let house = AnyOf(&["af-awbprint-hawb", alone::ADD]);
    let finish = AnyOf(&["af-awbprint-finish", alone::FINISH]);
    let back = AnyOf(&["af-awbprint-back", alone::BACK]);
    let delete = AnyOf(&["af-awbprint-del", alone::DELETE]);
    let print = AnyOf(&["af-awbprint-print", alone::PRINT]);
    let base = "/afbase/awbPrint";
    let at = |rest: &str| format!("{base}/{rest}");
    vec![
        print_list::tree_operation(),
        Operation::get("prefill_waybill", &at("prefill/{orderUuid}"), see, form_calls::prefill)
            .param("type")
            .param("hawbId"),
        Operation::get("get_previous_waybill", &at("previous/{orderUuid}"), see, previous::previous)
            .param("type")
            .param("hawbId")
            .summary("What a form may take from the last finished one of the same customer and route"),
        Operation::get("view_waybill", &at("view/{awbPrintId}"), see, form_calls::view)
            .guards("awbPrint", form_calls::need_seen),
        Operation::get(
            "view_waybills_of_order",
            &at("viewByOrderUuid/{orderUuid}"),
            READERS,
            form_calls::view_by_order,
        ),
        Operation::get("list_houses_of_order", &at("hawbListByOrderUuid/{orderUuid}"), READERS, form_calls::house_list),
        Operation::post("check_waybill", &at("check"), OPENERS, form_calls::check).reads(),
        Operation::post("create_master_waybill", &at("mawb"), master, form_calls::create_master),
        Operation::post("create_house_waybill", &at("hawb"), house, form_calls::create_house),
        Operation::post(
            "create_all_house_waybills",
            &at("createAllHawb/{orderUuid}"),
            house,
            form_calls::create_all_houses,
        ),
        Operation::put("update_master_waybill", &at("mawb"), master, form_calls::update_master),
        Operation::put("update_house_waybill", &at("hawb"), house, form_calls::update_house),
        Operation::put("finish_waybill", &at("finish/{awbPrintId}"), finish, form_calls::finish),
        Operation::put("take_back_waybill", &at("back/{awbPrintId}"), back, form_calls::back),
        Operation::delete("remove_waybill", &at("{awbPrintId}"), delete, form_calls::remove).param("rowUuid"),
        Operation::get("list_waybill_seals", &at("seals"), print, form_calls::seals)
            .param("awbPrintType")
            .summary("Seals and signatures the caller may put on waybills; the default ones stand there unless others are chosen"),
        Operation::post("print_master_waybill", &at("downloadAWB"), print, form_calls::print),
        Operation::post("print_house_waybill", &at("downloadHAWB"), print, form_calls::print),
        Operation::post("export_waybill", &at("excel"), print, excel::export)
            .summary("A master or house waybill as a workbook, by the company's template"),
        Operation::post("recognise_address", "/afbase/address/recognise", Access::LoggedIn, address_call::recognise)
            .reads()
            .summary("The party of a pasted address, with what is to be said of it"),
        Operation::get("list_areas", "/afbase/address/areas", Access::any_of(&areas), area::list)
            .summary("Provinces with their area and the company's supplier there"),
        Operation::get("fetch_prepared_file", &at("file/{token}"), Access::Public, waybill::download::fetch)
            .summary("A prepared PDF, once"),
    ]
}

/// Keys of the questions a caller has answered with yes.
pub(crate) fn confirmed(body: &Map<String, Json>) -> Vec<String> {
    let list = body.get("confirmed").and_then(Json::as_array);
    list.map(|list| list.iter().filter_map(|key| key.as_str().map(ToOwned::to_owned)).collect()).unwrap_or_default()
}
