/** What a split asks for, and what the server tells of the parts. Its words are there when the dialog is. */
import { type Field, type Finding, type Option, pathOfOne } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { labelPair, translate } from "@/platform/i18n";
import { type Prefix, baseOf, formOf } from "../scopes";

/** Rows that go to one part whole, by the member that holds them. */
export const GIVEN = ["planDimensions", "confirmDimensions", "containers", "hawbs", "bills"] as const;
/** Figures that are divided. */
const FIGURES = ["planPieces", "planWeight", "planVolume", "confirmPieces", "confirmWeight", "confirmVolume"];
const CHARGED = ["planChargeWeight", "confirmChargeWeight"];
/** Most new orders. */
const MOST = 9;

export interface Given {
  id: string;
  text: string;
  /** 0 is the order itself. */
  part?: number;
}

/** The parts as the server divides the order, and what can be given to them. */
export interface Split extends Partial<Record<(typeof GIVEN)[number], Given[]>> {
  orderCode: string;
  rowUuid: string;
  masterNumber: string;
  /** New orders of the same master need a house number each. */
  houses: boolean;
  /** Some charges can be shared. */
  charges: boolean;
  parts: Values[];
  containerList: { id: string; containerType: string; quantity: number; parts: number[] }[];
  findings: Finding[];
}

/** What was filled in by the server, and follows what is typed. */
export interface Filled {
  parts: Values[];
  containerList: Values[];
}

/** Beside the calls of one order, where addresses name it. */
export function splitPath(prefix: Prefix, uuid: string, call: "split" | "splitCheck"): string {
  const form = formOf(prefix);
  if (form?.update.path.includes("{id}")) return `${pathOfOne(form.update.path, uuid)}/${call}`;
  return pathOfOne(`${form ? baseOf(form) : ""}/${call}`, uuid);
}

const options = (values: readonly string[], key: string): Option[] =>
  values.map((value) => ({ value, label: labelPair(`order:split.${key}.${value}`) }));
const numbers: Option[] = Array.from({ length: MOST }, (_, at) => String(at + 1)).map((n) => ({ value: n, label: { zh: n, en: n } }));

/** How many new orders, and what becomes of master and charges where there are some. */
export function splitFields({ masterNumber, charges }: Split): Field[] {
  const choice = (name: string, values: Option[]): Field => ({
    name, label: labelPair(`order:split.${name}.label`), kind: "select", required: true, options: values,
  });
  return [
    choice("count", numbers),
    ...(masterNumber ? [choice("master", options(["STAY", "SAME"], "master"))] : []),
    ...(charges ? [choice("charges", options(["STAY", "SHARE"], "charges"))] : []),
  ];
}

/** The columns of the parts: those of the figures the order has. */
export function partFields(prefix: Prefix, { parts, houses }: Split, sameMaster: boolean): Field[] {
  const declared = formOf(prefix)?.sections.flatMap(({ fields }) => fields) ?? [];
  const has = (name: string) => parts.some((part) => (part[name] ?? null) !== null);
  const figures = (side: string) =>
    [...FIGURES, ...CHARGED].filter((name) => name.startsWith(side) && has(name)).flatMap((name): Field[] => {
      const field = declared.find((each) => each.name === name);
      // What is required of the order is filled in here by itself.
      return field ? [{ ...field, required: false, readOnly: CHARGED.includes(name) }] : [];
    });
  // Called as the order calls it: a house waybill by air, a house bill by sea.
  const house = declared.find(({ name }) => name === "hlbNumber" || name === "hawbNumber");
  return [
    { name: "name", label: labelPair("order:split.part"), kind: "text", readOnly: true },
    ...figures("plan"),
    ...figures("confirm"),
    ...(houses && sameMaster && house
      ? [{ name: "houseNumber", label: house.label, kind: house.kind, required: true, maxLength: house.maxLength ?? 30 }]
      : []),
  ];
}

