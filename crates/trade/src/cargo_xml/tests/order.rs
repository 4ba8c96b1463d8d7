//! Elements and their order as the standard has them (XFWB 3, XFZB 3, XFHL 2, XFSU 3, XFNM 3).

use std::collections::HashMap;
use std::sync::OnceLock;

use super::super::tree::{self, Element};

const PARTS: &str = "MessageHeaderDocument BusinessHeaderDocument MasterConsignment";
const PARTY: &str = "PrimaryID AdditionalID Name AccountID PostalStructuredAddress DefinedTradeContact";
const PLACE: &str = "ID Name TypeCode";
const DATES: &str = "ScheduledOccurrenceDateTime OccurrenceArrivalLocation OccurrenceDepartureLocation";
const HANDLING: &str = "HandlingSPHInstructions HandlingSSRInstructions HandlingOSIInstructions";

/// Elements of a parent. A parent that differs by message has the root before it.
const ORDER: &[(&str, &[&str])] = &[
    ("Waybill", &[PARTS]),
    ("HouseWaybill", &[PARTS]),
    ("HouseManifest", &[PARTS]),
    ("StatusMessage", &[PARTS]),
    ("Response", &["MessageHeaderDocument BusinessHeaderDocument ResponseStatus"]),
    ("Response/BusinessHeaderDocument", &["ID Name TypeCode StatusCode"]),
    ("ResponseStatus", &["ConditionCode ReasonCode Reason Information"]),
    (
        "MessageHeaderDocument",
        &["ID Name TypeCode IssueDateTime PurposeCode VersionID ConversationID SenderParty RecipientParty"],
    ),
    ("SenderParty", &["PrimaryID"]),
    ("RecipientParty", &["PrimaryID"]),
    (
        "BusinessHeaderDocument",
        &["ID SenderAssignedID IncludedHeaderNote", "SignatoryConsignorAuthentication SignatoryCarrierAuthentication"],
    ),
    ("SignatoryConsignorAuthentication", &["Signatory"]),
    ("SignatoryCarrierAuthentication", &["ActualDateTime Signatory IssueAuthenticationLocation"]),
    ("IssueAuthenticationLocation", &["Name"]),
    (
        "Waybill/MasterConsignment",
        &[
            "ID AdditionalID FreightForwarderAssignedID AssociatedReferenceID",
            "NilCarriageValueIndicator DeclaredValueForCarriageAmount NilCustomsValueIndicator",
            "DeclaredValueForCustomsAmount NilInsuranceValueIndicator InsuranceValueAmount",
            "TotalChargePrepaidIndicator TotalDisbursementPrepaidIndicator IncludedTareGrossWeightMeasure",
            "GrossVolumeMeasure DensityGroupCode PackageQuantity TotalPieceQuantity ProductID",
            "ConsignorParty ConsigneeParty FreightForwarderParty AssociatedParty OriginLocation",
            "FinalDestinationLocation SpecifiedLogisticsTransportMovement UtilizedLogisticsTransportEquipment",
            HANDLING,
            "IncludedAccountingNote IncludedCustomsNote AssociatedReferenceDocument",
            "AssociatedConsignmentCustomsProcedure ApplicableOriginCurrencyExchange",
            "ApplicableDestinationCurrencyExchange ApplicableLogisticsServiceCharge",
            "ApplicableLogisticsAllowanceCharge ApplicableRating ApplicableTotalRating",
        ],
    ),
    ("ConsignorParty", &[PARTY]),
    ("ConsigneeParty", &[PARTY]),
    ("AssociatedParty", &["PrimaryID AdditionalID Name RoleCode Role PostalStructuredAddress DefinedTradeContact"]),
    (
        "FreightForwarderParty",
        &[
            "PrimaryID AdditionalID Name AccountID CargoAgentID FreightForwarderAddress",
            "SpecifiedCargoAgentLocation DefinedTradeContact",
        ],
    ),
    ("FreightForwarderAddress", &["PostcodeCode StreetName CityName CountryID"]),
    ("SpecifiedCargoAgentLocation", &["ID"]),
    (
        "PostalStructuredAddress",
        &["PostcodeCode StreetName CityName CountryID CountryName CountrySubDivisionName PostOfficeBox"],
    ),
    (
        "DefinedTradeContact",
        &[
            "PersonName DepartmentName DirectTelephoneCommunication FaxCommunication",
            "URIEmailCommunication TelexCommunication",
        ],
    ),
    ("DirectTelephoneCommunication", &["CompleteNumber"]),
    ("FaxCommunication", &["CompleteNumber"]),
    ("TelexCommunication", &["CompleteNumber"]),
    ("OriginLocation", &["ID Name"]),
    ("FinalDestinationLocation", &["ID Name"]),
    (
        "Waybill/SpecifiedLogisticsTransportMovement",
        &["StageCode ModeCode Mode ID SequenceNumeric UsedLogisticsTransportMeans ArrivalEvent DepartureEvent"],
    ),
    ("UsedLogisticsTransportMeans", &["Name Type"]),
    ("Waybill/ArrivalEvent", &[DATES]),
    ("Waybill/DepartureEvent", &[DATES]),
    ("OccurrenceArrivalLocation", &[PLACE]),
    ("OccurrenceDepartureLocation", &[PLACE]),
    ("HandlingSPHInstructions", &["Description DescriptionCode"]),
    ("HandlingSSRInstructions", &["Description DescriptionCode"]),
    ("HandlingOSIInstructions", &["Description DescriptionCode"]),
    ("IncludedAccountingNote", &["ContentCode Content"]),
    ("IncludedCustomsNote", &["ContentCode Content SubjectCode CountryID"]),
    ("AssociatedConsignmentCustomsProcedure", &["GoodsStatusCode"]),
    ("ApplicableOriginCurrencyExchange", &["SourceCurrencyCode"]),
    ("ApplicableDestinationCurrencyExchange", &["TargetCurrencyCode MarketID ConversionRate"]),
    ("ApplicableLogisticsServiceCharge", &["TransportPaymentMethodCode ServiceTypeCode"]),
    (
        "ApplicableLogisticsAllowanceCharge",
        &["ID AdditionalID PrepaidIndicator LocationTypeCode Reason PartyTypeCode ActualAmount"],
    ),
    ("ApplicableRating", &["TypeCode TotalChargeAmount ConsignmentItemQuantity IncludedMasterConsignmentItem"]),
    (
        "IncludedMasterConsignmentItem",
        &[
            "SequenceNumeric TypeCode GrossWeightMeasure GrossVolumeMeasure PackageQuantity PieceQuantity",
            "VolumetricFactor Information NatureIdentificationTransportCargo OriginCountry",
            "AssociatedUnitLoadTransportEquipment TransportLogisticsPackage ApplicableFreightRateServiceCharge",
            "SpecifiedRateCombinationPointLocation ApplicableUnitLoadDeviceRateClass",
        ],
    ),
    ("NatureIdentificationTransportCargo", &["Identification"]),
    ("OriginCountry", &["ID"]),
    (
        "AssociatedUnitLoadTransportEquipment",
        &["ID TareWeightMeasure LoadedPackageQuantity CharacteristicCode OperatingParty"],
    ),
    ("OperatingParty", &["PrimaryID"]),
    ("TransportLogisticsPackage", &["ItemQuantity GrossWeightMeasure LinearSpatialDimension"]),
    ("LinearSpatialDimension", &["WidthMeasure LengthMeasure HeightMeasure"]),
    (
        "ApplicableFreightRateServiceCharge",
        &["CategoryCode CommodityItemID ChargeableWeightMeasure AppliedRate AppliedAmount"],
    ),
    ("SpecifiedRateCombinationPointLocation", &["ID"]),
    ("ApplicableUnitLoadDeviceRateClass", &["TypeCode BasisCode AppliedPercent ReferenceID ReferenceTypeCode"]),
    (
        "ApplicableTotalRating",
        &["TypeCode ApplicableDestinationCurrencyServiceCharge ApplicablePrepaidCollectMonetarySummation"],
    ),
    (
        "ApplicableDestinationCurrencyServiceCharge",
        &["CollectAppliedAmount DestinationAppliedAmount TotalAppliedAmount"],
    ),
    (
        "ApplicablePrepaidCollectMonetarySummation",
        &[
            "PrepaidIndicator WeightChargeTotalAmount ValuationChargeTotalAmount TaxTotalAmount",
            "AgentTotalDuePayableAmount CarrierTotalDuePayableAmount GrandTotalAmount",
        ],
    ),
    (
        "HouseWaybill/MasterConsignment",
        &[
            "IncludedTareGrossWeightMeasure TotalPieceQuantity TransportContractDocument OriginLocation",
            "FinalDestinationLocation IncludedHouseConsignment",
        ],
    ),
    ("TransportContractDocument", &[PLACE]),
    (
        "HouseWaybill/IncludedHouseConsignment",
        &[
            "ID AdditionalID AssociatedReferenceID NilCarriageValueIndicator DeclaredValueForCarriageAmount",
            "NilCustomsValueIndicator DeclaredValueForCustomsAmount NilInsuranceValueIndicator",
            "InsuranceValueAmount TotalChargePrepaidIndicator WeightTotalChargeAmount ValuationTotalChargeAmount",
            "TaxTotalChargeAmount TotalDisbursementPrepaidIndicator AgentTotalDisbursementAmount",
            "CarrierTotalDisbursementAmount TotalPrepaidChargeAmount TotalCollectChargeAmount",
            "IncludedTareGrossWeightMeasure GrossVolumeMeasure DensityGroupCode ConsignmentItemQuantity",
            "PackageQuantity TotalPieceQuantity SummaryDescription FreightRateTypeCode ConsignorParty",
            "ConsigneeParty FreightForwarderParty AssociatedParty ApplicableTransportCargoInsurance",
            "OriginLocation FinalDestinationLocation SpecifiedLogisticsTransportMovement",
            "UtilizedLogisticsTransportEquipment",
            HANDLING,
            "IncludedAccountingNote IncludedCustomsNote AssociatedReferenceDocument",
            "AssociatedConsignmentCustomsProcedure ApplicableOriginCurrencyExchange",
            "ApplicableDestinationCurrencyExchange ApplicableLogisticsServiceCharge",
            "ApplicableLogisticsAllowanceCharge IncludedHouseConsignmentItem",
        ],
    ),
    (
        "IncludedHouseConsignmentItem",
        &[
            "SequenceNumeric TypeCode GrossWeightMeasure GrossVolumeMeasure TotalChargeAmount PackageQuantity",
            "PieceQuantity VolumetricFactor Information NatureIdentificationTransportCargo OriginCountry",
            "AssociatedUnitLoadTransportEquipment TransportLogisticsPackage ApplicableFreightRateServiceCharge",
        ],
    ),
    (
        "HouseManifest/MasterConsignment",
        &[
            "IncludedTareGrossWeightMeasure ConsignmentItemQuantity PackageQuantity TotalPieceQuantity",
            "TransportContractDocument OriginLocation FinalDestinationLocation IncludedCustomsNote",
            "IncludedHouseConsignment",
        ],
    ),
    (
        "HouseManifest/IncludedHouseConsignment",
        &[
            "SequenceNumeric GrossWeightMeasure PackageQuantity TotalPieceQuantity SummaryDescription",
            "TransportContractDocument OriginLocation FinalDestinationLocation",
            HANDLING,
            "IncludedCustomsNote AssociatedReferenceDocument",
        ],
    ),
    (
        "StatusMessage/MasterConsignment",
        &[
            "GrossWeightMeasure TotalGrossWeightMeasure PieceQuantity TotalPieceQuantity TransportSplitDescription",
            "TransportContractDocument OriginLocation FinalDestinationLocation RoutingLocation ReportedStatus",
        ],
    ),
    ("AssociatedManifestDocument", &["ID"]),
    ("ReportedStatus", &["ReasonCode AssociatedStatusConsignment"]),
    (
        "AssociatedStatusConsignment",
        &[
            "GrossWeightMeasure GrossVolumeMeasure DensityGroupCode PieceQuantity TransportSplitDescription",
            "DiscrepancyDescriptionCode AssociatedManifestDocument ApplicableLogisticsServiceCharge",
            "SpecifiedLogisticsTransportMovement NotifiedParty DeliveryParty AssociatedReceivedFromParty",
            "AssociatedTransferredFromParty HandlingOSIInstructions IncludedCustomsNote",
            "AssociatedConsignmentCustomsProcedure UtilizedUnitLoadTransportEquipment IncludedHouseConsignment",
        ],
    ),
    (
        "StatusMessage/SpecifiedLogisticsTransportMovement",
        &[
            "ID UsedLogisticsTransportMeans ScheduledArrivalEvent ArrivalEvent DepartureEvent CarrierParty",
            "SpecifiedLocation SpecifiedEvent",
        ],
    ),
    ("StatusMessage/ArrivalEvent", &["ArrivalOccurrenceDateTime ArrivalDateTimeTypeCode"]),
    ("StatusMessage/DepartureEvent", &["DepartureOccurrenceDateTime DepartureDateTimeTypeCode"]),
    ("CarrierParty", &["PrimaryID"]),
    ("SpecifiedLocation", &["ID Name TypeCode FlightStatusTypeCode"]),
    ("SpecifiedEvent", &["OccurrenceDateTime DateTimeTypeCode"]),
    ("NotifiedParty", &["Name"]),
    ("DeliveryParty", &["Name"]),
    ("AssociatedReceivedFromParty", &["PrimaryID Name RoleCode Role"]),
    ("AssociatedTransferredFromParty", &["PrimaryID Name RoleCode Role"]),
    ("UtilizedUnitLoadTransportEquipment", &["ID CharacteristicCode OperationalStatusCode OperatingParty"]),
];

