//! The row types of the tables.

use crate::table::Fields;

/// An airport with an IATA code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Airport<'a> {
    /// IATA code, three capital letters.
    pub code: &'a str,
    /// ICAO code, empty when there is none.
    pub icao: &'a str,
    /// English name in the characters a waybill may carry.
    pub name_en: &'a str,
    /// Simplified Chinese name in the form the trade uses, empty when none is known.
    pub name_zh: &'a str,
    /// Code of the city or metropolitan area.
    pub city_code: &'a str,
    /// English name of the city, at most 30 characters.
    pub city_en: &'a str,
    /// Simplified Chinese name of the city, empty when none is known.
    pub city_zh: &'a str,
    /// Two-letter country code.
    pub country: &'a str,
    /// IANA time zone.
    pub tz: &'a str,
    /// Latitude in degrees with six decimals.
    pub lat: &'a str,
    /// Longitude in degrees with six decimals.
    pub lon: &'a str,
    /// One of the cargo airports whose names were checked by hand.
    pub cargo: bool,
    /// First letters of the pinyin of the Chinese name.
    pub pinyin: &'a str,
}

impl<'a> Airport<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            icao: fields.text(),
            name_en: fields.text(),
            name_zh: fields.text(),
            city_code: fields.text(),
            city_en: fields.text(),
            city_zh: fields.text(),
            country: fields.text(),
            tz: fields.text(),
            lat: fields.text(),
            lon: fields.text(),
            cargo: fields.flag(),
            pinyin: fields.text(),
        }
    }
}

/// An airline that carries cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carrier<'a> {
    /// Two-character airline code.
    pub code: &'a str,
    /// Waybill prefixes joined by `/`, empty when none could be confirmed.
    pub prefix: &'a str,
    /// ICAO code, empty when none could be confirmed.
    pub icao: &'a str,
    /// English name.
    pub name_en: &'a str,
    /// Simplified Chinese name, empty when the trade uses none.
    pub name_zh: &'a str,
    /// Two-letter country code.
    pub country: &'a str,
    /// First letters of the pinyin of the Chinese name.
    pub pinyin: &'a str,
}

impl<'a> Carrier<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            prefix: fields.text(),
            icao: fields.text(),
            name_en: fields.text(),
            name_zh: fields.text(),
            country: fields.text(),
            pinyin: fields.text(),
        }
    }

    /// The waybill prefixes one by one.
    pub fn prefixes(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.prefix.split('/').filter(|prefix| !prefix.is_empty())
    }
}

/// A country or region of ISO 3166-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country<'a> {
    /// Two-letter code.
    pub code: &'a str,
    /// Three-letter code.
    pub alpha3: &'a str,
    /// Three-digit code.
    pub numeric: &'a str,
    /// English name.
    pub name_en: &'a str,
    /// Simplified Chinese name.
    pub name_zh: &'a str,
    /// International dialling code without plus sign; several countries may share one.
    pub dial: &'a str,
    /// Currency code, empty for Antarctica.
    pub currency: &'a str,
    /// Continent: AF, AN, AS, EU, NA, OC or SA.
    pub continent: &'a str,
    /// Other English names, joined by `;`.
    pub alias: &'a str,
    /// First letters of the pinyin of the Chinese name.
    pub pinyin: &'a str,
}

impl<'a> Country<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            alpha3: fields.text(),
            numeric: fields.text(),
            name_en: fields.text(),
            name_zh: fields.text(),
            dial: fields.text(),
            currency: fields.text(),
            continent: fields.text(),
            alias: fields.text(),
            pinyin: fields.text(),
        }
    }

    /// The other English names one by one, in capitals without `.` and `,`.
    pub fn aliases(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.alias.split(';').filter(|name| !name.is_empty())
    }
}

/// A circulating currency of ISO 4217.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency<'a> {
    /// Three-letter code.
    pub code: &'a str,
    /// Three-digit code.
    pub numeric: &'a str,
    /// Decimals of the minor unit.
    pub exponent: u8,
    /// English name.
    pub name_en: &'a str,
    /// Simplified Chinese name.
    pub name_zh: &'a str,
    /// Offered first in every select.
    pub common: bool,
    /// What is written before an amount; empty where nothing is usual.
    pub sign: &'a str,
}

