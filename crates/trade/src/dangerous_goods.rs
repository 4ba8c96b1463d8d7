//! Lines of a shipper's declaration for dangerous goods: UN number, class or division, packing group and packing
//! instruction. Classes, compatibility groups and packing groups as the UN Model Regulations (chapters 2.0 and 2.1)
//! and the air transport instructions made of them have them; quantities by UN number are the user's own knowledge.

use kernel::{Findings, Msg};

/// Lines on a page of the declaration.
pub const LINES_A_PAGE: usize = 5;

/// Classes and divisions but for class 1, in the order of the regulations.
const DIVISIONS: [&str; 14] =
    ["2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "7", "8", "9"];
/// Divisions of class 1 with the compatibility groups each may have (Model Regulations 2.1.2.1.2).
const EXPLOSIVES: [(&str, &str); 6] =
    [("1.1", "ABCDEFGJL"), ("1.2", "BCDEFGHJKL"), ("1.3", "CFGHJKL"), ("1.4", "BCDEFGS"), ("1.5", "D"), ("1.6", "N")];
/// Subsidiary hazards of one substance.
const SUBSIDIARY_MAX: usize = 3;
/// Self-reactive substances have no packing group although division 4.1 does.
const SELF_REACTIVE: std::ops::RangeInclusive<u32> = 3221..=3240;
/// Articles that hold what their class names have none either.
const ARTICLES: std::ops::RangeInclusive<u32> = 3537..=3548;
/// Further entries without a packing group: batteries, fuel cells, articles with mercury, resin kits.
const UNGROUPED: [u32; 10] = [2794, 2795, 2800, 3028, 3292, 3473, 3476, 3477, 3506, 3527];

/// Not a UN or ID number.
pub const UN_NUMBER: Msg = Msg::new("dgd.un_number", "UN编号格式不正确", "The UN number has the wrong format.");
/// No class or division.
pub const CLASS: Msg = Msg::new("dgd.class", "类别或项别不正确：{x}", "There is no such class or division: {x}");
/// Class 1 without its compatibility group, or with one it can't have.
pub const COMPATIBILITY: Msg = Msg::new(
    "dgd.compatibility",
    "{division}项须带配装组，可为{groups}",
    "Division {division} needs a compatibility group: one of {groups}.",
);
/// No subsidiary hazard.
pub const SUBSIDIARY: Msg =
    Msg::new("dgd.subsidiary", "次要危险性不正确：{x}", "There is no such subsidiary hazard: {x}");
/// Needs a packing group.
pub const GROUP_NEEDED: Msg =
    Msg::new("dgd.group_needed", "{class}类须填写包装等级", "Class {class} needs a packing group.");
/// Has no packing groups.
pub const GROUP_NONE: Msg = Msg::new("dgd.group_none", "{class}类没有包装等级", "Class {class} has no packing groups.");
/// Not a packing group.
pub const GROUP: Msg = Msg::new("dgd.group", "包装等级须为I、II或III", "The packing group is I, II or III.");
/// Not a packing instruction.
pub const INSTRUCTION: Msg = Msg::new(
    "dgd.instruction",
    "包装说明须为3位数字，或Y加3位数字",
    "The packing instruction has 3 digits, or Y and 3 digits.",
);
/// Needs a packing instruction.
pub const INSTRUCTION_NEEDED: Msg =
    Msg::new("dgd.instruction_needed", "请填写包装说明", "Please fill in the packing instruction.");
/// A limited quantity on a cargo aircraft only.
pub const LIMITED_ON_FREIGHTER: Msg = Msg::new(
    "dgd.limited_on_freighter",
    "Y开头的包装说明为限量包装，与仅限货机不符",
    "A packing instruction with Y is for limited quantities, which are not for cargo aircraft only.",
);
/// Another number than the order's.
pub const OTHER_NUMBER: Msg =
    Msg::new("dgd.other_number", "UN编号与订单的{un}不一致", "The UN number is not the order's {un}.");
/// A radioactive line on a declaration that says there is none.
pub const RADIOACTIVE: Msg =
    Msg::new("dgd.radioactive", "7类货物须选择放射性装运类型", "Goods of class 7 need the shipment type radioactive.");
/// A declaration of radioactive goods without such a line.
pub const NOT_RADIOACTIVE: Msg = Msg::new(
    "dgd.not_radioactive",
    "放射性申报单只能列7类货物",
    "A declaration of radioactive goods can list goods of class 7 alone.",
);

/// One line as the rules see it, upper-cased.
#[derive(Debug, Clone, Copy, Default)]
pub struct Line<'a> {
    /// `UN1234` or `ID8000`.
    pub un_number: &'a str,
    /// `3 (6.1)`: class or division, compatibility group, subsidiary hazards in brackets.
    pub class: &'a str,
    /// `I`, `II`, `III` or nothing.
    pub packing_group: &'a str,
    /// `965` or `Y341`.
    pub instruction: &'a str,
}

