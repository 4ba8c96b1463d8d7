//! 海铁陆跟踪: the events of all orders of sea, rail, road and other business, what messages and files tell of them, what
//! waits for a meaning or an order, and what the codes of each source mean.

mod apply;
mod calls;
mod code;
mod dcsa;
mod line;
mod page;
mod read;
mod vocabulary;
mod waiting;

use platform::access::Access::Code;
use platform::list::ListPage;
use platform::registry::{Body, Node, Operation};
use serde_json::Value as Json;

/// Address of the page, and the kind of thing its log lines are about.
const PAGE: &str = "/sc_track";
const OBJECT: &str = "sc_track";

/// Pages and buttons.
pub(crate) fn nodes() -> Vec<Node> {
    let group = "/scManager/work";
    let buttons = [
        ("import", "导入", "Import"),
        ("export", "导出", "Export"),
        ("map", "映射", "Give meaning"),
        ("retry", "重试", "Try again"),
        ("drop", "移除", "Remove"),
        ("code-add", "新增映射", "Add meaning"),
        ("code-edit", "修改映射", "Change meaning"),
        ("code-remove", "删除映射", "Remove meaning"),
        ("code-import", "导入映射", "Import meanings"),
    ];
    let page = Node::page(PAGE, group, "海铁陆跟踪", "Sea, rail and road tracking", 30);
    let mut nodes = crate::page_with_buttons(page, "sc_track", "sc-track", &buttons);
    nodes.push(Node::page(waiting::PAGE, group, "待处理轨迹", "Events that wait", 530).hidden());
    nodes.push(Node::page(code::PAGE, group, "事件代码映射", "Meanings of event codes", 531).hidden());
    nodes
}

/// Calls of the page.
pub(crate) fn operations() -> Vec<Operation> {
    let mut operations = vec![
        Operation::post("read_track_import", "/sc/track/import/read", Code("sc-track-import"), calls::look)
            .body(Body::Files)
            .body_up_to(read::FILE_BYTES_MAX)
            .param("from")
            .reads()
            .summary("What a file of events would do; nothing is kept"),
        Operation::post("import_tracks", "/sc/track/import", Code("sc-track-import"), calls::run)
            .body(Body::Files)
            .body_up_to(read::FILE_BYTES_MAX)
            .param("from")
            .summary("CODECO, COARRI, IFTSTA, DCSA events as JSON, or a workbook; a row for each event"),
        Operation::get("get_track_template", "/sc/track/import/template", Code("sc-track-import"), calls::template)
            .summary("The workbook to fill in"),
        Operation::get("list_track_codes", "/sc/track/codes", Code("sc_track"), calls::codes)
            .summary("The events of each mode"),
        Operation::post("map_track_code", "/sc/track/map", Code("sc-track-map"), waiting::map)
            .summary("What a code of a source means; what waited for it is put to its orders"),
        Operation::post("retry_waiting_track", "/sc/track/waiting/{id}/retry", Code("sc-track-retry"), waiting::retry),
        Operation::delete("drop_waiting_track", "/sc/track/waiting/{id}", Code("sc-track-drop"), waiting::drop_one),
    ];
    operations.extend(code::FORM.operations());
    operations
}

/// Its lists.
pub(crate) fn lists() -> [ListPage; 3] {
    [page::list(), waiting::LIST, code::LIST]
}

/// Its forms as the page contract tells them.
pub(crate) fn forms() -> [Json; 1] {
    [code::FORM.contract()]
}