impl<'a> Currency<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            numeric: fields.text(),
            exponent: fields.number(),
            name_en: fields.text(),
            name_zh: fields.text(),
            common: fields.flag(),
            sign: fields.text(),
        }
    }
}

/// A package type of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Package<'a> {
    /// Short code, printed on labels and waybills.
    pub code: &'a str,
    /// Simplified Chinese name.
    pub name_zh: &'a str,
    /// English name.
    pub name_en: &'a str,
    /// Code of UN/ECE Recommendation 21, used in manifests.
    pub un_code: &'a str,
    /// Two-digit code of customs declarations.
    pub customs_code: &'a str,
    /// Made of solid wood.
    pub solid_wood: bool,
    /// Counts as a pallet.
    pub pallet: bool,
}

impl<'a> Package<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            name_zh: fields.text(),
            name_en: fields.text(),
            un_code: fields.text(),
            customs_code: fields.text(),
            solid_wood: fields.flag(),
            pallet: fields.flag(),
        }
    }
}

/// A value list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DictionaryType<'a> {
    /// Number of the type.
    pub number: u16,
    /// Key of the type.
    pub key: &'a str,
    /// Chinese name.
    pub name_zh: &'a str,
    /// English name.
    pub name_en: &'a str,
    /// Module: 通用, 空运, 海运, 铁路, 陆运, 其他, 客商, 财务, 仓库 or 关务.
    pub module: &'a str,
    /// Whether values may be added: 系统 no, 可扩展 yes.
    pub kind: &'a str,
    /// Where the values come from when not from this table, else empty.
    pub source: &'a str,
}

impl<'a> DictionaryType<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            number: fields.number(),
            key: fields.text(),
            name_zh: fields.text(),
            name_en: fields.text(),
            module: fields.text(),
            kind: fields.text(),
            source: fields.text(),
        }
    }
}

/// A seeded value of a value list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DictionaryValue<'a> {
    /// Number of the type.
    pub number: u16,
    /// Key of the type.
    pub key: &'a str,
    /// Place in the list, from 10 in steps of 10.
    pub sort: u16,
    /// Chinese name.
    pub text_zh: &'a str,
    /// English name.
    pub text_en: &'a str,
    /// The value stored in records, unique in its type.
    pub value: &'a str,
    /// First code of electronic messages, or the figure a rule reads; may be empty.
    pub edi_code_1: &'a str,
    /// Second code of electronic messages; may be empty.
    pub edi_code_2: &'a str,
    /// Chosen in new records.
    pub is_default: bool,
    /// Business scopes the value is for, joined by `,`; empty means all.
    pub scopes: &'a str,
}

impl<'a> DictionaryValue<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            number: fields.number(),
            key: fields.text(),
            sort: fields.number(),
            text_zh: fields.text(),
            text_en: fields.text(),
            value: fields.text(),
            edi_code_1: fields.text(),
            edi_code_2: fields.text(),
            is_default: fields.flag(),
            scopes: fields.text(),
        }
    }
}

/// A kind of charge a new company begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceItem<'a> {
    /// Business scopes it is for, joined by `,`.
    pub scopes: &'a str,
    /// Value of the list of service types.
    pub service_type: &'a str,
    /// Chinese name.
    pub name_zh: &'a str,
    /// English name.
    pub name_en: &'a str,
    /// First letters of the pinyin of the Chinese name.
    pub pinyin: &'a str,
    /// Value of the list of tax rates.
    pub tax: &'a str,
    /// Code of the other charges of an air waybill; may be empty.
    pub edi_code: &'a str,
    /// Whom they are due to: `A`gent or `C`arrier.
    pub edi_due: &'a str,
    /// Whether it is an incidental charge.
    pub incidental: bool,
    /// Whether it is money passed on.
    pub agency: bool,
    /// Whether it is settled by an agreement.
    pub agreement: bool,
}

