//! Names as they are typed, kept and laid out.

/// Names a line of the print has.
pub(crate) const NAMES_A_LINE: usize = 4;

/// The names of a text: commas, semicolons or line breaks stand between, in either script.
pub(crate) fn split(text: &str) -> Vec<String> {
    let parts = text.split([',', '，', '、', ';', '；', '\n', '\r']);
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The first that stands there twice, whatever its case.
pub(crate) fn twice(names: &[String]) -> Option<&str> {
    let mut seen = std::collections::HashSet::new();
    names.iter().find(|name| !seen.insert(name.to_lowercase())).map(String::as_str)
}

/// Rows of one type of cargo, together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// The type.
    pub(crate) cargo_type: String,
    /// Chinese name with the English one behind it, where there is one at its place.
    pub(crate) names: Vec<String>,
    /// Numbers of the reports.
    pub(crate) reports: Vec<String>,
}

/// What a row holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Said<'a> {
    pub(crate) cargo_type: &'a str,
    pub(crate) chinese: &'a str,
    pub(crate) english: &'a str,
    pub(crate) report: &'a str,
}

/// The groups of rows, in the order their types come first.
pub(crate) fn grouped<'a>(rows: impl IntoIterator<Item = Said<'a>>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in rows {
        let place = groups.iter().position(|group| group.cargo_type == row.cargo_type).unwrap_or(groups.len());
        if place == groups.len() {
            groups.push(Group { cargo_type: row.cargo_type.to_owned(), ..Group::default() });
        }
        let Some(group) = groups.get_mut(place) else { continue };
        let english = split(row.english);
        for (place, chinese) in split(row.chinese).into_iter().enumerate() {
            let name = english.get(place).map_or(chinese.clone(), |english| format!("{chinese} {english}"));
            if !group.names.contains(&name) {
                group.names.push(name);
            }
        }
        if !row.report.is_empty() && !group.reports.iter().any(|known| known == row.report) {
            group.reports.push(row.report.to_owned());
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_any_comma() {
        assert_eq!(
            split(" 灯具, LED灯，插座、灯带；灯罩\n灯头 ,, "),
            ["灯具", "LED灯", "插座", "灯带", "灯罩", "灯头"]
        );
        assert_eq!(split(" ，\n"), [""; 0]);
        assert_eq!(twice(&split("LED,灯,led")), Some("led"));
        assert_eq!(twice(&split("LED,灯")), None);
    }

    #[test]
    fn rows_of_a_type_stand_together_each_name_once() {
        let row = |cargo_type, chinese, english, report| Said { cargo_type, chinese, english, report };
        let groups = grouped([
            row("普货", "灯具，插座", "LAMPS", "R1"),
            row("危险品", "油漆", "PAINT", ""),
            row("普货", "插座，灯带", "", "R1"),
        ]);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].names, ["灯具 LAMPS", "插座", "灯带"]);
        assert_eq!((&groups[0].reports[..], &groups[1].cargo_type[..]), (&["R1".to_owned()][..], "危险品"));
    }
}
