//! Business scopes: what differs by scope stands in one table here.

use serde::{Deserialize, Serialize};

/// A business scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Scope {
    /// Air export.
    Ae,
    /// Air import.
    Ai,
    /// Sea export.
    Se,
    /// Sea import.
    Si,
    /// Rail export.
    Te,
    /// Rail import.
    Ti,
    /// Road transport.
    Lc,
    /// Other business.
    Io,
}

/// How the cargo moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// By air.
    Air,
    /// By sea.
    Sea,
    /// By rail.
    Rail,
    /// By road.
    Road,
    /// Any other business.
    Other,
}

struct Traits {
    scope: Scope,
    code: &'static str,
    zh: &'static str,
    en: &'static str,
    mode: Mode,
    unlock_event: u8,
    share_prefix: &'static str,
}

#[rustfmt::skip]
const TABLE: [Traits; 8] = [
    Traits { scope: Scope::Ae, code: "AE", zh: "空运出口", en: "Air export", mode: Mode::Air, unlock_event: 15, share_prefix: "af" },
    Traits { scope: Scope::Ai, code: "AI", zh: "空运进口", en: "Air import", mode: Mode::Air, unlock_event: 25, share_prefix: "ai" },
    Traits { scope: Scope::Se, code: "SE", zh: "海运出口", en: "Sea export", mode: Mode::Sea, unlock_event: 27, share_prefix: "se" },
    Traits { scope: Scope::Si, code: "SI", zh: "海运进口", en: "Sea import", mode: Mode::Sea, unlock_event: 29, share_prefix: "si" },
    Traits { scope: Scope::Te, code: "TE", zh: "铁路出口", en: "Rail export", mode: Mode::Rail, unlock_event: 31, share_prefix: "te" },
    Traits { scope: Scope::Ti, code: "TI", zh: "铁路进口", en: "Rail import", mode: Mode::Rail, unlock_event: 33, share_prefix: "ti" },
    Traits { scope: Scope::Lc, code: "LC", zh: "公路运输", en: "Road transport", mode: Mode::Road, unlock_event: 35, share_prefix: "lc" },
    Traits { scope: Scope::Io, code: "IO", zh: "其他业务", en: "Other business", mode: Mode::Other, unlock_event: 37, share_prefix: "io" },
];

impl Scope {
    /// All scopes in the order the product shows them.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.scope)
    }

    fn traits(self) -> &'static Traits {
        match TABLE.iter().find(|row| row.scope == self) {
            Some(row) => row,
            None => unreachable!("every scope has its row"),
        }
    }

    /// Two-letter code, as `AE`.
    pub fn code(self) -> &'static str {
        self.traits().code
    }

    /// The scope of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.code == code).map(|row| row.scope)
    }

    /// Chinese name.
    pub fn zh(self) -> &'static str {
        self.traits().zh
    }

    /// English name.
    pub fn en(self) -> &'static str {
        self.traits().en
    }

    /// How the cargo moves.
    pub fn mode(self) -> Mode {
        self.traits().mode
    }

    /// Event id of an unlock application (suite.md 4).
    pub fn unlock_event(self) -> u8 {
        self.traits().unlock_event
    }

    /// Prefix of the order's UUID in a share link, lower-case.
    pub fn share_prefix(self) -> &'static str {
        self.traits().share_prefix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: platform-business-scopes
    #[test]
    fn every_scope_has_its_row_and_code() {
        let known: Vec<_> = Scope::all().map(|scope| (scope.code(), scope.zh())).collect();
        assert_eq!(
            known,
            [
                ("AE", "空运出口"),
                ("AI", "空运进口"),
                ("SE", "海运出口"),
                ("SI", "海运进口"),
                ("TE", "铁路出口"),
                ("TI", "铁路进口"),
                ("LC", "公路运输"),
                ("IO", "其他业务"),
            ]
        );
        for scope in Scope::all() {
            assert_eq!(Scope::from_code(scope.code()), Some(scope));
        }
        assert_eq!(Scope::Ae.unlock_event(), 15);
        assert_eq!(Scope::Ae.share_prefix(), "af");
        assert_eq!(Scope::from_code("ae"), None);
    }
}
