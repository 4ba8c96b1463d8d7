//! Waybills of hand, with the element names of the standard.

use jiff::civil::date;

use super::*;
use crate::imp::fwb::Detail;
use crate::imp::{Customs, Issue, Movement, Pay, Shipment};
use crate::waybill_number::Mawb;

const PARTS: &str = r#"<a:BusinessHeaderDocument>
<ID>990-12345675</ID><SenderAssignedID>AE2607001</SenderAssignedID>
<SignatoryConsignorAuthentication><Signatory>DEMO FORWARDER</Signatory></SignatoryConsignorAuthentication>
<SignatoryCarrierAuthentication><ActualDateTime>2026-07-15T00:00:00</ActualDateTime><Signatory>ZHANG</Signatory>
<IssueAuthenticationLocation><Name>SHANGHAI</Name></IssueAuthenticationLocation></SignatoryCarrierAuthentication>
</a:BusinessHeaderDocument>
<a:MasterConsignment>
<ID>REF1</ID><AdditionalID>INFO</AdditionalID>
<NilCarriageValueIndicator>true</NilCarriageValueIndicator>
<NilCustomsValueIndicator>false</NilCustomsValueIndicator>
<DeclaredValueForCustomsAmount currencyID="CNY">1200.50</DeclaredValueForCustomsAmount>
<NilInsuranceValueIndicator>1</NilInsuranceValueIndicator>
<TotalChargePrepaidIndicator>true</TotalChargePrepaidIndicator>
<TotalDisbursementPrepaidIndicator>false</TotalDisbursementPrepaidIndicator>
<IncludedTareGrossWeightMeasure unitCode="KGM">500.0</IncludedTareGrossWeightMeasure>
<GrossVolumeMeasure unitCode="MTQ">3.600</GrossVolumeMeasure>
<TotalPieceQuantity>12</TotalPieceQuantity>
<ConsignorParty><Name>DEMO SHIPPER
SECOND LINE</Name><AccountID>ACC1</AccountID><PostalStructuredAddress><PostcodeCode>200000</PostcodeCode>
<StreetName>1 ROAD</StreetName><CityName>SHANGHAI</CityName><CountryID>CN</CountryID><CountryName>China</CountryName>
<CountrySubDivisionName>SH</CountrySubDivisionName></PostalStructuredAddress>
<DefinedTradeContact><PersonName>MS LI</PersonName>
<DirectTelephoneCommunication><CompleteNumber>862112345678</CompleteNumber></DirectTelephoneCommunication>
<FaxCommunication><CompleteNumber>862187654321</CompleteNumber></FaxCommunication></DefinedTradeContact>
</ConsignorParty>
<ConsigneeParty><Name><![CDATA[A & B GMBH]]></Name><PostalStructuredAddress><StreetName>2 STR</StreetName>
<CityName>FRANKFURT</CityName><CountryID>DE</CountryID></PostalStructuredAddress></ConsigneeParty>
<FreightForwarderParty><Name>DEMO FORWARDER</Name><AccountID>A9</AccountID><CargoAgentID>13372400005</CargoAgentID>
<FreightForwarderAddress><CityName>SHANGHAI</CityName></FreightForwarderAddress></FreightForwarderParty>
<AssociatedParty><Name>NOTIFY AG</Name><RoleCode>NI</RoleCode><PostalStructuredAddress><CityName>BONN</CityName>
<CountryID>DE</CountryID></PostalStructuredAddress></AssociatedParty>
<OriginLocation><ID>PVG</ID><Name>SHANGHAI</Name></OriginLocation>
<FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>
<SpecifiedLogisticsTransportMovement><StageCode>Main-Carriage</StageCode><ID>X9202</ID>
<SequenceNumeric>2</SequenceNumeric><UsedLogisticsTransportMeans><Name>X9</Name></UsedLogisticsTransportMeans>
<ArrivalEvent><OccurrenceArrivalLocation><ID>FRA</ID></OccurrenceArrivalLocation></ArrivalEvent>
</SpecifiedLogisticsTransportMovement>
<SpecifiedLogisticsTransportMovement><StageCode>Main-Carriage</StageCode><ID>X9101</ID>
<SequenceNumeric>1</SequenceNumeric><UsedLogisticsTransportMeans><Name>X9</Name></UsedLogisticsTransportMeans>
<ArrivalEvent><OccurrenceArrivalLocation><ID>AMS</ID></OccurrenceArrivalLocation></ArrivalEvent>
<DepartureEvent><ScheduledOccurrenceDateTime>2026-07-18T11:20:00</ScheduledOccurrenceDateTime>
<OccurrenceDepartureLocation><ID>PVG</ID></OccurrenceDepartureLocation></DepartureEvent>
</SpecifiedLogisticsTransportMovement>
<HandlingSPHInstructions><DescriptionCode>EAP</DescriptionCode></HandlingSPHInstructions>
<HandlingSSRInstructions><Description>KEEP DRY</Description></HandlingSSRInstructions>
<HandlingOSIInstructions><Description>4 PALLETS</Description></HandlingOSIInstructions>
<IncludedAccountingNote><ContentCode>GEN</ContentCode><Content>CREDIT</Content></IncludedAccountingNote>
<IncludedCustomsNote><ContentCode>T</ContentCode><Content>USCI9131</Content><SubjectCode>SHP</SubjectCode>
<CountryID>CN</CountryID></IncludedCustomsNote>
<AssociatedConsignmentCustomsProcedure><GoodsStatusCode>X</GoodsStatusCode></AssociatedConsignmentCustomsProcedure>
<ApplicableOriginCurrencyExchange><SourceCurrencyCode>CNY</SourceCurrencyCode></ApplicableOriginCurrencyExchange>
<ApplicableLogisticsServiceCharge>
<TransportPaymentMethodCode>PP</TransportPaymentMethodCode></ApplicableLogisticsServiceCharge>
<ApplicableLogisticsAllowanceCharge><ID>MY</ID><PrepaidIndicator>true</PrepaidIndicator><PartyTypeCode>C</PartyTypeCode>
<ActualAmount currencyID="CNY">600.00</ActualAmount></ApplicableLogisticsAllowanceCharge>
<ApplicableRating><TypeCode>F</TypeCode><TotalChargeAmount currencyID="CNY">12000.00</TotalChargeAmount>
<IncludedMasterConsignmentItem><SequenceNumeric>1</SequenceNumeric><TypeCode>850440</TypeCode>
<GrossWeightMeasure unitCode="KGM">500</GrossWeightMeasure><PieceQuantity>12</PieceQuantity>
<NatureIdentificationTransportCargo><Identification>POWER SUPPLIES
AND CABLES</Identification></NatureIdentificationTransportCargo>
<AssociatedUnitLoadTransportEquipment><ID>12345</ID><LoadedPackageQuantity>12</LoadedPackageQuantity>
<CharacteristicCode>PMC</CharacteristicCode><OperatingParty><PrimaryID>X9</PrimaryID></OperatingParty>
</AssociatedUnitLoadTransportEquipment>
<TransportLogisticsPackage><ItemQuantity>12</ItemQuantity><LinearSpatialDimension>
<WidthMeasure unitCode="CMT">80</WidthMeasure><LengthMeasure unitCode="MTR">1.2</LengthMeasure>
<HeightMeasure unitCode="INH">10</HeightMeasure></LinearSpatialDimension></TransportLogisticsPackage>
<ApplicableFreightRateServiceCharge><CategoryCode>Q</CategoryCode>
<ChargeableWeightMeasure unitCode="KGM">600</ChargeableWeightMeasure><AppliedRate>20</AppliedRate>
<AppliedAmount currencyID="CNY">12000</AppliedAmount></ApplicableFreightRateServiceCharge>
</IncludedMasterConsignmentItem>
<IncludedMasterConsignmentItem><SequenceNumeric>2</SequenceNumeric>
<GrossVolumeMeasure unitCode="CMQ">3600000</GrossVolumeMeasure><Information>NDA</Information>
</IncludedMasterConsignmentItem></ApplicableRating>
<ApplicableTotalRating><TypeCode>F</TypeCode><ApplicablePrepaidCollectMonetarySummation>
<PrepaidIndicator>true</PrepaidIndicator><WeightChargeTotalAmount currencyID="CNY">12000.00</WeightChargeTotalAmount>
<GrandTotalAmount currencyID="CNY">12600.00</GrandTotalAmount></ApplicablePrepaidCollectMonetarySummation>
</ApplicableTotalRating>
</a:MasterConsignment>
"#;

