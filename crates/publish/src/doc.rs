//! 文档管理. Documents: those of the company, help, and the papers of all orders.

mod company;
mod company_calls;
mod expiring;
mod help;
mod help_calls;
mod order;
mod pack;

use platform::registry::{Node, Room};

pub(crate) use expiring::{EXPIRING, tell as tell_expiring};

const PAGE: &str = "/hrs_doc";

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_doc", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/content", "文档管理", "Documents", 30),
        button("sys_doc_upload", "上传", "Upload", 10),
        button("sys_doc_edit", "修改", "Edit", 20),
        button("sys_doc_download", "下载", "Download", 30),
        button("sys_doc_zip", "打包下载", "Download as archive", 40),
        button("sys_doc_display", "对外显示", "Show to outside", 50),
        button("sys_doc_del", "删除", "Delete", 60),
        button("sys_doc_export", "导出", "Export", 70),
        button("sys_helpdoc_add", "新增帮助", "New help", 80),
        button("sys_helpdoc_edit", "修改帮助", "Edit help", 90),
        button("sys_helpdoc_del", "删除帮助", "Delete help", 100),
        button("sys_helpdoc_publish", "发布帮助", "Publish help", 110),
        button("sys_helpdoc_index", "重建索引", "Rebuild index", 120),
    ]);
    company::add(room);
    help::add(room);
    order::add(room);
}
