/** The sections of an air export, as the page knows them. */
import type { Field, Label, Section, When } from "@/platform/contract";
import { type OrderShape, sectionOf } from "../order-body";
import { DANGEROUS_GOODS } from "./papers";

const PLAIN = ["header", "parties", "routing", "cargo", "figures", "price", "remarks"];
const SERVICES = ["pickUp", "warehouse", "outfield", "customs", "arrivalCustoms", "delivery"];
const PARTIES = ["shipper", "consignee", "notify"];
/** The services stand in one section of the page. */
const SERVICES_TITLE: Label = { zh: "服务", en: "Services" };

/** Customs declaration numbers: typed or pasted, one or many. */
const DECLARATIONS: Label = { zh: "报关单号", en: "Declaration numbers" };

/** Fields that only matter when another says so; what stands in them is saved nevertheless. */
const ASKED: [names: string[], when: When][] = [
  [
    ["dangerousType", "undgCode", "undgContactName", "undgContactCommunicationType", "undgContactCommunicationNo"],
    { any: [{ is: ["goodsType", DANGEROUS_GOODS] }, { set: "undgCode" }] },
  ],
  [["celsiusRequire", "thermometer"], { is: ["isCelsiusRequire", true] }],
];

function asked(field: Field): Field {
  const when = ASKED.find(([names]) => names.includes(field.name))?.[1];
  return when ? { ...field, when } : field;
}

const memberOf = (name: string, kind: Field["kind"], label: Label): Field => ({ name, kind, label });
const ENABLED = memberOf("enabled", "bool", SERVICES_TITLE);

/** Declared are the members of rows and objects once; the page knows where they stand. */
export function airShape(declared: Section[], seesPrices: boolean): OrderShape {
  const of = (key: string) => sectionOf(declared, key);
  const rows = (key: string, from = key): Section => ({ ...of(from), key, rows: true });
  const part = (key: string, from = key, fields = of(from).fields): Section => ({ key, label: of(from).label, fields });
  const service = (code: string) => {
    const { fields } = of(`services.${code}`);
    const numbers = memberOf("declarationNumbers", "multi", DECLARATIONS);
    return part(`services.${code}`, `services.${code}`, [ENABLED, ...fields, ...(code === "customs" ? [numbers] : [])]);
  };
  const plain = PLAIN.map((key) => ({ ...of(key), fields: of(key).fields.map(asked) }));
  const drawn = plain.filter(({ key }) => key !== "price" || seesPrices);
  const card = (key: string, label: Label, member: string): Section => ({ key, label, fields: [memberOf(member, "text", label)] });
  return {
    own: [...plain, rows("legs"), rows("planDimensions", "dimensions"), rows("confirmDimensions", "dimensions")],
    parts: [...SERVICES.map(service), ...PARTIES.map((role) => part(`parties.${role}`, "party"))],
    drawn: [
      ...drawn.slice(0, -1),
      card("services", SERVICES_TITLE, "services"),
      card("addresses", of("party").label, "parties"),
      ...drawn.slice(-1),
    ],
  };
}