fn by_hand(parts: &str) -> String {
    document("Waybill", "iata:waybill:1", "740", "3.00", parts)
}

fn waybill(text: &str) -> (Fwb, Vec<String>) {
    let message = read(text).unwrap_or_else(|error| panic!("{error:?}"));
    let Body::Waybill(fwb) = message.body else { panic!("a waybill") };
    (*fwb, message.flags)
}

#[test]
fn a_waybill_of_hand_is_read_whole() {
    let (fwb, flags) = waybill(&by_hand(PARTS));
    assert_eq!(flags, ["MasterConsignment/ConsignorParty/DefinedTradeContact/PersonName"]);
    assert_eq!(fwb.shipment.awb.to_string(), "990-12345675");
    assert_eq!((fwb.shipment.origin.as_str(), fwb.shipment.destination.as_str()), ("PVG", "FRA"));
    assert_eq!((fwb.shipment.pieces, fwb.shipment.weight), (12, "500".parse().ok()));
    assert_eq!(fwb.shipment.volume, "3.6".parse().ok());
    assert_eq!(fwb.flights[0], Movement { flight: "X9101".into(), day: 18 });
    assert_eq!(fwb.flights[1], Movement { flight: "X9202".into(), day: 0 });
    assert_eq!(fwb.routing, [("AMS".to_owned(), "X9".to_owned()), ("FRA".to_owned(), "X9".to_owned())]);
    assert_eq!((fwb.shipper.name.as_str(), fwb.shipper.name_more.as_str()), ("DEMO SHIPPER", "SECOND LINE"));
    assert_eq!((fwb.shipper.account.as_str(), fwb.shipper.state.as_str()), ("ACC1", "SH"));
    let phones = [("TE".to_owned(), "862112345678".to_owned()), ("FX".to_owned(), "862187654321".to_owned())];
    assert_eq!(fwb.shipper.contacts, phones);
    assert_eq!(fwb.consignee.name, "A & B GMBH");
    assert_eq!(fwb.notify.as_ref().map(|notify| notify.name.as_str()), Some("NOTIFY AG"));
    let agent = fwb.agent.as_ref().expect("an agent");
    assert_eq!((agent.iata.as_str(), agent.cass.as_str(), agent.account.as_str()), ("1337240", "0005", "A9"));
    assert_eq!((fwb.values.carriage, fwb.values.customs, fwb.values.insurance), (None, Some(amount("1200.5")), None));
    assert_eq!((fwb.values.weight_pay, fwb.values.other_pay), (Some(Pay::Prepaid), Some(Pay::Collect)));
    assert_eq!((fwb.values.currency.as_str(), fwb.values.charge_code.as_str()), ("CNY", "PP"));
    assert_eq!(fwb.issue, Some(Issue { date: date(2026, 7, 15), place: "SHANGHAI".into(), signature: "ZHANG".into() }));
    assert_eq!(fwb.reference, Some(("REF1".into(), "INFO".into())));
    assert_eq!(fwb.office.map(|office| office.file).as_deref(), Some("AE2607001"));
    assert_eq!(
        (fwb.handling, fwb.requests, fwb.information),
        (vec!["EAP".into()], vec!["KEEP DRY".into()], vec!["4 PALLETS".into()])
    );
    let note = Customs { country: "CN".into(), part: "SHP".into(), control: "T".into(), text: "USCI9131".into() };
    assert_eq!((fwb.customs, fwb.customs_origin.as_str()), (vec![note], "X"));
    assert_eq!((fwb.charges[0].code.as_str(), fwb.charges[0].due, fwb.charges[0].amount), ("MY", 'C', amount("600")));
    assert_eq!(fwb.prepaid.and_then(|column| column.total), Some(amount("12600")));
    assert_eq!(fwb.collect, None);
}

