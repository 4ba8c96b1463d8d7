//! Choices of a business scope, for fields and filters.

use crate::call::Call;
use crate::field::Choice;
use crate::refusal::Refusal;
use crate::registry::{Offer, SelectAsk};

/// Stands for all scopes where a value must be stored.
pub const ALL: &str = "*";
/// The scopes by code.
pub const SCOPES: &[Choice] = WITH_ALL.split_at(1).1;
/// The scopes behind [`ALL`].
pub const WITH_ALL: &[Choice] = &behind(ALL);

/// The scopes behind what stands for all of them.
pub const fn behind(all: &'static str) -> [Choice; 9] {
    [
        Choice::new(all, "全部", "All"),
        Choice::new("AE", "空运出口", "Air export"),
        Choice::new("AI", "空运进口", "Air import"),
        Choice::new("SE", "海运出口", "Sea export"),
        Choice::new("SI", "海运进口", "Sea import"),
        Choice::new("TE", "铁路出口", "Rail export"),
        Choice::new("TI", "铁路进口", "Rail import"),
        Choice::new("LC", "公路运输", "Road transport"),
        Choice::new("IO", "其他业务", "Other business"),
    ]
}

/// Answers a select of scopes, for fields that take several.
pub fn offer(_: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let keyword = ask.keyword.to_lowercase();
    let wanted = SCOPES.iter().filter(|scope| match ask.value.as_str() {
        "" => [scope.value, scope.zh, scope.en].iter().any(|text| text.to_lowercase().contains(&keyword)),
        value => scope.value == value,
    });
    let offer = |scope: &Choice| Offer {
        value: scope.value.to_owned(),
        label: scope.value.to_owned(),
        hint: scope.zh.to_owned(),
    };
    Ok(wanted.map(offer).collect())
}

#[cfg(test)]
mod tests {
    use kernel::Scope;

    use super::*;

    #[test]
    fn the_choices_are_the_scopes() {
        let choices: Vec<_> = SCOPES.iter().map(|choice| (choice.value, choice.zh, choice.en)).collect();
        let scopes: Vec<_> = Scope::all().map(|scope| (scope.code(), scope.zh(), scope.en())).collect();
        assert_eq!(choices, scopes);
    }
}