impl<'a> ServiceItem<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            scopes: fields.text(),
            service_type: fields.text(),
            name_zh: fields.text(),
            name_en: fields.text(),
            pinyin: fields.text(),
            tax: fields.text(),
            edi_code: fields.text(),
            edi_due: fields.text(),
            incidental: fields.flag(),
            agency: fields.flag(),
            agreement: fields.flag(),
        }
    }
}

/// A node of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MenuNode<'a> {
    /// Route of the page or name of the group.
    pub path: &'a str,
    /// Path of the parent, empty at the top.
    pub parent: &'a str,
    /// Chinese title.
    pub zh: &'a str,
    /// English title.
    pub en: &'a str,
    /// Module the node belongs to.
    pub module: &'a str,
    /// One of group, page, hidden, public, portal.
    pub kind: &'a str,
    /// Place among its siblings.
    pub order: u32,
}

impl<'a> MenuNode<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            path: fields.text(),
            parent: fields.text(),
            zh: fields.text(),
            en: fields.text(),
            module: fields.text(),
            kind: fields.text(),
            order: fields.number(),
        }
    }
}

/// A button of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Button<'a> {
    /// Permission code.
    pub code: &'a str,
    /// Chinese label.
    pub zh: &'a str,
    /// English label.
    pub en: &'a str,
    /// Path of the page that shows it.
    pub page: &'a str,
}

impl<'a> Button<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self { code: fields.text(), zh: fields.text(), en: fields.text(), page: fields.text() }
    }
}

/// A sea port (UN/LOCODE), a rail station, or a city (GB/T 2260).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// PORT, RAIL or CITY.
    pub kind: &'a str,
    /// Code, unique within the kind.
    pub code: &'a str,
    /// Chinese name.
    pub name_zh: &'a str,
    /// English name in capitals.
    pub name_en: &'a str,
    /// Two-letter country code.
    pub country: &'a str,
    /// What kind of port it is.
    pub place_type: &'a str,
    /// IANA time zone.
    pub tz: &'a str,
    /// Millimetres between the rails of a station.
    pub gauge: &'a str,
    /// Trains change country here.
    pub border: bool,
    /// The station across the border.
    pub pair: &'a str,
}

impl<'a> Place<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            kind: fields.text(),
            code: fields.text(),
            name_zh: fields.text(),
            name_en: fields.text(),
            country: fields.text(),
            place_type: fields.text(),
            tz: fields.text(),
            gauge: fields.text(),
            border: fields.flag(),
            pair: fields.text(),
        }
    }
}

/// A rule of a country about the air waybill; its parts are those of `trade::destination`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DestinationRule<'a> {
    /// Its name.
    pub code: &'a str,
    /// Countries, comma between.
    pub countries: &'a str,
    /// TO, FROM or THROUGH.
    pub direction: &'a str,
    /// MASTER, HOUSE or BOTH.
    pub level: &'a str,
    /// Path of the box.
    pub field: &'a str,
    /// Kind of the condition.
    pub condition: &'a str,
    /// Its parameter.
    pub parameter: &'a str,
    /// ERROR or WARNING.
    pub severity: &'a str,
    /// Chinese words.
    pub zh: &'a str,
    /// English words.
    pub en: &'a str,
    /// First day; empty: from the beginning.
    pub valid_from: &'a str,
    /// Last day; empty: without end.
    pub valid_to: &'a str,
    /// Where it comes from.
    pub source: &'a str,
}

impl<'a> DestinationRule<'a> {
    pub(crate) fn from_fields(mut fields: Fields<'a>) -> Self {
        Self {
            code: fields.text(),
            countries: fields.text(),
            direction: fields.text(),
            level: fields.text(),
            field: fields.text(),
            condition: fields.text(),
            parameter: fields.text(),
            severity: fields.text(),
            zh: fields.text(),
            en: fields.text(),
            valid_from: fields.text(),
            valid_to: fields.text(),
            source: fields.text(),
        }
    }
}
