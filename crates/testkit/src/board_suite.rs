//! What every declared board must stand.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use platform::web::percent_encoded;

use crate::World;

/// Every card counts what its list finds, under every switch; nothing else is asked for.
pub fn run(world: &World) {
    let admin = world.login("demo-admin");
    for board in &world.app.registry.boards {
        let (key, filter) = board.cards;
        let list = world.app.registry.lists.iter().find(|list| list.key == key).expect("the list of a board");
        assert_eq!(admin.get(&format!("{}?nothingLikeThis=1", board.call)).status, 400, "{}", board.path);
        for switch in [""].into_iter().chain(board.switches.iter().copied()) {
            let given = if switch.is_empty() { String::new() } else { format!("{switch}=true") };
            let shown = admin.ok(&format!("{}?{given}", board.call));
            let cards = shown["cards"].as_array().cloned().unwrap_or_default();
            assert!(!cards.is_empty(), "{} counts nothing", board.path);
            for card in cards {
                let choice = percent_encoded(card["key"].as_str().unwrap_or_default());
                let found = admin.ok(&format!("{}/page?{filter}={choice}&{given}", list.base));
                assert_eq!(card["count"], found["total"], "{} {choice} {given}", board.path);
            }
            for (member, _) in board.reports {
                assert!(shown[*member].is_array(), "{} {member}", board.path);
            }
        }
    }
}