#[test]
fn an_item_without_a_rate_goes_on_with_the_goods_of_the_one_before() {
    let (fwb, _) = waybill(&by_hand(PARTS));
    let [rate] = fwb.rates.as_slice() else { panic!("one rate") };
    assert_eq!((rate.class.as_str(), rate.total), ("Q", Some(amount("12000"))));
    assert_eq!(rate.chargeable, "600".parse().ok());
    let sides = ["120", "80", "25.4"].map(|side| side.parse().expect("a length"));
    let none = Detail::Dimensions { weight: None, sides: None, pieces: None };
    assert_eq!(
        rate.details,
        [
            Detail::Goods("POWER SUPPLIES".into()),
            Detail::Goods("AND CABLES".into()),
            Detail::Dimensions { weight: None, sides: Some(sides), pieces: Some(12) },
            Detail::Unit("PMC12345X9".into()),
            Detail::Slac(12),
            Detail::Hs("850440".into()),
            none,
            Detail::Volume("3.6".parse().expect("a volume")),
        ]
    );
}

#[test]
fn type_code_741_makes_the_goods_a_consolidation_and_another_is_flagged() {
    let (fwb, _) = waybill(&document("Waybill", "iata:waybill:1", "741", "3.00", PARTS));
    assert_eq!(fwb.rates[0].details[0], Detail::Consolidation("POWER SUPPLIES".into()));
    let note = "<IncludedHeaderNote><ContentCode>C</ContentCode><Content>Consolidation</Content></IncludedHeaderNote>";
    let noted = PARTS.replace("<SignatoryConsignor", &format!("{note}<SignatoryConsignor"));
    assert_eq!(waybill(&document("Waybill", "iata:waybill:1", "741", "3.00", &noted)).1.len(), 1);
    assert!(waybill(&by_hand(&noted)).1.contains(&"BusinessHeaderDocument/IncludedHeaderNote/ContentCode".to_owned()));
    assert!(xfwb::write(&fwb, &envelope()).contains("<ram:TypeCode>741</ram:TypeCode>"));
    let (fwb, flags) = waybill(&document("Waybill", "iata:waybill:1", "703", "3.00", PARTS));
    assert_eq!(fwb.rates[0].details[0], Detail::Goods("POWER SUPPLIES".into()));
    assert!(flags.contains(&"MessageHeaderDocument/TypeCode".to_owned()));
}

