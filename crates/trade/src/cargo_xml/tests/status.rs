//! Status messages of hand.

use super::*;
use crate::fsu::{EventTime, MovementTime, Quantity, Share, Status};

fn parts(statuses: &str) -> String {
    format!(
        "<a:BusinessHeaderDocument><ID>990-12345675</ID></a:BusinessHeaderDocument>\n<a:MasterConsignment>\
         <GrossWeightMeasure unitCode=\"KGM\">500</GrossWeightMeasure>\
         <TotalGrossWeightMeasure unitCode=\"KGM\">500</TotalGrossWeightMeasure>\
         <PieceQuantity>12</PieceQuantity><TotalPieceQuantity>12</TotalPieceQuantity>\
         <TransportSplitDescription>T</TransportSplitDescription>\
         <TransportContractDocument><ID>990-12345675</ID><TypeCode>740</TypeCode></TransportContractDocument>\
         <OriginLocation><ID>PVG</ID></OriginLocation>\
         <FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>\n{statuses}\n</a:MasterConsignment>"
    )
}

fn reported(code: &str, inside: &str) -> String {
    format!(
        "<ReportedStatus><ReasonCode>{code}</ReasonCode><AssociatedStatusConsignment>{inside}\
         </AssociatedStatusConsignment></ReportedStatus>"
    )
}

fn place(code: &str, role: &str) -> String {
    format!(
        "<SpecifiedLocation><ID>{code}</ID><TypeCode>Airport</TypeCode>\
         <FlightStatusTypeCode>{role}</FlightStatusTypeCode></SpecifiedLocation>"
    )
}

fn movement(inside: &str) -> String {
    format!("<SpecifiedLogisticsTransportMovement>{inside}</SpecifiedLogisticsTransportMovement>")
}

fn event(at: &str) -> String {
    format!(
        "<SpecifiedEvent><OccurrenceDateTime>{at}</OccurrenceDateTime>\
         <DateTimeTypeCode>A</DateTimeTypeCode></SpecifiedEvent>"
    )
}

fn by_hand(version: &str, statuses: &str) -> String {
    document("StatusMessage", "iata:statusmessage:1", "44", version, &parts(statuses))
}

fn statuses(text: &str) -> (StatusMessage, Vec<String>) {
    let message = read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let Body::Status(status) = message.body else { panic!("statuses") };
    (status, message.flags)
}

/// Issue 25, A 6: one status that can't be understood stops no other.
#[test]
fn a_wrong_status_stops_no_other() {
    let wrong = "<PieceQuantity>many</PieceQuantity>";
    let good = "<PieceQuantity>5</PieceQuantity>";
    let text = by_hand("3.00", &format!("{}\n{}", reported("RCS", wrong), reported("FOH", good)));
    let (message, _) = statuses(&text);
    assert_eq!(message.statuses.iter().map(|status| status.code.as_str()).collect::<Vec<_>>(), ["FOH"]);
    let [fault] = message.faults.as_slice() else { panic!("one fault") };
    assert!(fault.line > 1 && fault.line < message.statuses[0].line && fault.column > 0, "{fault:?}");
}

fn one(inside: &str, code: &str) -> (Status, Vec<String>) {
    let (mut message, flags) = statuses(&by_hand("3.00", &reported(code, inside)));
    (message.statuses.remove(0), flags)
}

fn clock(indicator: char, time: (i8, i8), day_change: i8) -> Option<MovementTime> {
    Some(MovementTime { indicator, time, day_change })
}

