//! Air export orders: list, form, saving, moves, page lock, house waybills, files, notes, log.

mod copy;
mod files;
mod find;
pub mod form;
mod freight_cost;
mod hawb;
mod lease;
pub mod lock_list;
mod look;
mod moves;
mod notes;
pub mod order_match;
pub mod routing_sign;
mod save;
mod split;
pub mod store;
pub mod unlock_list;
mod view;

use kernel::Scope;
use order::{EDIT_CODES, FILE_CODES, Move, PAGE_CODES, TAKE_OVER_CODES};
use orderdesk::Named;
use platform::access::Access;
use platform::files::DOCUMENT_BYTES_MAX;
use platform::import::FILE_BYTES_MAX;
use platform::list::ListPage;
use platform::registry::{Body, Operation};

/// Kind of thing in the log.
pub(crate) use facts::order_log::OBJECT;
/// Page in the log.
pub(crate) const PAGE: &str = "/af_order_edit";

/// The list.
pub fn list() -> ListPage {
    let title = ("空运出口订单", "Air export orders");
    orderdesk::list(Scope::Ae, Named { key: "af.order.list", base: "/afbase/order", title, form: "" })
}

/// Calls of the aggregate.
pub fn operations() -> Vec<Operation> {
    let mut operations = aggregate();
    operations.extend(orderdesk::imports(store::air(), "af.order.form", ("空运出口订单", "Air export orders")));
    operations.extend(moves_and_lease());
    operations.extend(parts());
    operations
}

fn aggregate() -> Vec<Operation> {
    use Access::Code;
    let page = Code("af_order");
    vec![
        Operation::get("new_order", "/afbase/order/new", Code("af-order-add"), view::new_order).param("businessScope"),
        Operation::get("get_order_form_rules", "/afbase/order/formRules", page, crate::settings::show_form_rules)
            .summary("What the company's order form offers and asks for"),
        Operation::get("view_order", "/afbase/order/view/{orderUuid}", page, view::view)
            .guards(OBJECT, order::need_seen)
            .summary("The whole order with the buttons allowed now"),
        Operation::post("check_order", "/afbase/order/check", page, look::check)
            .reads()
            .summary("Every rule over an unsaved order"),
        Operation::post("save_order", "/afbase/order/doSave", Code("af-order-add"), save::create),
        Operation::post("update_order", "/afbase/order/doUpdate", Code("af-order-edit"), save::update),
        Operation::get("check_order_exists", "/afbase/order/checkOrderExist", page, look::exists)
            .param("orderCode")
            .param("internalNumber")
            .param("businessScope"),
        Operation::get("find_by_number", "/afbase/order/find", Access::LoggedIn, find::find).param("number").summary(
            "Orders of every scope, waybills without an order and masters with a number, of those the caller sees",
        ),
        Operation::get("check_order_similar", "/afbase/order/checkSimilar", page, look::similar)
            .param("orderUuid")
            .param("coopId")
            .param("departureStation")
            .param("arrivalStation")
            .param("expectDeparture")
            .param("planPieces")
            .param("planWeight"),
        Operation::post("copy_order", "/afbase/order/copy/{orderUuid}", Code("af-order-copy"), copy::copy).reads(),
        Operation::post(
            "check_order_split",
            "/afbase/order/splitCheck/{orderUuid}",
            Code("af-order-split"),
            split::check,
        )
        .reads()
        .summary("The parts an order would be split into, what can be given to them, and what stands against it"),
        Operation::post("split_order", "/afbase/order/split/{orderUuid}", Code("af-order-split"), split::split)
            .summary("Splits an order; answers the codes of the new ones"),
        Operation::get("list_order_log", "/afbase/order/log/page", page, view::log_page)
            .param("orderUuid")
            .param("current")
            .param("size"),
    ]
}