#[test]
fn prefixes_blanks_comments_marks_and_versions_do_not_matter() {
    let (plain, _) = waybill(&by_hand(PARTS));
    let text = by_hand(PARTS);
    let dressed = [
        text.replace("<a:", "<rsm:").replace("</a:", "</rsm:").replace("xmlns:a=", "xmlns:rsm="),
        text.replace("<a:", "<")
            .replace("</a:", "</")
            .replace("xmlns:a=", "xmlns:x=")
            .replace("xmlns=\"iata:datamodel:3\"", "xmlns=\"iata:waybill:1\""),
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n\t "),
        text.replace("><", ">  <!-- a remark <ID>1</ID> -->\n<"),
        text.replace("<ID>REF1</ID>", "<?a hint?><ID listVersionID=\"2\">&#82;EF&#x31;</ID>"),
        text.replace("<VersionID>3.00", "<VersionID>5.00"),
        text.replace("500.0<", "+0500.<"),
        text.replace("990-12345675", "99012345675"),
        text.replace("<NilCarriageValueIndicator>true</NilCarriageValueIndicator>", ""),
        format!("{text}\n<!-- end -->\n"),
    ];
    for text in dressed {
        let (fwb, flags) = waybill(&text);
        assert_eq!(fwb, plain, "{text}");
        assert_eq!(flags.len(), 1, "{flags:?}");
    }
}

