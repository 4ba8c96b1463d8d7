//! The room of partners: customers, suppliers, overseas agents, and what the org decided about them.

mod agreement_rule;
mod contract;
pub mod coop;
mod coop_agreement;
mod coop_bill;
mod coop_check;
mod coop_credit;
mod coop_lock;
mod coop_qualification;
mod coop_service;
mod coop_settle;
mod cost_confirmation;
mod ends;
mod info;
mod lease;
mod lent;
mod lock;
mod moves;
mod offers;
mod party;
mod receivable_age;
mod service;
mod share;
mod their_answer;
mod their_list;

use order::PAGE_CODES;
use platform::access::Access;
use platform::job::plan::{Category, Plan, Schedule};
use platform::registry::{Node, Operation, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("prm");
    room.nodes = vec![
        Node::page("/prm_coop", "/prmManager/coop", "客商资料", "Partners", 10),
        Node::page("/prm_coop_edit", "/prmManager/coop", "客商编辑", "Partner form", 80).hidden(),
        Node::button("prm-coop-add", "prm_coop", "新增", "Add", 10),
        Node::button("prm-coop-edit", "prm_coop", "修改", "Edit", 20),
        Node::button("prm-coop-del", "prm_coop", "删除", "Delete", 30),
        Node::button("prm-coop-stop", "prm_coop", "停用/启用", "Stop or restart", 40),
        Node::button("prm-coop-lock", "prm_coop", "锁定", "Lock", 50),
        Node::button("prm-coop-unlock", "prm_coop", "解锁", "Unlock", 60),
        Node::button("prm-coop-black", "prm_coop", "黑名单", "Black list", 70),
        Node::button("prm-coop-white", "prm_coop", "白名单", "White list", 80),
        Node::button("prm-coop-takeover", "prm_coop", "接管页面锁", "Take over page lock", 82),
        Node::button("prm-coop-file", "prm_coop", "资料维护", "Maintain documents", 84),
        Node::button("prm-coop-import", "prm_coop", "导入", "Import", 85),
        Node::button("prm-coop-finance", "prm_coop", "查看信用财务", "View credit and finance", 87),
        Node::button("prm-coop-export", "prm_coop", "导出", "Export", 90),
    ];
    room.form(&coop::FORM);
    // Orders of every scope and inquiries name a contact.
    let contacts = [PAGE_CODES, &["af_order_inquiry", "prm_coop"]].concat();
    room.operations.extend([
        Operation::post("approve_coop", "/prm/coop/{id}/approve", Access::Code("prm-coop-edit"), moves::approve)
            .summary("A partner waiting for approval becomes effective"),
        Operation::post("stop_coop", "/prm/coop/{id}/stop", Access::Code("prm-coop-stop"), moves::stop),
        Operation::post("restart_coop", "/prm/coop/{id}/restart", Access::Code("prm-coop-stop"), moves::restart),
        Operation::post("lock_coop", "/prm/coop/{id}/lock", Access::Code("prm-coop-lock"), lock::lock),
        Operation::post("unlock_coop", "/prm/coop/{id}/unlock", Access::Code("prm-coop-unlock"), lock::unlock),
        Operation::post("blacklist_coop", "/prm/coop/{id}/black", Access::Code("prm-coop-black"), moves::black),
        Operation::post("whitelist_coop", "/prm/coop/{id}/white", Access::Code("prm-coop-white"), moves::white),
        Operation::get("list_coop_contacts", "/prm/coop/{id}/contacts", Access::any_of(&contacts), coop::contacts),
    ]);
    room.operations.extend(lease::operations());
    room.lists = vec![coop::LIST];
    room.selects = vec![("coop", offers::offer_coops)];
    let binds = ["prm_coop", "prm-coop-add", "prm-coop-invite", "prm_customer_info", "prm_coop_share", "prm-share-add"];
    room.select_uses.push(("coop", Access::any_of(&binds)));
    room.effects.extend(moves::EFFECTS);
    room.appliers.extend(moves::APPLIERS);
    room.effects.extend(lock::effects());
    room.appliers.extend(lock::appliers());
    room.plans.push(lock::PLAN);
    room.plans.push(Plan::new(
        "coop.nameKeys",
        ("客商名称查重准备", "Keys by which partners of one name are found"),
        (Category::Update, Schedule::Minute),
        domain::coop::key_names,
    ));
    room.settings.push(&coop::NEEDS_APPROVAL);
    services(&mut room);
    coop_agreement::add(&mut room);
    coop_credit::add(&mut room);
    coop_lock::add(&mut room);
    room.page(&coop_qualification::PAGE);
    agreement_rule::add(&mut room);
    coop_bill::add(&mut room);
    coop_check::add(&mut room);
    coop_settle::add(&mut room);
    cost_confirmation::add(&mut room);
    contract::add(&mut room);
    party::add(&mut room);
    receivable_age::add(&mut room);
    info::add(&mut room);
    share::add(&mut room);
    room
}

/// Service items and what partners do of them, with what forms of other rooms ask about them.
fn services(room: &mut Room) {
    room.nodes.push(Node::button("prm-service-coop", "prm_service", "单位服务维护", "Maintain partner services", 70));
    room.page(&service::PAGE);
    room.page(&coop_service::PAGE);
    room.selects.push(("serviceItem", charge::item::offer));
    room.selects.push(("serviceScope", platform::scopes::offer));
    let asked = Access::any_of(&[PAGE_CODES, &["prm_service"]].concat());
    room.operations.extend([
        Operation::get("select_service_items", "/prm/service/select", asked, charge::item::select)
            .param("businessScope")
            .param("kind")
            .param("serviceType")
            .param("keyword")
            .summary("The kinds of charge a new line may have"),
        Operation::get("get_default_supplier", "/prm/coopService/default", asked, coop_service::default)
            .param("businessScope")
            .param("serviceItemId")
            .param("portCode")
            .param("side")
            .summary("Who supplies a service at a port unless another is chosen"),
    ]);
}
