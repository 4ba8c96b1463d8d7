/** What the dialogs of the charge page ask for, and how it is sent. */
import type { Field, Label } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { labelMember } from "@/platform/fields/editor-props";
import type { Values } from "@/platform/forms/form-store";
import { isBlank, rowsOf } from "@/platform/forms/rows";
import { labelPair, translate } from "@/platform/i18n";
import { itemSource } from "@/platform/charge/charge-fields";
import { KINDS, type Side } from "@/platform/charge/charge-model";
import type { ChargesHands } from "@/platform/charge/use-charges";

export type Tool = "rate" | "applyTemplate" | "copyIncomeToCost" | "copyOrder" | "refreshRate" | "import";

/** A charge template that fits the order. */
export interface Template {
  id: string;
  templateCode: string;
  templateName: string;
  kind: string;
  lines: number;
}

const BOTH = "BOTH";
const CODE_MAX = 40;
const PERCENT_MAX = 100;

const said = (text: string): Label => ({ zh: text, en: text });
const kindName = (kind: string) => translate(kind === KINDS.cost ? "css:sum.cost" : "css:sum.income");

export function fieldsOfTool(tool: Tool, charges: ChargesHands, sides: readonly Side[], templates: Template[]): Field[] {
  switch (tool) {
    case "rate":
      return [
        { name: "kind", label: labelPair("css:tool.rate.kind"), kind: "select", required: true, options: kindOptions(sides) },
        { name: "items", label: labelPair("css:tool.rate.items"), kind: "multi", reference: itemSource(charges.told?.order.businessScope ?? "") },
        { name: "overwrite", label: labelPair("css:tool.rate.overwrite"), kind: "bool" },
      ];
    case "applyTemplate": {
      const options = templates.map(({ id, templateCode, templateName, kind, lines }) => ({
        value: id,
        label: said(translate("css:tool.applyTemplate.option", { code: templateCode, name: templateName, kind: kindName(kind), n: lines })),
      }));
      return [{ name: "templateId", label: labelPair("css:tool.applyTemplate.template"), kind: "select", required: true, options }];
    }
    case "copyIncomeToCost":
      return [
        { name: "rows", label: labelPair("css:tool.copyIncomeToCost.rows"), kind: "multi", required: true, options: incomeOptions(charges) },
        { name: "percent", label: labelPair("css:tool.copyIncomeToCost.percent"), kind: "decimal", digits: 2, min: 0, max: PERCENT_MAX, unit: "%" },
        { name: "coopId", label: labelPair("css:tool.copyIncomeToCost.coop"), kind: "reference", reference: "coop?role=supplier", required: true },
      ];
    case "copyOrder":
      return [{ name: "fromOrder", label: labelPair("css:tool.copyOrder.order"), kind: "upper", required: true, maxLength: CODE_MAX }];
    default:
      return [];
  }
}

/** What each dialog begins with. */
export function initialOf(tool: Tool, charges: ChargesHands): Values {
  if (tool === "rate") return { kind: BOTH, items: [], overwrite: true };
  if (tool !== "copyIncomeToCost") return {};
  return { rows: incomeOptions(charges).map(({ value }) => value), percent: 0 };
}

/** As the server takes it: figures as texts, an empty kind for both sides. */
export function askedOf(tool: Tool, asked: Values, sides: readonly Side[]): Values {
  if (tool === "copyIncomeToCost") return { ...asked, percent: String(asked["percent"] ?? 0) };
  if (tool !== "rate") return asked;
  const [only] = sides;
  const kind = asked["kind"] === BOTH ? (sides.length === 1 && only ? KINDS[only] : "") : asked["kind"];
  return { ...asked, kind, items: asked["items"] ?? [], overwrite: asked["overwrite"] === true };
}

function kindOptions(sides: readonly Side[]) {
  const each = sides.map((side) => ({ value: KINDS[side], label: labelPair(`css:sum.${side}`) }));
  return [{ value: BOTH, label: labelPair("css:tool.rate.all") }, ...each];
}

function incomeOptions({ form, fields }: ChargesHands) {
  const told = (row: Values, name: string) => String(row[name] ?? "");
  return rowsOf(form.get("income")).flatMap((row, place) => {
    if (isBlank(fields.income, row)) return [];
    const words = [place + 1, told(row, labelMember("serviceItemId")), told(row, "currency"), groupText(told(row, "amount"))];
    return [{ value: String(place), label: said(words.join(" ")) }];
  });
}
