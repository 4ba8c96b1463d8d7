//! One sheet: which of its rows is repeated, and its cells filled.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Fault;
use super::formula::{Growth, Part, Place, rewrite};
use super::limit::{Budget, ROWS_MAX, TEXT_MAX};
use super::package::{Package, SheetPart, rich_text};
use super::xml::{Element, Node};
use crate::variable::{self, Values};

/// A sheet whose rows and cells all say where they are.
pub struct Sheet {
    root: Element,
}

/// What a sheet is filled with.
pub struct Filling<'a> {
    /// Name of the sheet.
    pub sheet: &'a str,
    /// The repeated rows of all sheets.
    pub growths: &'a BTreeMap<String, Growth>,
    /// Shared texts.
    pub strings: &'a [String],
    /// Values of the paper.
    pub values: &'a Values,
    /// Values of its rows.
    pub rows: &'a [Values],
}

impl Sheet {
    /// A sheet as it was read, if it fits.
    fn new(mut root: Element, name: &str, strings: &[String], budget: &mut Budget) -> Result<Self, Fault> {
        for part in ["sheetData", "mergeCells"] {
            let inside = root.child(part).into_iter().flat_map(Element::elements);
            budget.cells(inside.map(|one| one.children.len().max(1)).sum())?;
        }
        number(&mut root)?;
        share_no_formulas(&mut root, budget)?;
        let sheet = Self { root };
        sheet.measure(name, strings, budget)?;
        Ok(sheet)
    }

    fn measure(&self, name: &str, strings: &[String], budget: &mut Budget) -> Result<(), Fault> {
        for cell in self.rows().flat_map(Element::elements) {
            let place = || format!("{name}!{}", cell.get("r"));
            if let Some(formula) = cell.child("f") {
                budget.formula(&formula.text(), place)?;
            } else if let Some(text) = text_of(cell, strings) {
                budget.text(&text, place)?;
            }
        }
        Ok(())
    }

    fn rows(&self) -> impl Iterator<Item = &Element> {
        self.root.child("sheetData").into_iter().flat_map(Element::elements)
    }

    /// Names in braces, in the order of the cells.
    pub fn names(&self, strings: &[String]) -> Vec<String> {
        let cells = self.rows().flat_map(Element::elements);
        let texts: Vec<Cow<'_, str>> = cells.filter_map(|cell| text_of(cell, strings)).collect();
        texts.iter().flat_map(|text| facts::braces::names(text)).map(str::to_owned).collect()
    }

    /// Rows with a variable of rows.
    pub fn repeated_rows(&self, strings: &[String]) -> Vec<u32> {
        let repeated = |row: &&Element| {
            row.elements().filter_map(|cell| text_of(cell, strings)).any(|text| {
                facts::braces::names(&text).any(|name| variable::find(name).is_some_and(|variable| variable.row))
            })
        };
        self.rows().filter(repeated).filter_map(|row| row.get("r").parse().ok()).collect()
    }

    /// The sheet with its cells filled.
    pub fn filled(self, filling: &Filling<'_>) -> Element {
        let mut root = self.root;
        let own = filling.growths.get(filling.sheet).copied();
        if let Some(data) = root.child_mut("sheetData") {
            let rows = std::mem::take(&mut data.children);
            for node in rows {
                let Node::Element(row) = node else { continue };
                data.children.extend(filled_rows(&row, own, filling).into_iter().map(Node::Element));
            }
        }
        if let Some(growth) = own {
            move_ranges(&mut root, growth);
        }
        // The extent is worked out again by whoever opens the file.
        root.children.retain(|node| !matches!(node, Node::Element(one) if one.local() == "dimension"));
        root
    }
}

/// Every sheet of a workbook.
pub fn all_sheets(package: &Package, strings: &[String]) -> Result<Vec<(SheetPart, Sheet)>, Fault> {
    let mut budget = Budget::default();
    let sheet = |part: SheetPart| {
        let root = package.xml(&part.path)?.ok_or(Fault::NotXlsx)?;
        let sheet = Sheet::new(root, &part.name, strings, &mut budget)?;
        Ok((part, sheet))
    };
    package.sheets()?.into_iter().map(sheet).collect()
}

