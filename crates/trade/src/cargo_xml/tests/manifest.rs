//! House manifests of hand.

use super::*;

const PARTS: &str = r#"<a:BusinessHeaderDocument><ID>99012345675</ID></a:BusinessHeaderDocument>
<a:MasterConsignment>
<IncludedTareGrossWeightMeasure unitCode="KGM">500</IncludedTareGrossWeightMeasure>
<ConsignmentItemQuantity>2</ConsignmentItemQuantity><PackageQuantity>50</PackageQuantity>
<TotalPieceQuantity>12</TotalPieceQuantity>
<TransportContractDocument><ID>99012345675</ID></TransportContractDocument>
<OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>
<IncludedHouseConsignment><SequenceNumeric>1</SequenceNumeric>
<GrossWeightMeasure unitCode="KGM">300</GrossWeightMeasure><PackageQuantity>30</PackageQuantity>
<TotalPieceQuantity>8</TotalPieceQuantity><SummaryDescription><![CDATA[SPARE PARTS & TOOLS]]></SummaryDescription>
<TransportContractDocument><ID>HAWB001</ID></TransportContractDocument>
<OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>
<HandlingSPHInstructions><DescriptionCode>EAP</DescriptionCode></HandlingSPHInstructions>
<IncludedCustomsNote><ContentCode></ContentCode><Content>DECLARED</Content><SubjectCode>WBI</SubjectCode>
<CountryID>CN</CountryID></IncludedCustomsNote></IncludedHouseConsignment>
<IncludedHouseConsignment><SequenceNumeric>2</SequenceNumeric>
<GrossWeightMeasure unitCode="KGM">200</GrossWeightMeasure><PackageQuantity>20</PackageQuantity>
<TotalPieceQuantity>4</TotalPieceQuantity><SummaryDescription>GARMENTS</SummaryDescription>
<TransportContractDocument><ID>HAWB002</ID></TransportContractDocument>
<OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>MUC</ID></FinalDestinationLocation>
</IncludedHouseConsignment></a:MasterConsignment>"#;

fn manifest(parts: &str) -> (Fhl, Vec<String>) {
    let text = document("HouseManifest", "iata:housemanifest:1", "785", "2.00", parts);
    let message = read(&text).unwrap_or_else(|error| panic!("{error:?}"));
    let Body::Manifest(fhl) = message.body else { panic!("a manifest") };
    (fhl, message.flags)
}

#[test]
fn a_house_manifest_of_hand_is_read_whole() {
    let (fhl, flags) = manifest(PARTS);
    assert_eq!(flags, Vec::<String>::new());
    assert_eq!((fhl.master.awb.to_string().as_str(), fhl.master.pieces), ("990-12345675", 12));
    let [one, two] = fhl.houses.as_slice() else { panic!("two houses") };
    assert_eq!((one.number.as_str(), one.pieces, one.slac), ("HAWB001", 8, Some(30)));
    assert_eq!(
        (one.description.as_str(), one.handling.as_slice()),
        ("SPARE PARTS & TOOLS", ["EAP".to_owned()].as_slice())
    );
    assert_eq!((one.customs[0].part.as_str(), one.customs[0].control.as_str()), ("WBI", ""));
    assert_eq!(
        (two.number.as_str(), two.destination.as_str(), two.weight.to_string().as_str()),
        ("HAWB002", "MUC", "200")
    );
}

#[test]
fn counts_that_do_not_fit_are_flagged_and_a_master_without_houses_is_refused() {
    let (fhl, flags) =
        manifest(&PARTS.replace("Quantity>2<", "Quantity>3<").replace("<PackageQuantity>50<", "<PackageQuantity>51<"));
    assert_eq!(fhl.houses.len(), 2);
    assert_eq!(flags, ["MasterConsignment/ConsignmentItemQuantity", "MasterConsignment/PackageQuantity"]);
    let (_, flags) = manifest(&PARTS.replacen("<ID>99012345675", "<ID>990-12345686", 1));
    assert_eq!(flags, ["BusinessHeaderDocument/ID"]);
    let (before, _) = PARTS.split_once("<IncludedHouseConsignment>").expect("houses");
    let text =
        document("HouseManifest", "iata:housemanifest:1", "785", "2.00", &format!("{before}</a:MasterConsignment>"));
    assert_eq!(refused(&text).2, "MasterConsignment/IncludedHouseConsignment");
}

#[test]
fn shippers_load_and_count_is_summed_only_when_every_house_tells_it() {
    let (mut fhl, _) = manifest(PARTS);
    assert!(xfhl::write(&fhl, &envelope()).contains("<ram:PackageQuantity>50<"));
    fhl.houses[1].slac = None;
    assert!(!xfhl::write(&fhl, &envelope()).contains("<ram:PackageQuantity>50<"));
}