#[test]
fn a_departure_of_hand_is_read_whole() {
    let inside = format!(
        "<GrossWeightMeasure unitCode=\"KGM\">200.5</GrossWeightMeasure><PieceQuantity>5</PieceQuantity>\
         <TransportSplitDescription>P</TransportSplitDescription>{}\
         <HandlingOSIInstructions><Description>ON TIME</Description></HandlingOSIInstructions>\
         <IncludedCustomsNote><ContentCode>T</ContentCode><Content>1</Content><SubjectCode>SHP</SubjectCode>\
         <CountryID>CN</CountryID></IncludedCustomsNote>\
         <UtilizedUnitLoadTransportEquipment><ID>12345</ID><CharacteristicCode>PMC</CharacteristicCode>\
         <OperatingParty><PrimaryID>X9</PrimaryID></OperatingParty></UtilizedUnitLoadTransportEquipment>",
        movement(&format!(
            "<ID>X9101</ID><UsedLogisticsTransportMeans><Name>X9</Name></UsedLogisticsTransportMeans>\
             <ArrivalEvent><ArrivalOccurrenceDateTime>2026-07-19T01:15:00</ArrivalOccurrenceDateTime>\
             <ArrivalDateTimeTypeCode>E</ArrivalDateTimeTypeCode></ArrivalEvent>\
             <DepartureEvent><DepartureOccurrenceDateTime>2026-07-18T11:20:00</DepartureOccurrenceDateTime>\
             <DepartureDateTimeTypeCode>A</DepartureDateTimeTypeCode></DepartureEvent>{}{}{}",
            place("PVG", "Departure"),
            place("FRA", "Arrival"),
            event("2026-07-18T11:20:00")
        ))
    );
    let (message, flags) = statuses(&by_hand("3.00", &reported("DEP", &inside)));
    assert_eq!(flags, Vec::<String>::new());
    assert_eq!((message.kind.as_str(), message.awb.to_string().as_str()), ("FSU", "990-12345675"));
    assert_eq!((message.origin.as_deref(), message.destination.as_deref()), (Some("PVG"), Some("FRA")));
    assert_eq!(message.quantity, Some(Quantity { share: Share::Total, pieces: 12, weight: "500".parse().ok() }));
    assert_eq!(message.pieces_total, None);
    let [status] = message.statuses.as_slice() else { panic!("one status") };
    assert_eq!((status.code.as_str(), status.known, status.flight.as_deref()), ("DEP", true, Some("X9101")));
    assert_eq!((status.airport.as_deref(), status.to.as_deref()), (Some("PVG"), Some("FRA")));
    assert_eq!(status.when, Some(EventTime { day: 18, month: Some(7), time: Some((11, 20)), day_change: 0 }));
    assert_eq!(status.year_told, Some(2026));
    assert_eq!(status.quantity, Some(Quantity { share: Share::Part, pieces: 5, weight: "200.5".parse().ok() }));
    assert_eq!((status.departure, status.arrival), (clock('A', (11, 20), 0), clock('E', (1, 15), 1)));
    assert_eq!(status.extra, ["OSI/ON TIME", "OCI/CN/SHP/T/1", "ULD/PMC12345X9"]);
    assert!(status.raw.starts_with("DEP/200.5/5/P/X9101/"), "{}", status.raw);
    assert_eq!(status.line, 10);
}

#[test]
fn names_and_carriers_stand_where_their_status_has_them() {
    let cases = [
        (
            "RCS",
            "AssociatedReceivedFromParty",
            "<Name>DEMO FORWARDER</Name><RoleCode>FW</RoleCode>",
            "DEMO FORWARDER",
            "",
        ),
        (
            "RCT",
            "AssociatedReceivedFromParty",
            "<PrimaryID>LH</PrimaryID><Name>N</Name><RoleCode>CA</RoleCode>",
            "N",
            "LH",
        ),
        ("TFD", "AssociatedTransferredFromParty", "<PrimaryID>LH</PrimaryID><RoleCode>CA</RoleCode>", "", "LH"),
        ("NFD", "NotifiedParty", "<Name>CONSIGNEE GMBH</Name>", "CONSIGNEE GMBH", ""),
        ("DLV", "DeliveryParty", "<Name>CONSIGNEE GMBH</Name>", "CONSIGNEE GMBH", ""),
    ];
    for (code, element, inside, name, carrier) in cases {
        let (status, flags) = one(&format!("<{element}>{inside}</{element}>"), code);
        assert_eq!((status.name.as_str(), status.carrier.as_str(), flags.len()), (name, carrier, 0), "{code}");
        let (message, _) = statuses(&by_hand("3.00", &reported(code, &format!("<{element}>{inside}</{element}>"))));
        let written = xfsu::write(&message, &envelope());
        assert!(written.contains(&format!("<ram:{element}>")), "{written}");
    }
    let (status, _) = one("<AssociatedManifestDocument><ID>123456</ID></AssociatedManifestDocument>", "TFD");
    assert_eq!(status.manifest, "123456");
}

#[test]
fn a_status_of_arrival_takes_place_where_it_arrives() {
    let both = format!("{}{}", place("PVG", "Departure"), place("FRA", "Arrival"));
    let (status, flags) = one(&movement(&both), "RCF");
    assert_eq!((status.airport.as_deref(), status.to), (Some("FRA"), None));
    assert_eq!(
        flags,
        ["MasterConsignment/ReportedStatus/AssociatedStatusConsignment/\
             SpecifiedLogisticsTransportMovement/SpecifiedLocation"]
    );
    let (status, _) = one(&movement(&both), "DEP");
    assert_eq!((status.airport.as_deref(), status.to.as_deref()), (Some("PVG"), Some("FRA")));
    let (status, _) = one(&movement(&place("AMS", "Transit")), "RCF");
    assert_eq!(status.airport.as_deref(), Some("AMS"));
    let (status, _) = one(&movement(&place("AMS", "")), "RCS");
    assert_eq!(status.airport.as_deref(), Some("AMS"));
}

