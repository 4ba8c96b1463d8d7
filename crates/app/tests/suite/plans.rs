//! The plans of the embedded database for everything the product reads: what is done for every row of another table
//! finds its rows by a key, and no page of a list reads a whole company, but for what is written down.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use platform::list::ListPage;
use platform::registry::Method;
use platform::store::Asked;
use platform::web::percent_encoded;
use testkit::plans::{Company, Plans, Walk};
use testkit::walks::{self, For, Page};
use testkit::{Caller, World};

use crate::at_work::{lay_base, lay_orders, rooms};

/// Plans that may stay, each with the reason: tables of the platform that are as small in a large company as in a small
/// one. The list only becomes shorter.
const ACCEPTED: &str = include_str!("plans.txt");
/// What lists read whole companies for. The list only becomes shorter.
const WALKED: &str = include_str!("list_walks.txt");
/// How many rows a large company has, by table.
const COMPANY: &str = include_str!("large_company.txt");

/// What the embedded database was asked for a page of a list.
struct OfList {
    list: Arc<ListPage>,
    asked_for: For,
    /// The page was refused: a filter takes another value.
    refused: bool,
    statements: BTreeMap<String, Asked>,
}

/// All that the database was asked.
#[derive(Default)]
struct Heard {
    all: BTreeMap<String, Asked>,
    lists: Vec<OfList>,
}

impl Heard {
    /// What was asked since the last look.
    fn look(&mut self, world: &World) -> BTreeMap<String, Asked> {
        let heard = world.app.store.listen(true);
        for (text, asked) in &heard {
            self.all.entry(text.clone()).or_insert_with(|| asked.clone());
        }
        heard
    }

    /// Asks for every list as a caller may, with each filter and each order, and for everything else that is read.
    fn ask(&mut self, world: &World, caller: &Caller<'_>, whole: bool) {
        self.look(world);
        for list in &world.app.registry.lists {
            for (asked_for, query) in walks::queries(list, whole) {
                let query: String =
                    query.iter().map(|(name, value)| format!("&{name}={}", percent_encoded(value))).collect();
                let reply = caller.get(&format!("{}/page?size=5&part=rows{query}", list.base));
                let statements = self.look(world);
                // Who may not look at all is another's business.
                if whole && reply.status != 403 {
                    let refused = (reply.status, reply.code) != (200, 0);
                    self.lists.push(OfList { list: list.clone(), asked_for: asked_for.clone(), refused, statements });
                }
                if !matches!(asked_for, For::Sort(_)) {
                    caller.get(&format!("{}/total?size=5{query}", list.base));
                    // Whoever adds up reads all he adds up; the next page is not to answer for it.
                    self.look(world);
                }
            }
        }
        let reads = world.app.registry.operations.iter().filter(|one| one.method == Method::Get);
        for operation in reads.filter(|one| !one.path.ends_with("/page") && !one.path.ends_with("/total")) {
            let part = |part: &str| if part.starts_with('{') { "1".to_owned() } else { part.to_owned() };
            let path: Vec<String> = operation.path.split('/').map(part).collect();
            let query: Vec<String> = operation.params.iter().map(|(name, _)| format!("{name}=1")).collect();
            caller.get(&path.join("/"));
            caller.get(&format!("{}?{}", path.join("/"), query.join("&")));
        }
    }
}

/// Heard once for all that is held against it.
fn heard() -> &'static Heard {
    static HEARD: OnceLock<Heard> = OnceLock::new();
    HEARD.get_or_init(|| {
        let world = World::sqlite(rooms);
        lay_base(&world);
        let mut heard = Heard::default();
        heard.look(&world);
        lay_orders(&world);
        for (login, whole) in
            [("demo-admin", true), ("superAdmin", true), ("sales01", false), ("op01", false), ("wh01", false)]
        {
            heard.ask(&world, &world.login(login), whole);
        }
        // What the clock does in a night.
        world.set_clock("2026-07-16 03:00:00");
        world.run_jobs();
        heard.look(&world);
        world.app.store.listen(false);
        heard
    })
}

#[test]
fn nothing_walks_through_a_company_for_every_row() {
    let heard = &heard().all;
    let asks = |text: &&String| {
        let text = text.to_ascii_uppercase();
        let begins = ["SELECT", "UPDATE", "DELETE", "WITH", "INSERT"].iter().any(|begin| text.starts_with(begin));
        begins && (text.matches("SELECT").count() > 1 || text.contains(" JOIN "))
    };
    let statements: Vec<&String> = heard.keys().filter(asks).collect();
    assert!(statements.len() > 500, "{} statements were heard", statements.len());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let inside = runtime.enter();
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    for analysed in [false, true] {
        let plans = Plans::new(analysed);
        for statement in &statements {
            for fault in plans.faults(statement, &heard[*statement].values) {
                found.entry(fault).or_insert(statement);
            }
        }
    }
    drop(inside);
    let accepted: BTreeSet<&str> = ACCEPTED
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect();
    let new: Vec<String> = found
        .iter()
        .filter(|(fault, _)| !accepted.contains(fault.as_str()))
        .map(|(fault, statement)| format!("{fault}\n    {}", statement.chars().take(6000).collect::<String>()))
        .collect();
    assert!(new.is_empty(), "{} new: {}", new.len(), new.join("\n"));
    let gone: Vec<&&str> = accepted.iter().filter(|one| !found.contains_key(**one)).collect();
    assert!(gone.is_empty(), "no longer so, and to be taken from the list: {gone:#?}");
}

/// The walks of the statements that read the table of a list. What is asked about the rows of a page without rows finds
/// nothing, however it looks for it.
fn walks_of(plans: &Plans, known: &mut BTreeMap<String, Vec<Walk>>, of: &OfList) -> Vec<Walk> {
    let table = format!("\"{}\"", of.list.table);
    let of_none = |text: &str| text.contains("1 = 0") && !text.contains(" LIMIT ");
    let reads =
        of.statements.iter().filter(|(text, _)| text.starts_with("SELECT") && text.contains(&table) && !of_none(text));
    let mut walks = Vec::new();
    for (text, asked) in reads {
        let found = known.entry(text.clone()).or_insert_with(|| plans.walks(text, &asked.values));
        walks.extend(found.iter().cloned());
    }
    walks
}

#[test]
fn no_list_reads_a_whole_company_for_a_page_but_those_that_are_known_to() {
    let heard = heard();
    assert!(heard.lists.len() > 1_500, "{} pages were heard", heard.lists.len());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let inside = runtime.enter();
    let (plans, mut known) = (Plans::of(Company::read(COMPANY)), BTreeMap::new());
    // A report adds up what it finds.
    let lists = heard.lists.iter().filter(|of| of.list.report.is_none());
    let found = walks::faults(lists.map(|of| Page {
        list: of.list.key,
        asked_for: of.asked_for.clone(),
        walks: (!of.refused).then(|| walks_of(&plans, &mut known, of)),
    }));
    drop(inside);
    walks::held(&found, WALKED).unwrap_or_else(|fault| panic!("list_walks.txt: {fault}"));
}