export const planFields: () => Field[] = () => [
  { name: "containerType", label: labelPair("order:split.boxType"), kind: "text", readOnly: true },
  { name: "name", label: labelPair("order:split.part"), kind: "text", readOnly: true },
  { name: "quantity", label: labelPair("order:split.quantity"), kind: "int", min: 0 },
];

/** The values with so many new orders; what went to one that is no more comes back. */
export function resized(values: Values, { orderCode, containerList }: Split, count: number): Values {
  const nameOf = (part: number) => (part === 0 ? orderCode : translate("order:split.new", { n: part }));
  const before = rowsOf(values["parts"]);
  const parts = Array.from({ length: count + 1 }, (_, part) => before[part] ?? { name: nameOf(part) });
  const planned = rowsOf(values["containerList"]);
  const plan = containerList.flatMap(({ id, containerType }) =>
    parts.slice(1).map(({ name }, at) => planned.find((row) => row["id"] === id && row["part"] === at + 1) ?? { id, part: at + 1, containerType, name }),
  );
  const given = GIVEN.map((member) => [
    member,
    rowsOf(values[member]).map((row) => (Number(row["part"] ?? 0) > count ? { ...row, part: 0 } : row)),
  ]);
  return { parts, containerList: plan, ...Object.fromEntries(given) };
}

/** What the dialog begins with: one new order. */
export function firstValues(split: Split): Values {
  const given = Object.fromEntries(GIVEN.map((member) => [member, split[member] ?? []]));
  return { count: "1", master: "STAY", charges: "STAY", ...resized(given, split, 1) };
}

const isTyped = (value: unknown, filled: unknown): boolean => (value ?? null) !== null && value !== (filled ?? null);

/** Rows in which every figure that was not typed is what the server makes of it. */
function laid(rows: Values[], names: string[], proposed: Values[], filled: Values[]): [Values[], Values[]] {
  const both = rows.map((row, at) => {
    const open = names.filter((name) => !isTyped(row[name], filled[at]?.[name]));
    return Object.fromEntries(open.map((name) => [name, proposed[at]?.[name] ?? null]));
  });
  return [rows.map((row, at) => ({ ...row, ...both[at] })), both];
}

/** The values with what the server made of those that were typed, and what of them it filled in. */
export function followed(values: Values, split: Split, filled: Filled): { values: Values; filled: Filled } {
  const [figures, parts] = laid(rowsOf(values["parts"]), FIGURES, split.parts, filled.parts);
  const charged = figures.map((row, at) => ({ ...row, ...Object.fromEntries(CHARGED.map((name) => [name, split.parts[at]?.[name] ?? null])) }));
  const rows = rowsOf(values["containerList"]);
  const planned = rows.map(({ id, part }) => ({ quantity: split.containerList.find((each) => each.id === id)?.parts[Number(part)] ?? null }));
  const [plan, containerList] = laid(rows, ["quantity"], planned, filled.containerList);
  return { values: { parts: charged, containerList: plan }, filled: { parts, containerList } };
}

/** The body of both calls: what was typed, the rest follows. */
export function splitBody(values: Values, filled: Filled): Values {
  const typed = (row: Values, names: string[], own: Values | undefined) =>
    Object.fromEntries(names.map((name) => [name, isTyped(row[name], own?.[name]) ? row[name] : null]));
  const parts = rowsOf(values["parts"]).map((row, at) => ({
    ...typed(row, FIGURES, filled.parts[at]),
    ...(values["master"] === "SAME" && row["houseNumber"] ? { houseNumber: row["houseNumber"] } : {}),
  }));
  const plan = rowsOf(values["containerList"]).map((row, at) => ({
    id: row["id"], part: row["part"], ...typed(row, ["quantity"], filled.containerList[at]),
  }));
  const given = GIVEN.map((member) => [
    member,
    rowsOf(values[member]).filter((row) => Number(row["part"] ?? 0) > 0).map(({ id, part }) => ({ id, part })),
  ]);
  return {
    master: values["master"], charges: values["charges"], parts, containerList: plan, ...Object.fromEntries(given),
  };
}