#[test]
fn a_flight_number_alone_takes_the_code_of_its_carrier() {
    for (inside, flight) in [
        ("<ID>101</ID><CarrierParty><PrimaryID>X9</PrimaryID></CarrierParty>", Some("X9101")),
        ("<ID>X9 101</ID>", Some("X9101")),
        ("<ID>3U8001</ID>", Some("3U8001")),
        ("<ID>101</ID><UsedLogisticsTransportMeans><Name>LH</Name></UsedLogisticsTransportMeans>", Some("LH101")),
        ("<CarrierParty><PrimaryID>LH</PrimaryID></CarrierParty>", Some("LH")),
        ("<ID> </ID>", None),
    ] {
        let (status, flags) = one(&movement(inside), "TRM");
        assert_eq!((status.flight.as_deref(), flags.len()), (flight, 0), "{inside}");
    }
    let long = "<ID>X9101</ID><UsedLogisticsTransportMeans><Name>DEMO AIR</Name></UsedLogisticsTransportMeans>";
    let (status, flags) = one(&movement(long), "DEP");
    assert_eq!((status.flight.as_deref(), flags.len()), (Some("X9101"), 1));
}

#[test]
fn times_without_an_event_of_their_own_tell_the_day() {
    let departs = "<DepartureEvent><DepartureOccurrenceDateTime>2026-07-18T23:50:00</DepartureOccurrenceDateTime>\
                   <DepartureDateTimeTypeCode>S</DepartureDateTimeTypeCode></DepartureEvent>";
    let arrives = "<ScheduledArrivalEvent>\
                   <ScheduledOccurrenceDateTime>2026-07-20T06:00:00</ScheduledOccurrenceDateTime>\
                   </ScheduledArrivalEvent>";
    let (status, flags) = one(&movement(&format!("{arrives}{departs}")), "BKD");
    assert_eq!(status.when, Some(EventTime { day: 18, month: Some(7), time: None, day_change: 0 }));
    assert_eq!((status.departure, status.arrival), (clock('S', (23, 50), 0), clock('S', (6, 0), 2)));
    assert_eq!(flags.len(), 0);
    let (status, _) = one(&movement(&format!("{arrives}{departs}")), "ARR");
    assert_eq!(status.when.map(|when| when.day), Some(20));
    let (status, flags) = one(&movement(&format!("{departs}{}", event("2026-08-18T10:00:00"))), "DEP");
    assert_eq!((status.departure, flags.len()), (None, 1), "a month apart is no clock time of the day");
}

#[test]
fn a_clock_of_another_zone_is_kept_and_flagged() {
    let (status, flags) = one(&movement(&event("2026-07-18T03:20:00Z")), "RCS");
    assert_eq!(status.when.and_then(|when| when.time), Some((3, 20)));
    assert!(flags[0].ends_with("SpecifiedEvent/OccurrenceDateTime"), "{flags:?}");
    let (status, flags) = one(&movement(&event("2026-07-18T11:20:00+08:00")), "RCS");
    assert_eq!((status.when.and_then(|when| when.time), flags.len()), (Some((11, 20)), 0));
}

#[test]
fn shares_totals_and_newer_versions_are_read() {
    let text = by_hand("6.00", &reported("XYZ", "<PieceQuantity>5</PieceQuantity>"))
        .replace("<GrossWeightMeasure unitCode=\"KGM\">500</GrossWeightMeasure>", "")
        .replace(
            "<PieceQuantity>12</PieceQuantity>",
            "<LoadTypeCode>BLK</LoadTypeCode><PieceQuantity>12</PieceQuantity>",
        );
    let (message, flags) = statuses(&text);
    assert_eq!(message.quantity.and_then(|quantity| quantity.weight), "500".parse().ok());
    assert_eq!(flags, ["MasterConsignment/LoadTypeCode"]);
    let status = &message.statuses[0];
    assert_eq!((status.code.as_str(), status.known), ("XYZ", false));
    assert_eq!(status.quantity.map(|quantity| quantity.share), Some(Share::Total));
    let part = text.replace("<PieceQuantity>12<", "<PieceQuantity>7<").replace(">T</Trans", "></Trans");
    let (message, flags) = statuses(&part);
    assert_eq!(message.quantity.map(|quantity| (quantity.share, quantity.pieces)), Some((Share::Part, 7)));
    assert_eq!((message.pieces_total, flags.len()), (Some(12), 2), "{flags:?}");
    let (message, flags) = statuses(&text.replace(">T</Trans", ">Total</Trans"));
    assert_eq!((message.quantity.map(|quantity| quantity.share), flags.len()), (Some(Share::Total), 2));
}