#[test]
fn what_is_passed_over_or_doubtful_is_flagged_by_its_path() {
    let cases = [
        (
            "<TotalPieceQuantity>12",
            "<PackageQuantity>9</PackageQuantity><TotalPieceQuantity>12",
            "MasterConsignment/PackageQuantity",
        ),
        ("<ID>REF1</ID>", "<ID>REF1</ID><ID>REF2</ID>", "MasterConsignment/ID"),
        (
            "<Name>SHANGHAI</Name></OriginLocation>",
            "<Deep><Er>1</Er></Deep></OriginLocation>",
            "MasterConsignment/OriginLocation/Deep",
        ),
        ("<a:MasterConsignment>", "<a:MasterConsignment>stray", "MasterConsignment/#text"),
        ("<a:MasterConsignment>", "<a:Other>1</a:Other><a:MasterConsignment>", "Other"),
        ("<RoleCode>NI", "<RoleCode>FB", "MasterConsignment/AssociatedParty/FB"),
        (
            "<Information>NDA",
            "<Information>FRAGILE",
            "MasterConsignment/ApplicableRating/IncludedMasterConsignmentItem/Information",
        ),
        (
            ">12000.00</TotalChargeAmount>",
            ">1.00</TotalChargeAmount>",
            "MasterConsignment/ApplicableRating/TotalChargeAmount",
        ),
        (
            "currencyID=\"CNY\">600.00",
            "currencyID=\"USD\">600.00",
            "MasterConsignment/ApplicableLogisticsAllowanceCharge/ActualAmount/@currencyID",
        ),
        ("unitCode=\"KGM\">500.0", ">500.0", "MasterConsignment/IncludedTareGrossWeightMeasure/@unitCode"),
        (">500.0<", ">500.0000000001<", "MasterConsignment/IncludedTareGrossWeightMeasure"),
        (
            "<NilCustomsValueIndicator>false",
            "<NilCustomsValueIndicator>true",
            "MasterConsignment/NilCustomsValueIndicator",
        ),
        ("<VersionID>3.00", "<VersionID>9.00", "MessageHeaderDocument/VersionID"),
        ("iata:waybill:1", "urn:other", "@xmlns"),
        ("<ID>PVG</ID><Name>", "<ID>CNPVG</ID><Name>", "MasterConsignment/OriginLocation/ID"),
        (
            "<StageCode>Main-Carriage</StageCode><ID>X9202",
            "<StageCode>On-Carriage</StageCode><ID>X9202",
            "MasterConsignment/SpecifiedLogisticsTransportMovement/StageCode",
        ),
    ];
    for (old, new, flag) in cases {
        assert!(PARTS.contains(old) || by_hand(PARTS).contains(old), "{old}");
        let (_, flags) = waybill(&by_hand(PARTS).replacen(old, new, 1));
        assert!(flags.contains(&flag.to_owned()), "{new}: {flags:?}");
    }
    let (_, flags) = waybill(&by_hand(PARTS).replacen("<ID>REF1</ID>", "<ID>REF1</ID><Empty/><Hollow> </Hollow>", 1));
    assert_eq!(flags.len(), 1, "an element without content is nothing: {flags:?}");
}

#[test]
fn pounds_litres_and_inches_become_ours() {
    let text = by_hand(PARTS)
        .replace(
            "<IncludedTareGrossWeightMeasure unitCode=\"KGM\">500.0",
            "<IncludedTareGrossWeightMeasure unitCode=\"LBR\">1000",
        )
        .replace("<GrossVolumeMeasure unitCode=\"MTQ\">3.600", "<GrossVolumeMeasure unitCode=\"ltr\">3600");
    let (fwb, flags) = waybill(&text);
    assert_eq!((fwb.shipment.weight, fwb.shipment.volume), ("453.592".parse().ok(), "3.6".parse().ok()));
    assert_eq!(flags.len(), 1);
}

#[test]
fn everything_that_is_written_is_escaped_and_letters_of_no_document_become_blanks() {
    let awb = Mawb::parse("990-12345675").expect("a number");
    let shipment = Shipment {
        awb,
        origin: "PVG".into(),
        destination: "FRA".into(),
        pieces: 1,
        weight: None,
        volume: None,
        density_group: None,
    };
    let mut fwb = Fwb::new(16, shipment);
    fwb.certification = "<b>\"A\" & 'B'</b>]]>\u{0}\u{b}\u{fffe}C".into();
    fwb.values.currency = "\"C\n<".into();
    fwb.values.customs = Some(amount("1"));
    let mut head = envelope();
    head.senders = vec![Participant { scheme: "\"><x/>".into(), id: "A&B".into() }];
    head.purpose = Purpose::Other("Test & <try>".into());
    let text = xfwb::write(&fwb, &head);
    order::check(&text);
    let message = read(&text).expect("reads");
    assert_eq!((&message.envelope.senders, &message.envelope.purpose), (&head.senders, &head.purpose));
    let Body::Waybill(back) = message.body else { panic!("a waybill") };
    assert_eq!(back.certification, "<b>\"A\" & 'B'</b>]]>   C");
    assert_eq!(back.values.customs, Some(amount("1")));
}

