//! House waybills of hand.

use super::*;

const PARTS: &str = r#"<a:BusinessHeaderDocument><ID>HAWB001</ID>
<SignatoryCarrierAuthentication><ActualDateTime>2026-07-14T00:00:00</ActualDateTime><Signatory>ZHANG</Signatory>
</SignatoryCarrierAuthentication></a:BusinessHeaderDocument>
<a:MasterConsignment>
<IncludedTareGrossWeightMeasure unitCode="KGM">500</IncludedTareGrossWeightMeasure>
<TotalPieceQuantity>12</TotalPieceQuantity>
<TransportContractDocument><ID>990-12345675</ID></TransportContractDocument>
<OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>
<IncludedHouseConsignment><ID>HAWB001</ID>
<NilCarriageValueIndicator>true</NilCarriageValueIndicator><NilCustomsValueIndicator>true</NilCustomsValueIndicator>
<TotalChargePrepaidIndicator>false</TotalChargePrepaidIndicator>
<IncludedTareGrossWeightMeasure unitCode="KGM">120.5</IncludedTareGrossWeightMeasure>
<PackageQuantity>40</PackageQuantity><TotalPieceQuantity>4</TotalPieceQuantity>
<SummaryDescription>SPARE PARTS</SummaryDescription>
<ConsignorParty><Name>DEMO SHIPPER</Name><PostalStructuredAddress><CityName>SHANGHAI</CityName><CountryID>CN</CountryID>
</PostalStructuredAddress></ConsignorParty>
<ConsigneeParty><Name>CONSIGNEE GMBH</Name>
<PostalStructuredAddress><CityName>FRANKFURT</CityName><CountryID>DE</CountryID>
</PostalStructuredAddress></ConsigneeParty>
<OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>MUC</ID></FinalDestinationLocation>
<HandlingSPHInstructions><DescriptionCode>ELI</DescriptionCode></HandlingSPHInstructions>
<IncludedCustomsNote><ContentCode>T</ContentCode><Content>DE123</Content><SubjectCode>CNE</SubjectCode>
<CountryID>DE</CountryID></IncludedCustomsNote>
<ApplicableOriginCurrencyExchange><SourceCurrencyCode>CNY</SourceCurrencyCode></ApplicableOriginCurrencyExchange>
<IncludedHouseConsignmentItem><SequenceNumeric>1</SequenceNumeric><TypeCode>850440</TypeCode><TypeCode>847330</TypeCode>
<GrossWeightMeasure unitCode="KGM">100</GrossWeightMeasure><PieceQuantity>3</PieceQuantity>
<NatureIdentificationTransportCargo><Identification>SPARE PARTS
FOR MACHINES</Identification></NatureIdentificationTransportCargo>
<ApplicableFreightRateServiceCharge><ChargeableWeightMeasure unitCode="KGM">110</ChargeableWeightMeasure>
</ApplicableFreightRateServiceCharge></IncludedHouseConsignmentItem>
<IncludedHouseConsignmentItem><SequenceNumeric>2</SequenceNumeric>
<GrossWeightMeasure unitCode="KGM">20.5</GrossWeightMeasure><PieceQuantity>1</PieceQuantity>
<NatureIdentificationTransportCargo><Identification>TOOLS</Identification></NatureIdentificationTransportCargo>
<ApplicableFreightRateServiceCharge><ChargeableWeightMeasure unitCode="KGM">21</ChargeableWeightMeasure>
</ApplicableFreightRateServiceCharge></IncludedHouseConsignmentItem>
</IncludedHouseConsignment></a:MasterConsignment>"#;

fn house(parts: &str) -> (HouseWaybill, Vec<String>) {
    let text = document("HouseWaybill", "iata:housewaybill:1", "703", "4.00", parts);
    let message = read(&text).unwrap_or_else(|error| panic!("{error:?}"));
    let Body::House(waybill) = message.body else { panic!("a house waybill") };
    (*waybill, message.flags)
}

#[test]
fn a_house_waybill_of_hand_is_read_whole() {
    let (waybill, flags) = house(PARTS);
    assert_eq!(flags, Vec::<String>::new());
    assert_eq!((waybill.master.awb.to_string().as_str(), waybill.master.pieces), ("990-12345675", 12));
    assert_eq!(waybill.chargeable, "131".parse().ok());
    assert_eq!(waybill.issue.as_ref().map(|issue| issue.signature.as_str()), Some("ZHANG"));
    let house = &waybill.house;
    assert_eq!((house.number.as_str(), house.destination.as_str()), ("HAWB001", "MUC"));
    assert_eq!((house.pieces, house.weight.to_string().as_str(), house.slac), (4, "120.5", Some(40)));
    assert_eq!((house.description.as_str(), house.hs.len()), ("SPARE PARTS", 2));
    assert_eq!(house.text, ["SPARE PARTS", "FOR MACHINES", "TOOLS"]);
    assert_eq!(house.consignee.as_ref().map(|party| party.name.as_str()), Some("CONSIGNEE GMBH"));
    let values = house.values.as_ref().expect("values");
    assert_eq!((values.currency.as_str(), values.weight_pay), ("CNY", Some(crate::imp::Pay::Collect)));
    assert_eq!((values.carriage, values.insurance), (None, None));
}

#[test]
fn items_that_do_not_add_up_and_another_number_are_flagged() {
    let place = "MasterConsignment/IncludedHouseConsignment";
    let (_, flags) = house(&PARTS.replace(">20.5<", ">20.4<").replace("<PieceQuantity>1<", "<PieceQuantity>2<"));
    let item = |name: &str| format!("{place}/IncludedHouseConsignmentItem/{name}");
    assert_eq!(flags, [item("PieceQuantity"), item("GrossWeightMeasure")]);
    let (waybill, flags) =
        house(&PARTS.replace("<IncludedHouseConsignment><ID>HAWB001", "<IncludedHouseConsignment><ID>OTHER"));
    assert_eq!((waybill.house.number.as_str(), flags), ("HAWB001", vec![format!("{place}/ID")]));
}

#[test]
fn the_values_are_none_when_nothing_of_them_is_told() {
    let bare = PARTS
        .replace("<NilCarriageValueIndicator>true</NilCarriageValueIndicator>", "")
        .replace("<NilCustomsValueIndicator>true</NilCustomsValueIndicator>", "")
        .replace("<TotalChargePrepaidIndicator>false</TotalChargePrepaidIndicator>", "")
        .replace("<SourceCurrencyCode>CNY</SourceCurrencyCode>", "");
    assert_eq!(house(&bare).0.house.values, None);
}