/// Rows and cells may leave out where they are: behind the one before.
fn number(root: &mut Element) -> Result<(), Fault> {
    let mut next_row = 1;
    for row in root.child_mut("sheetData").into_iter().flat_map(Element::elements_mut) {
        let place = row.get("r").parse().unwrap_or(next_row);
        if place > ROWS_MAX {
            return Err(Fault::NotXlsx);
        }
        next_row = place + 1;
        row.set("r", &place.to_string());
        let mut next_column = 1;
        for cell in row.elements_mut() {
            let known = Place::parse(&cell.get("r"));
            let column = known.map_or(next_column, |known| known.column);
            next_column = column + 1;
            let place = Place { column, fixed_column: false, row: place, fixed_row: false };
            cell.set("r", &place.show());
        }
    }
    Ok(())
}

/// Gives each cell that shares a formula its own: what is shared would not stand the moving of rows.
fn share_no_formulas(root: &mut Element, budget: &mut Budget) -> Result<(), Fault> {
    let mut shared: BTreeMap<String, (Place, String)> = BTreeMap::new();
    for row in root.child_mut("sheetData").into_iter().flat_map(Element::elements_mut) {
        for cell in row.elements_mut() {
            let Some(place) = Place::parse(&cell.get("r")) else { continue };
            let Some(formula) = cell.child_mut("f").filter(|formula| formula.get("t") == "shared") else { continue };
            let (key, text) = (formula.get("si"), formula.text());
            if text.is_empty() {
                if let Some((from, text)) = shared.get(&key) {
                    budget.letters(text)?;
                    let columns = i64::from(place.column) - i64::from(from.column);
                    let rows = i64::from(place.row) - i64::from(from.row);
                    formula.set_text(&rewrite(text, &mut |_, _, place| place.copied(columns, rows)));
                }
            } else {
                shared.insert(key, (place, text));
            }
            for member in ["t", "si", "ref"] {
                formula.unset(member);
            }
        }
    }
    Ok(())
}

/// The text of a cell that is no formula.
fn text_of<'a>(cell: &Element, strings: &'a [String]) -> Option<Cow<'a, str>> {
    if cell.child("f").is_some() {
        return None;
    }
    match cell.get("t").as_str() {
        "s" => strings.get(cell.child("v")?.text().trim().parse::<usize>().ok()?).map(|text| text.as_str().into()),
        "inlineStr" => cell.child("is").map(|text| rich_text(text).into()),
        "str" => cell.child("v").map(|text| text.text().into()),
        _ => None,
    }
}

/// A row as it stands on the paper: once, or once for each row of it. Without rows its line stays, empty.
fn filled_rows(row: &Element, own: Option<Growth>, filling: &Filling<'_>) -> Vec<Element> {
    let place: u32 = row.get("r").parse().unwrap_or(1);
    let Some(growth) = own.filter(|growth| growth.row == place) else {
        let place = own.map_or(place, |growth| growth.of(place));
        return vec![filled_row(row, place, None, &Values::new(), filling)];
    };
    let none = [Values::new()];
    let rows = if filling.rows.is_empty() { &none[..] } else { filling.rows };
    let copies = (0u32..).zip(rows);
    copies.map(|(copy, values)| filled_row(row, growth.row + copy, Some(copy), values, filling)).collect()
}

fn filled_row(row: &Element, place: u32, copy: Option<u32>, values: &Values, filling: &Filling<'_>) -> Element {
    let mut row = row.clone();
    row.set("r", &place.to_string());
    for cell in row.elements_mut() {
        if let Some(known) = Place::parse(&cell.get("r")) {
            cell.set("r", &Place { row: place, ..known }.show());
        }
        if cell.child("f").is_some() {
            move_formula(cell, copy, filling);
        } else if let Some(text) = text_of(cell, filling.strings)
            && facts::braces::names(&text).next().is_some()
        {
            fill_cell(cell, &text, values, filling.values);
        }
    }
    row
}

