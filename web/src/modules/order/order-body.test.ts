import { describe, expect, it } from "vitest";
import type { Field, Section } from "@/platform/contract";
import { airShape } from "./air/air-shape";
import { orderBody } from "./order-body";

const field = (name: string, rest: Partial<Field> = {}): Field => ({ name, kind: "text", label: { zh: name, en: name }, ...rest });
const section = (key: string, ...fields: Field[]): Section => ({ key, label: { zh: key, en: key }, fields });
const SECTIONS = [
  section("header", field("customerNumber")),
  section("parties", field("coopId", { kind: "reference" })),
  section("figures", field("planWeight"), field("planDensity", { readOnly: true })),
  section("price", field("freightUnitprice")),
  section("legs", field("fromStation")),
  section("dimensions", field("length")),
  section("services.customs", field("brokerId")),
  section("party", field("scName")),
];
const AIR = airShape(SECTIONS, true);

describe("the body of an order", () => {
  it("holds the declared members, not the labels beside them nor what the server computes", () => {
    const body = orderBody(AIR, {
      orderUuid: "u",
      rowUuid: "r",
      customerNumber: "C1",
      coopId: "7",
      coopName: "客户甲",
      planWeight: 480,
      planDensity: 133.33,
      planPiecesFollowed: 12,
      lease: { mine: true },
      legs: [{ fromStation: "PVG", fromStationName: "PVG" }],
      planDimensions: [{ length: 100, id: "1" }],
      services: { customs: { enabled: true, brokerId: "9", brokerName: "报关行", declarationNumbers: ["1"] } },
      parties: { shipper: { scName: "A", extra: 1 } },
    });
    expect(body).toMatchObject({ orderUuid: "u", rowUuid: "r", customerNumber: "C1", coopId: "7", planWeight: 480 });
    expect(body["legs"]).toEqual([{ fromStation: "PVG" }]);
    expect(body["planDimensions"]).toEqual([{ id: "1", length: 100 }]);
    expect((body["services"] as Record<string, unknown>)["customs"]).toEqual({ enabled: true, brokerId: "9", declarationNumbers: ["1"] });
    expect((body["services"] as Record<string, unknown>)["pickUp"]).toEqual({ enabled: false });
    expect(body["parties"]).toEqual({ shipper: { scName: "A" }, consignee: { scName: null }, notify: { scName: null } });
    for (const absent of ["coopName", "planDensity", "planPiecesFollowed", "lease"]) expect(body).not.toHaveProperty(absent);
  });

  it("sends no prices that were not shown, and sends an emptied field as empty", () => {
    expect(orderBody(AIR, {})).not.toHaveProperty("freightUnitprice");
    expect(orderBody(AIR, { customerNumber: null })["customerNumber"]).toBeNull();
  });
});