/// What the whole declaration says beside its lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Declared<'a> {
    /// Cargo aircraft only.
    pub cargo_only: bool,
    /// Radioactive material.
    pub radioactive: bool,
    /// UN number of the order; empty when it names none.
    pub order_un: &'a str,
}

/// Whether a text is `UN` or `ID` with four digits.
pub fn is_un_number(text: &str) -> bool {
    let digits = text.strip_prefix("UN").or_else(|| text.strip_prefix("ID"));
    digits.is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a text is three digits, or `Y` and three digits.
pub fn is_instruction(text: &str) -> bool {
    let digits = text.strip_prefix('Y').unwrap_or(text);
    digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Pages a declaration of so many lines has.
pub fn pages(lines: usize) -> usize {
    lines.div_ceil(LINES_A_PAGE).max(1)
}

/// Everything wrong with the lines of a declaration; fields are `0.unIdNo` and so on, by the place of the line.
/// What is empty and required is said by the form.
pub fn check(lines: &[Line<'_>], declared: Declared<'_>) -> Findings {
    let mut findings = Findings::new();
    for (place, line) in lines.iter().enumerate() {
        check_line(line, declared, &format!("{place}."), &mut findings);
    }
    findings
}

fn check_line(line: &Line<'_>, declared: Declared<'_>, at: &str, findings: &mut Findings) {
    let field = |name: &str| format!("{at}{name}");
    if !line.un_number.is_empty() && !is_un_number(line.un_number) {
        findings.error(field("unIdNo"), UN_NUMBER.text());
    } else if !line.un_number.is_empty() && !declared.order_un.is_empty() && line.un_number != declared.order_un {
        findings.warning(field("unIdNo"), OTHER_NUMBER.with(&[("un", declared.order_un)]));
    }
    if line.class.is_empty() {
        return;
    }
    let Some(primary) = primary_of(line.class, &field("classOrDivision"), findings) else { return };
    check_group(line, primary, &field("packingGroup"), findings);
    check_instruction(line, primary, declared.cargo_only, &field("packingInst"), findings);
    match (primary == "7", declared.radioactive) {
        (true, false) => findings.error(field("classOrDivision"), RADIOACTIVE.text()),
        (false, true) => findings.error(field("classOrDivision"), NOT_RADIOACTIVE.text()),
        _ => {}
    }
}

/// The primary class of `3 (6.1, 8)`; what is no class or no subsidiary hazard is a finding.
fn primary_of<'a>(text: &'a str, field: &str, findings: &mut Findings) -> Option<&'a str> {
    let (primary, rest) = text.split_once('(').map_or((text, None), |(primary, rest)| (primary, Some(rest)));
    let primary = primary.trim();
    if let Some(message) = wrong_primary(primary) {
        findings.error(field, message);
        return None;
    }
    let Some(rest) = rest else { return Some(primary) };
    let inner = rest.trim().strip_suffix(')').unwrap_or_default();
    let hazards: Vec<&str> = inner.split([',', '/']).map(str::trim).collect();
    // A subsidiary hazard of class 1 is written without division; class 9 is none.
    let known = |hazard: &str| hazard == "1" || DIVISIONS.contains(&hazard) && hazard != "9" && hazard != primary;
    let strange = hazards.iter().copied().find(|hazard| !known(hazard));
    let Some(strange) = strange.or((hazards.len() > SUBSIDIARY_MAX).then_some(inner)) else { return Some(primary) };
    findings.error(field, SUBSIDIARY.with(&[("x", if strange.is_empty() { text } else { strange })]));
    None
}

/// What is wrong with a primary class.
fn wrong_primary(primary: &str) -> Option<kernel::Text> {
    if DIVISIONS.contains(&primary) {
        return None;
    }
    let explosive = EXPLOSIVES.iter().find(|(division, _)| primary.starts_with(division));
    let Some((division, groups)) = explosive else { return Some(CLASS.with(&[("x", primary)])) };
    let group = primary.strip_prefix(division).unwrap_or_default();
    if group.len() == 1 && groups.contains(group) {
        return None;
    }
    let listed: Vec<String> = groups.chars().map(String::from).collect();
    let (zh, en) = (listed.join("、"), listed.join(", "));
    Some(
        COMPATIBILITY.with_each(&[("division", division), ("groups", &zh)], &[("division", division), ("groups", &en)]),
    )
}

/// Packing groups: classes 1, 2, 7 and divisions 5.2 and 6.2 have none, class 9 may, the others do.
fn check_group(line: &Line<'_>, primary: &str, field: &str, findings: &mut Findings) {
    let group = line.packing_group;
    if !group.is_empty() && !["I", "II", "III"].contains(&group) {
        findings.error(field, GROUP.text());
        return;
    }
    let none = primary.starts_with("1.") || primary.starts_with("2.") || ["5.2", "6.2", "7"].contains(&primary);
    if none && !group.is_empty() {
        findings.error(field, GROUP_NONE.with(&[("class", primary)]));
    }
    if !none && primary != "9" && group.is_empty() && !is_ungrouped(line.un_number) {
        findings.error(field, GROUP_NEEDED.with(&[("class", primary)]));
    }
}

/// Whether the entry of a UN number has no packing group although its class has them.
fn is_ungrouped(un_number: &str) -> bool {
    let number: Option<u32> = un_number.strip_prefix("UN").and_then(|digits| digits.parse().ok());
    number.is_some_and(|n| SELF_REACTIVE.contains(&n) || ARTICLES.contains(&n) || UNGROUPED.contains(&n))
}

/// Radioactive material goes by its category and index, all else by a packing instruction.
fn check_instruction(line: &Line<'_>, primary: &str, cargo_only: bool, field: &str, findings: &mut Findings) {
    if line.instruction.is_empty() {
        if primary != "7" {
            findings.error(field, INSTRUCTION_NEEDED.text());
        }
    } else if !is_instruction(line.instruction) {
        findings.error(field, INSTRUCTION.text());
    } else if cargo_only && line.instruction.starts_with('Y') {
        findings.warning(field, LIMITED_ON_FREIGHTER.text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Severity;

    const LIQUID: Line<'static> = Line { un_number: "UN1263", class: "3", packing_group: "II", instruction: "353" };

    fn say(line: Line<'_>, declared: Declared<'_>) -> Vec<(String, Severity, String)> {
        let found = check(&[line], declared);
        found.items.iter().map(|one| (one.field.clone(), one.severity, one.text.zh.clone())).collect()
    }

    fn errors(line: Line<'_>) -> Vec<(String, String)> {
        let errors = say(line, Declared::default()).into_iter().filter(|(_, severity, _)| *severity == Severity::Error);
        errors.map(|(field, _, text)| (field, text)).collect()
    }

    fn one(field: &str, text: &str) -> Vec<(String, String)> {
        vec![(field.to_owned(), text.to_owned())]
    }

    #[test]
    fn a_un_number_has_four_digits() {
        for right in ["UN0004", "UN3480", "ID8000"] {
            assert!(is_un_number(right), "{right}");
        }
        for wrong in ["UN348", "UN34800", "3480", "un3480", "UN 348", "NA1234", "UN34A0", ""] {
            assert!(!is_un_number(wrong), "{wrong}");
        }
        assert_eq!(errors(Line { un_number: "UN348", ..LIQUID }), one("0.unIdNo", "UN编号格式不正确"));
        assert_eq!(errors(LIQUID), []);
    }

    #[test]
    fn classes_are_those_of_the_list() {
        let class = |class| errors(Line { un_number: "UN3537", class, packing_group: "", instruction: "101" });
        for right in ["2.1", "3", "4.1", "5.1", "6.1", "8", "9", "6.2", "3 (6.1)", "8 (3, 6.1)", "5.2 (1)", "4.1(8)"] {
            assert_eq!(class(right), [], "{right}");
        }
        for wrong in ["0", "1", "2", "2.4", "4", "4.4", "5.3", "6.3", "10", "X", "3.1"] {
            assert_eq!(class(wrong), one("0.classOrDivision", &format!("类别或项别不正确：{wrong}")));
        }
        for (wrong, part) in [("3 (3)", "3"), ("3 (9)", "9"), ("3 (6.3)", "6.3"), ("3 (", "3 ("), ("3 (6.1", "3 (6.1")]
        {
            assert_eq!(class(wrong), one("0.classOrDivision", &format!("次要危险性不正确：{part}")), "{wrong}");
        }
        let four = class("3 (6.1,8,4.1,5.1)");
        assert_eq!(four, one("0.classOrDivision", "次要危险性不正确：6.1,8,4.1,5.1"));
        assert_eq!(class("3 (6.1,8,4.1)"), []);
    }

    #[test]
    fn explosives_have_a_compatibility_group_of_their_division() {
        let class = |class| errors(Line { un_number: "UN0012", class, packing_group: "", instruction: "130" });
        for right in ["1.1A", "1.2K", "1.3L", "1.4S", "1.4B", "1.5D", "1.6N"] {
            assert_eq!(class(right), [], "{right}");
        }
        let refused =
            |division: &str, groups: &str| one("0.classOrDivision", &format!("{division}项须带配装组，可为{groups}"));
        assert_eq!(class("1.4"), refused("1.4", "B、C、D、E、F、G、S"));
        assert_eq!(class("1.1S"), refused("1.1", "A、B、C、D、E、F、G、J、L"));
        assert_eq!(class("1.4SS"), refused("1.4", "B、C、D、E、F、G、S"));
        assert_eq!(class("1.5N"), refused("1.5", "D"));
        assert_eq!(class("1.6D"), refused("1.6", "N"));
        assert_eq!(class("1.7A"), one("0.classOrDivision", "类别或项别不正确：1.7A"));
    }

    #[test]
    fn packing_groups_are_needed_forbidden_or_left_open_by_class() {
        let group =
            |class, packing_group| errors(Line { un_number: "UN1950", class, packing_group, instruction: "203" });
        for (class, number) in
            [("3", "3"), ("4.1", "4.1"), ("4.3", "4.3"), ("5.1", "5.1"), ("6.1", "6.1"), ("8 (3)", "8")]
        {
            assert_eq!(group(class, ""), one("0.packingGroup", &format!("{number}类须填写包装等级")));
            assert_eq!(group(class, "III"), []);
        }
        for class in ["1.4S", "2.1", "2.2", "5.2", "6.2"] {
            assert_eq!(group(class, ""), []);
            assert_eq!(group(class, "I"), one("0.packingGroup", &format!("{class}类没有包装等级")));
        }
        assert_eq!((group("9", ""), group("9", "III")), (vec![], vec![]));
        assert_eq!(group("3", "IV"), one("0.packingGroup", "包装等级须为I、II或III"));
        // Self-reactive substances, from the first to the last, and no others.
        let self_reactive = |un_number| errors(Line { un_number, class: "4.1", packing_group: "", instruction: "459" });
        assert_eq!((self_reactive("UN3221"), self_reactive("UN3240")), (vec![], vec![]));
        assert_eq!((self_reactive("UN3220").len(), self_reactive("UN3241").len()), (1, 1));
    }

    #[test]
    fn a_packing_instruction_has_three_digits_and_y_is_not_for_freighters() {
        let with = |instruction| errors(Line { instruction, ..LIQUID });
        assert_eq!((with("353"), with("Y341")), (vec![], vec![]));
        for wrong in ["35", "3530", "Y34", "Y3411", "P650", "Z341", "35A"] {
            assert_eq!(with(wrong), one("0.packingInst", "包装说明须为3位数字，或Y加3位数字"), "{wrong}");
        }
        assert_eq!(with(""), one("0.packingInst", "请填写包装说明"));
        let freighter = Declared { cargo_only: true, ..Declared::default() };
        let limited = Line { instruction: "Y341", ..LIQUID };
        let told = say(limited, freighter);
        assert_eq!(
            told,
            [("0.packingInst".to_owned(), Severity::Warning, "Y开头的包装说明为限量包装，与仅限货机不符".to_owned())]
        );
        assert_eq!(say(LIQUID, freighter), []);
        assert_eq!(say(limited, Declared::default()), []);
    }

    #[test]
    fn the_number_of_the_order_is_compared() {
        let of_order = Declared { order_un: "UN3480", ..Declared::default() };
        let told = say(LIQUID, of_order);
        assert_eq!(told, [("0.unIdNo".to_owned(), Severity::Warning, "UN编号与订单的UN3480不一致".to_owned())]);
        let same = Line { un_number: "UN3480", class: "9", packing_group: "", instruction: "965" };
        assert_eq!(say(same, of_order), []);
    }

    #[test]
    fn radioactive_goods_have_declarations_of_their_own() {
        let hot = Line { un_number: "UN2915", class: "7", packing_group: "", instruction: "" };
        assert_eq!(errors(hot), one("0.classOrDivision", "7类货物须选择放射性装运类型"));
        let declared = Declared { radioactive: true, ..Declared::default() };
        assert_eq!(say(hot, declared), []);
        assert_eq!(say(LIQUID, declared)[0].2, "放射性申报单只能列7类货物");
        assert_eq!(errors(Line { packing_group: "II", ..hot })[0].1, "7类没有包装等级");
    }

    #[test]
    fn five_lines_make_a_page() {
        for (lines, expected) in [(0, 1), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3)] {
            assert_eq!(pages(lines), expected, "{lines}");
        }
    }
}