/// A formula stays a formula; its old result does not.
fn move_formula(cell: &mut Element, copy: Option<u32>, filling: &Filling<'_>) {
    let moved = |text: &str| {
        rewrite(text, &mut |sheet, part, place| {
            let own = sheet.is_none_or(|sheet| sheet == filling.sheet);
            let Some(growth) = filling.growths.get(sheet.unwrap_or(filling.sheet)) else { return place };
            let row = match copy {
                // Within the repeated row a formula speaks of its own copy.
                Some(copy) if own && place.row == growth.row => {
                    if place.fixed_row {
                        place.row
                    } else {
                        place.row + copy
                    }
                }
                _ if part == Part::Last => growth.of_end(place.row),
                _ => growth.of(place.row),
            };
            Place { row, ..place }
        })
    };
    if let Some(formula) = cell.child_mut("f") {
        let text = moved(&formula.text());
        formula.set_text(&text);
        let range = formula.get("ref");
        if !range.is_empty() {
            let range = moved(&range);
            formula.set("ref", &range);
        }
    }
    cell.unset("t");
    cell.children.retain(|node| !matches!(node, Node::Element(one) if one.local() == "v"));
}

/// A lone number becomes a number; all else becomes text, which no program reads as a formula.
fn fill_cell(cell: &mut Element, text: &str, row: &Values, paper: &Values) {
    let value = |name: &str| row.get(name).or_else(|| paper.get(name)).map(String::as_str).unwrap_or_default();
    // Some programs write their elements with a prefix.
    let prefix = cell.name.strip_suffix('c').unwrap_or_default().to_owned();
    let named = |local: &str| format!("{prefix}{local}");
    let lone = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).and_then(variable::find);
    if let Some(number) = lone.filter(|variable| variable.number).map(|variable| value(variable.name))
        && is_number(number)
    {
        cell.unset("t");
        cell.children = vec![Node::Element(Element::with_text(&named("v"), number))];
        return;
    }
    let filled = facts::braces::fill(text, value);
    let filled: String = filled.chars().filter(|letter| is_allowed(*letter)).take(TEXT_MAX).collect();
    let mut words = Element::with_text(&named("t"), &filled);
    words.set("xml:space", "preserve");
    let inside = Element { children: vec![Node::Element(words)], ..Element::new(&named("is")) };
    cell.set("t", "inlineStr");
    cell.children = vec![Node::Element(inside)];
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    all(whole) && all(part)
}

/// What XML can hold.
fn is_allowed(letter: char) -> bool {
    letter >= ' ' && !matches!(letter, '\u{fffe}' | '\u{ffff}') || matches!(letter, '\t' | '\n' | '\r')
}

/// Merged cells, formats, rules and links behind the cells move with them.
fn move_ranges(root: &mut Element, growth: Growth) {
    let moved = |text: &str| {
        rewrite(text, &mut |_, part, place| {
            let row = if part == Part::Last { growth.of_end(place.row) } else { growth.of(place.row) };
            Place { row, ..place }
        })
    };
    for part in root.elements_mut() {
        match part.local() {
            "mergeCells" => repeat_merges(part, growth),
            "sheetData" | "sheetViews" | "cols" => {}
            _ => part.walk(&mut |one| {
                for member in ["ref", "sqref"] {
                    let range = one.get(member);
                    if !range.is_empty() {
                        one.set(member, &moved(&range));
                    }
                }
                if matches!(one.local(), "formula" | "formula1" | "formula2") {
                    let text = moved(&one.text());
                    one.set_text(&text);
                }
            }),
        }
    }
}

/// A merge within the repeated row comes with each copy.
fn repeat_merges(merges: &mut Element, growth: Growth) {
    let old = std::mem::take(&mut merges.children);
    for node in old {
        let Node::Element(merge) = node else { continue };
        let range = merge.get("ref");
        let ends: Vec<Place> = range.split(':').filter_map(Place::parse).collect();
        let inside = ends.iter().all(|end| end.row == growth.row);
        for copy in 0..=(if inside { growth.extra } else { 0 }) {
            let mut merge = merge.clone();
            let ends = ends.iter().zip([Part::First, Part::Last]).map(|(end, part)| {
                let row = match part {
                    _ if inside => end.row + copy,
                    Part::First => growth.of(end.row),
                    Part::Last => growth.of_end(end.row),
                };
                Place { row, ..*end }.show()
            });
            merge.set("ref", &ends.collect::<Vec<_>>().join(":"));
            merges.children.push(Node::Element(merge));
        }
    }
    let count = merges.children.len();
    merges.set("count", &count.to_string());
}