#[test]
fn each_consignment_of_a_status_is_a_status() {
    let two = "<PieceQuantity>5</PieceQuantity></AssociatedStatusConsignment>\
               <AssociatedStatusConsignment><PieceQuantity>7</PieceQuantity>";
    let (message, _) = statuses(&by_hand(
        "3.00",
        &format!("{}<ReportedStatus><ReasonCode>DOC</ReasonCode></ReportedStatus>", reported("RCS", two)),
    ));
    let pieces: Vec<(&str, Option<i64>)> = message
        .statuses
        .iter()
        .map(|status| (status.code.as_str(), status.quantity.map(|quantity| quantity.pieces)))
        .collect();
    assert_eq!(pieces, [("RCS", Some(5)), ("RCS", Some(7)), ("DOC", None)]);
    let many = "<ReportedStatus><ReasonCode>DOC</ReasonCode></ReportedStatus>".repeat(200);
    assert_eq!(statuses(&by_hand("3.00", &many)).0.statuses.len(), 200);
    let (_, _, element, zh) =
        refused(&by_hand("3.00", &format!("{many}<ReportedStatus><ReasonCode>A</ReasonCode></ReportedStatus>")));
    assert_eq!((element.as_str(), zh), ("MasterConsignment/ReportedStatus", "状态过多"));
}

/// A message of Cargo-IMP, through Cargo-XML and back, is the same message where both can say it.
#[test]
fn a_teletype_message_goes_through_cargo_xml() {
    let text = "FSU/14\r\n990-12345675PVGFRA/T12K500\r\nRCS/17JUL1630/PVG/T12K500/DEMO FORWARDER\r\n\
                DEP/X9101/18JUL/PVGFRA/T12K500/A1120/E0115-N\r\nRCF/X9101/18JUL2300-N/FRA/T12K500\r\n\
                OSI/ALL WELL\r\nDIS/X9101/19JUL1900/FRA/MSCA/P1K40\r\n";
    let message = crate::fsu::parse(text).expect("reads");
    let (back, flags) = statuses(&xfsu::write(&message, &envelope()));
    assert_eq!(flags, Vec::<String>::new());
    assert_eq!(crate::fsu::compose(&back), text.replace("18JUL2300-N", "19JUL2300"));
}

/// A telegram tells no year, Cargo-XML does: however old an event is, it is of that year.
#[test]
fn a_year_that_is_told_is_kept() {
    let told = kernel::Instant::parse("2027-03-10 09:00:00").expect("a time");
    for (at, moment) in [
        ("2024-02-29T10:30:00", "2024-02-29 10:30"),
        ("2026-12-31T23:10:00", "2026-12-31 23:10"),
        ("2030-01-02T00:00:00", "2030-01-02 00:00"),
    ] {
        let (status, _) = one(&movement(&event(at)), "RCS");
        let when = status.when.expect("a day");
        let found = crate::fsu::resolve(when, status.year(false), told, "Asia/Shanghai");
        assert_eq!(found.map(kernel::show_minute).as_deref(), Some(moment));
    }
    let no_day = movement(&event("2026-02-29T10:30:00"));
    let (.., element, _) = refused(&by_hand("3.00", &reported("RCS", &no_day)));
    assert!(element.ends_with("SpecifiedEvent/OccurrenceDateTime"), "{element}");
}

#[test]
fn days_without_a_month_or_year_are_those_nearest_to_the_message() {
    let text = "FSU/14\n990-12345675PVGFRA/T12K500\nPRE/X9101/30/PVGFRA/T12K500/S1230\n";
    let message = crate::fsu::parse(text).expect("reads");
    for (made, expected) in [
        ("2026-07-15 10:00:00", "2026-06-30"),
        ("2026-07-16 10:00:00", "2026-07-30"),
        ("2026-01-02 10:00:00", "2025-12-30"),
    ] {
        let head = Envelope { issued: kernel::Instant::parse(made).expect("a time"), ..envelope() };
        assert!(
            xfsu::write(&message, &head).contains(&format!("<ram:OccurrenceDateTime>{expected}T00:00:00<")),
            "{made}"
        );
    }
    let text = "FSU/14\n990-12345675PVGFRA/T12K500\nRCS/31DEC2300/PVG/T12K500\n";
    let message = crate::fsu::parse(text).expect("reads");
    let head = Envelope { issued: kernel::Instant::parse("2027-01-01 01:00:00").expect("a time"), ..envelope() };
    assert!(xfsu::write(&message, &head).contains("<ram:OccurrenceDateTime>2026-12-31T23:00:00<"));
    // What can be no date is left out.
    let text = "FSU/14\n990-12345675PVGFRA/T12K500\nRCS/29FEB2300/PVG/T12K500\n";
    let message = crate::fsu::parse(text).expect("reads");
    assert!(!xfsu::write(&message, &head).contains("OccurrenceDateTime"));
}