#[test]
fn a_flight_of_the_next_month_and_year_gets_its_date_by_the_issue() {
    let (mut fwb, _) = waybill(&by_hand(PARTS));
    let cases = [
        (date(2026, 7, 15), 18, "2026-07-18"),
        (date(2026, 7, 15), 8, "2026-07-08"),
        (date(2026, 7, 15), 7, "2026-08-07"),
        (date(2026, 12, 30), 2, "2027-01-02"),
        (date(2027, 2, 10), 31, "2027-03-31"),
    ];
    for (issued, day, expected) in cases {
        fwb.issue = Some(Issue { date: issued, place: String::new(), signature: String::new() });
        fwb.flights = vec![Movement { flight: "X9101".into(), day }];
        let text = xfwb::write(&fwb, &envelope());
        assert!(
            text.contains(&format!("<ram:ScheduledOccurrenceDateTime>{expected}T00:00:00<")),
            "{issued} {day}: {text}"
        );
    }
    fwb.flights = vec![Movement { flight: "X9101".into(), day: 32 }];
    assert!(!xfwb::write(&fwb, &envelope()).contains("ScheduledOccurrenceDateTime"));
}

#[test]
fn the_header_says_who_for_whom_and_what_for() {
    let text =
        by_hand(PARTS).replace("<PurposeCode>Creation", "<ConversationID>C1</ConversationID><PurposeCode>Update");
    let head = read(&text).expect("reads").envelope;
    assert_eq!((head.id.as_str(), head.purpose.clone(), head.conversation.as_str()), ("M1", Purpose::Update, "C1"));
    assert_eq!(kernel::show_second(head.issued), "2026-07-15 10:00:00");
    assert_eq!((head.senders[0].scheme.as_str(), head.senders[0].id.as_str()), ("C", "ONE"));
    assert_eq!(head.recipients[0].id, "TWO");
    for (written, expected) in
        [("Deletion", Purpose::Deletion), ("cancel", Purpose::Deletion), ("Create", Purpose::Creation)]
    {
        let text = by_hand(PARTS).replace("<PurposeCode>Creation", &format!("<PurposeCode>{written}"));
        assert_eq!(read(&text).expect("reads").envelope.purpose, expected);
    }
    for (written, expected) in [
        ("2026-07-15T02:00:00Z", "2026-07-15 10:00:00"),
        ("2026-07-15T02:00:00.1234567+00:00", "2026-07-15 10:00:00"),
        ("2026-07-14T21:00:00-05:00", "2026-07-15 10:00:00"),
        ("2026-07-15T10:00:00", "2026-07-15 10:00:00"),
        ("2026-07-15 10:00", "2026-07-15 10:00:00"),
        ("2026-07-15", "2026-07-15 00:00:00"),
    ] {
        let text = by_hand(PARTS).replace("2026-07-15T10:00:00+08:00", written);
        assert_eq!(kernel::show_second(read(&text).expect("reads").envelope.issued), expected, "{written}");
    }
}

#[test]
fn amounts_have_the_decimals_of_their_currency() {
    let (mut fwb, _) = waybill(&by_hand(PARTS));
    for (currency, whole) in [("CNY", ">600.00<"), ("JPY", ">600<"), ("BHD", ">600.000<")] {
        fwb.values.currency = currency.to_owned();
        let text = xfwb::write(&fwb, &envelope());
        assert!(text.contains(&format!("<ram:ActualAmount currencyID=\"{currency}\"{whole}")), "{text}");
        let Body::Waybill(back) = read(&text).expect("reads").body else { panic!("a waybill") };
        assert_eq!(back.charges, fwb.charges);
    }
}