fn moves_and_lease() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    // Orders of every scope are locked; the handlers ask for the code of the order's own.
    let any_edit = AnyOf(EDIT_CODES);
    vec![
        Operation::put("finish_order", "/afbase/order/opFinish", Code("af-order-opfinish"), |call| {
            moves::make(call, Move::OpFinish)
        }),
        Operation::put("unfinish_order", "/afbase/order/opCancel", Code("af-order-opfinish"), |call| {
            moves::make(call, Move::OpCancel)
        }),
        Operation::put("cancel_order", "/afbase/order/cancel", Code("af-order-cancel"), |call| {
            moves::make(call, Move::Cancel)
        }),
        Operation::put("restore_order", "/afbase/order/restore", Code("af-order-restore"), |call| {
            moves::make(call, Move::Restore)
        }),
        Operation::put("close_order", "/afbase/order/forceStop", Code("af-order-forcestop"), moves::force_stop),
        Operation::put("lock_order", "/afbase/order/lock", Code("af-lock-lock"), |call| moves::make(call, Move::Lock)),
        Operation::put("unlock_order", "/afbase/order/unlock", Code("af-lock-unlock"), |call| {
            moves::make(call, Move::Unlock)
        }),
        Operation::post("finish_order_income", "/afbase/order/doIncome", Code("af-income-finish"), |call| {
            moves::finish(call, Move::IncomeFinish)
        }),
        Operation::post("finish_order_cost", "/afbase/order/doCost", Code("af-cost-finish"), |call| {
            moves::finish(call, Move::CostFinish)
        }),
        Operation::post(
            "apply_order_unlock",
            "/afbase/order/applyUnlock",
            Code("prm-unlock-apply"),
            approval::unlock::apply,
        )
        .summary("Applies for the unlocking of an order locked by finance"),
        Operation::post(
            "uninstall_master",
            "/afbase/aforder/uninstallAwb",
            Code("af-order-uninstall"),
            moves::uninstall,
        ),
        Operation::post("take_order_lease", "/afbase/order/lease/{orderUuid}", any_edit, lease::take),
        Operation::delete("drop_order_lease", "/afbase/order/lease/{orderUuid}", any_edit, lease::drop_lease)
            .param("tab"),
        Operation::post(
            "take_over_order_lease",
            "/afbase/order/takeover/{orderUuid}",
            AnyOf(TAKE_OVER_CODES),
            lease::take_over,
        ),
    ]
}

fn parts() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let edit = Code("af-order-edit");
    let own = Code("af_order");
    // Files and notes hang on orders of every scope; the handlers ask for the code of the order's own.
    let (page, file) = (AnyOf(PAGE_CODES), AnyOf(FILE_CODES));
    vec![
        Operation::get("list_order_hawbs", "/afbase/aforder/hawb/page", own, hawb::page).param("orderUuid"),
        Operation::post("save_hawb", "/afbase/hawb/doSave", edit, hawb::save),
        Operation::get("next_hawb_number", "/afbase/hawb/nextNumber", edit, hawb::next_number).param("orderUuid"),
        Operation::get("get_hawb_import_template", "/afbase/hawb/import/template", edit, hawb::import::template)
            .summary("The columns of a house waybill with a note about each"),
        Operation::post("read_hawb_import", "/afbase/hawb/import/read", edit, hawb::import::read)
            .body(Body::Files)
            .body_up_to(FILE_BYTES_MAX + 64 * 1024)
            .reads()
            .param("orderUuid")
            .summary("House waybills of a file, and what is wrong about each; nothing is kept"),
        Operation::post("check_hawb_import", "/afbase/hawb/import/check", edit, hawb::import::check)
            .reads()
            .summary("The same of rows that were mended"),
        Operation::post("run_hawb_import", "/afbase/hawb/import/run", edit, hawb::import::run)
            .summary("Adds all house waybills of a file, or none"),
        Operation::post("sort_hawbs", "/afbase/hawb/doSort", edit, hawb::sort)
            .summary("Puts the houses of an order into another order"),
        Operation::post("copy_hawb", "/afbase/hawb/copy", edit, hawb::copy),
        Operation::post("delete_hawbs", "/afbase/hawb/doDelete", edit, hawb::delete),
        Operation::get("list_order_files", "/afbase/orderFiles/getList", page, files::list).param("orderUuid"),
        Operation::post("upload_order_files", "/afbase/orderFiles/upload", file, files::upload)
            .param("orderUuid")
            .param("fileType")
            .param("fileClass")
            .body(Body::Files)
            .body_up_to(2 * DOCUMENT_BYTES_MAX),
        Operation::post("upload_file", "/afbase/file/upload", file, files::upload_one)
            .param("orderUuid")
            .param("fileType")
            .param("fileClass")
            .body(Body::Files)
            .body_up_to(2 * DOCUMENT_BYTES_MAX)
            .summary("One file of an order, in the field file"),
        Operation::post("update_order_file", "/afbase/orderFiles/update", file, files::update),
        Operation::post("delete_order_files", "/afbase/orderFiles/doDelete", file, files::delete),
        Operation::post("zip_order_files", "/afbase/orderFiles/zip", page, files::zip)
            .summary("All files of an order in one archive"),
        Operation::post("zip_files_of_orders", "/afbase/orderFiles/zipSeveral", page, files::zip_several)
            .summary("The files of several orders in one archive, a folder for each"),
        Operation::get("download_order_file", "/afbase/orderFiles/download/{orderFileId}", page, files::download)
            .param("inline")
            .param("thumb"),
        Operation::get("list_order_notes", "/afbase/order/notes", page, notes::list).param("orderUuid"),
        Operation::post("add_order_note", "/afbase/order/note", page, notes::add),
        Operation::delete("delete_order_note", "/afbase/order/note/{id}", page, notes::delete),
    ]
}