/// Whether a document is well-formed, its namespaces are the standard's and its elements stand in order.
pub(super) fn check(text: &str) {
    let (root, namespace) = tree::parse(text).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    let number = if root.name == "Response" { 3 } else { 1 };
    assert_eq!(namespace, format!("iata:{}:{number}", root.name.to_ascii_lowercase()));
    let data_model = root.attributes.iter().find(|(name, _)| name == "xmlns:ram").map(|(_, value)| value.as_str());
    assert_eq!(data_model, Some("iata:datamodel:3"));
    walk(&root, &root.name, text);
}

/// The place of each element in its parent.
fn places() -> &'static HashMap<&'static str, HashMap<&'static str, usize>> {
    static PLACES: OnceLock<HashMap<&str, HashMap<&str, usize>>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let numbered = |names: &[&'static str]| names.iter().flat_map(|names| names.split(' ')).zip(0..).collect();
        ORDER.iter().map(|(parent, names)| (*parent, numbered(names))).collect()
    })
}

fn walk(element: &Element, root: &str, text: &str) {
    if element.children.is_empty() {
        assert!(!element.text.is_empty() || element.name == root, "{} is empty\n{text}", element.name);
        return;
    }
    let of_root = format!("{root}/{}", element.name);
    let found = places().get(of_root.as_str()).or_else(|| places().get(element.name.as_str()));
    let names = found.unwrap_or_else(|| panic!("{} has no place\n{text}", element.name));
    let mut last = 0;
    for child in &element.children {
        let place = names.get(child.name.as_str());
        let place = *place.unwrap_or_else(|| panic!("{} in {}\n{text}", child.name, element.name));
        assert!(place >= last, "{} in {} comes too late\n{text}", child.name, element.name);
        last = place;
        walk(child, root, text);
    }
}
