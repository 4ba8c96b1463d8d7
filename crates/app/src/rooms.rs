//! The rooms of the product, and the groups of the menu their pages lie below.

use std::collections::{BTreeMap, BTreeSet};

use platform::registry::{Node, NodeKind, Registry, Room, platform_room};

use crate::{api_document, words};

/// Every room that is built.
pub fn rooms() -> Vec<Room> {
    vec![
        platform_room(),
        hrs::room(),
        approval::room(),
        mail::room(),
        message::room(),
        interface::room(),
        base::room(),
        prm::room(),
        af::room(),
        sc::room(),
        awb::room(),
        track::room(),
        operate::room(),
        publish::room(),
        template::room(),
        feedback::room(),
        pouch::room(),
        weighing::room(),
        edi::room(),
        paper::room(),
        inquiry::room(),
        bill::room(),
        css::room(),
        receivable::room(),
        payable::room(),
        voucher::room(),
        chat::room(),
        assistant::room(),
        api_document::room(),
    ]
}

/// Pages every logged-in user may open: they need no permission.
pub const OPEN_PAGES: [&str; 14] = [
    "/dashboard",
    "/notification",
    "/panelSearch",
    "/tutorial",
    "/investigate",
    "/contactUs",
    "/resetPassword",
    "/noPermission",
    "/unPermission",
    "/unDevelop",
    "/externalCoopShare",
    "/orderShareQrcodeTrack",
    "/cargoTracking",
    "/docs",
];

/// All declarations together; the faults say why the product must not start.
pub fn registry() -> Result<Registry, Vec<String>> {
    let mut all = rooms();
    let mut groups = groups(&all)?;
    groups.planned = planned(&all, &groups);
    groups.words = words::of_client().map_err(|fault| vec![fault])?;
    all.push(groups);
    Registry::new(all)
}

/// What the menu names and no room has built: pages inside the log-in, and groups of which nothing is built.
fn planned(rooms: &[Room], groups: &Room) -> Vec<Node> {
    let nodes = rooms.iter().flat_map(|room| &room.nodes).chain(&groups.nodes);
    let built: BTreeSet<&str> = nodes.map(|node| node.code.as_str()).collect();
    let planned = reference::menu().filter_map(|node| {
        let sort = i64::from(node.order);
        let planned = match node.kind {
            "group" => Node::group(node.path, node.parent, node.zh, node.en, sort),
            "page" => Node::page(node.path, node.parent, node.zh, node.en, sort),
            "hidden" => Node::page(node.path, node.parent, node.zh, node.en, sort).hidden(),
            _ => return None,
        };
        let is_new = !built.contains(planned.code.as_str()) && !OPEN_PAGES.contains(&node.path);
        is_new.then_some(planned)
    });
    planned.collect()
}

/// The groups above the pages, named and ordered by the menu.
fn groups(rooms: &[Room]) -> Result<Room, Vec<String>> {
    let menu: BTreeMap<&str, _> = reference::menu().map(|node| (node.path, node)).collect();
    let mut groups = Room::new("menu");
    let mut wanted: Vec<String> = rooms
        .iter()
        .flat_map(|room| &room.nodes)
        .filter(|node| node.kind == NodeKind::Page && node.parent.starts_with('/'))
        .map(|node| node.parent.clone())
        .collect();
    let mut faults = Vec::new();
    while let Some(path) = wanted.pop() {
        if groups.nodes.iter().any(|node| node.code == path) {
            continue;
        }
        match menu.get(path.as_str()) {
            Some(node) => {
                let sort = i64::from(node.order);
                groups.nodes.push(Node::group(node.path, node.parent, node.zh, node.en, sort));
                if !node.parent.is_empty() {
                    wanted.push(node.parent.to_owned());
                }
            }
            None => faults.push(format!("the menu has no group {path}")),
        }
    }
    if faults.is_empty() { Ok(groups) } else { Err(faults) }
}
