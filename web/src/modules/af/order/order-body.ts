/** What of an order's form goes to the server: the declared members, never the labels beside references. */
import type { Field, Label, Section } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { rowsOf, withId } from "@/platform/forms/rows";

/** Sections whose fields are members of the order itself. */
export const HEAD_SECTIONS = ["header", "parties", "routing", "cargo", "figures", "price", "remarks"];
export const SERVICES = ["pickUp", "warehouse", "outfield", "customs", "arrivalCustoms", "delivery"] as const;
/** The services stand in one section of the page. */
export const SERVICES_TITLE: Label = { zh: "服务", en: "Services" };
export const PARTIES = ["shipper", "consignee", "notify"] as const;

export function sectionOf(sections: Section[], key: string): Section {
  return sections.find((section) => section.key === key) ?? { key, label: { zh: "", en: "" }, fields: [] };
}

/** Stored goods type that asks for the fields of dangerous goods. */
export const DANGEROUS_GOODS = "危险品";

/** The body of check, doSave and doUpdate. Prices nobody may see are not in the values, so they are not sent. */
export function orderBody(sections: Section[], values: Values): Values {
  const body: Values = {};
  for (const key of HEAD_SECTIONS) {
    for (const field of sectionOf(sections, key).fields) {
      if (!field.readOnly && values[field.name] !== undefined) body[field.name] = values[field.name];
    }
  }
  const line = (key: string) => (row: Values) => withId(row, picked(sectionOf(sections, key).fields, row));
  body["legs"] = rowsOf(values["legs"]).map(line("legs"));
  body["planDimensions"] = rowsOf(values["planDimensions"]).map(line("dimensions"));
  body["confirmDimensions"] = rowsOf(values["confirmDimensions"]).map(line("dimensions"));
  body["contactIds"] = values["contactIds"] ?? [];
  body["services"] = Object.fromEntries(SERVICES.map((code) => [code, serviceBody(sections, values, code)]));
  const parties = object(values["parties"]);
  const party = sectionOf(sections, "party").fields;
  body["parties"] = Object.fromEntries(PARTIES.map((role) => [role, picked(party, object(parties[role]))]));
  if (values["orderUuid"]) body["orderUuid"] = values["orderUuid"];
  if (values["rowUuid"]) body["rowUuid"] = values["rowUuid"];
  return body;
}

function serviceBody(sections: Section[], values: Values, code: string): Values {
  const service = object(object(values["services"])[code]);
  const body: Values = { enabled: service["enabled"] === true };
  Object.assign(body, picked(sectionOf(sections, `services.${code}`).fields, service));
  if (code === "customs") body["declarationNumbers"] = service["declarationNumbers"] ?? [];
  return body;
}

function picked(fields: Field[], values: Values): Values {
  return Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? null]));
}

export function object(value: unknown): Values {
  return value !== null && typeof value === "object" ? (value as Values) : {};
}
