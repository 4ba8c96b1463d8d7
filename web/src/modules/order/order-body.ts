/** The sections of an order as its page knows them, and what of its values goes to the server. */
import type { Field, Section } from "@/platform/contract";
import { type Values, readPath, writePath } from "@/platform/forms/form-store";
import { rowsBody } from "@/platform/forms/rows";

export interface OrderShape {
  /** Whose fields are members of the order itself, and child rows. */
  own: Section[];
  /** Whose fields are members of an object of the order; the key is where that stands: `parties.shipper`. */
  parts: Section[];
  /** What the page draws, in its order. */
  drawn: Section[];
}

/** What is no field of the form, and known to the server by the body alone. */
const BESIDE = ["contactIds", "orderUuid", "rowUuid", "copyFrom", "copyCharges"];

export function sectionOf(sections: Section[], key: string): Section {
  return sections.find((section) => section.key === key) ?? { key, label: { zh: "", en: "" }, fields: [] };
}

/** The body of check and save: declared members, never the labels beside references. What was never told is not sent. */
export function orderBody({ own, parts }: Omit<OrderShape, "drawn">, values: Values): Values {
  const body: Values = {};
  for (const section of own) {
    if (section.rows) body[section.key] = rowsBody(section, values);
    else for (const { name } of section.fields.filter(isWritten)) if (values[name] !== undefined) body[name] = values[name];
  }
  for (const name of BESIDE) if (values[name]) body[name] = values[name];
  return parts.reduce((all, { key, fields }) => writePath(all, key, picked(fields, object(readPath(values, key)))), body);
}

const isWritten = ({ readOnly, kind }: Field): boolean => !readOnly && kind !== "state";

/** An object goes with all its members. */
function picked(fields: Field[], values: Values): Values {
  const none = ({ kind }: Field) => (kind === "bool" ? false : kind === "multi" ? [] : null);
  return Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? none(field)]));
}

export function object(value: unknown): Values {
  return value !== null && typeof value === "object" ? (value as Values) : {};
}
