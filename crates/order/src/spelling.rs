//! How people write the numbers of orders and waybills.

/// How a whole number may be stored, in capitals: as it was typed, and with or without the dash of codes and waybills.
pub fn spellings(text: &str) -> Vec<String> {
    let typed = text.trim().to_uppercase();
    let bare: String = typed.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').collect();
    // AE-2607150001 and 176-12345675 are also written without their dash.
    let dashed = [2, 3].into_iter().filter_map(|at| Some(format!("{}-{}", bare.get(..at)?, bare.get(at..)?)));
    let mut all: Vec<String> = dashed.collect();
    all.extend([typed, bare]);
    all
}
