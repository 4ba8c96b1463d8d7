/** What of an order is edited in the list itself: what it is called by others and what is remarked, of which nothing follows. */
import { sendJson } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { type Field, type Row, pathOfOne } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { InPlace } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";
import { type Prefix, formOf } from "./scopes";

const NAMES = ["customerNumber", "internalNumber", "orderRemark"];

/** Saves by the call of the form, over the version that the row shows, or the one that an edit before has left. */
export function inPlaceOf(prefix: Prefix): InPlace {
  const left = new Map<string, { shown: unknown; now: unknown }>();
  const versionOf = (row: Row): unknown => {
    const known = left.get(String(row["orderUuid"]));
    return known?.shown === row["rowUuid"] ? known?.now : row["rowUuid"];
  };
  const send = async (row: Row, name: string, text: string): Promise<string | null> => {
    const form = formOf(prefix);
    if (!form) return null;
    const uuid = String(row["orderUuid"]);
    const { method, path } = form.update;
    const at = path.includes("{id}") ? pathOfOne(path, uuid) : path;
    const body = { orderUuid: uuid, [name]: text };
    const result = await submit((confirmed) =>
      sendJson<Values>(method, at, { ...body, rowUuid: versionOf(row), ...(confirmed.length > 0 ? { confirmed } : {}) }, { quiet: true }),
    );
    if (result.kind === "saved") {
      left.set(uuid, { shown: row["rowUuid"], now: result.data["rowUuid"] });
      return null;
    }
    const why = result.kind === "findings" ? (result.findings[0]?.message ?? "") : "";
    if (why) toast.failed(why);
    return why;
  };
  // One after the other: each needs the version that the one before leaves.
  let before: Promise<unknown> = Promise.resolve();
  return {
    get fields() {
      return fieldsOf(prefix);
    },
    may: (row) => row.can?.includes(`${prefix}-order-edit`) ?? false,
    save: (row, name, text) => {
      const saved = before.then(() => send(row, name, text));
      before = saved.catch(() => undefined);
      return saved;
    },
  };
}

/** The fields of the scope's form, with its lengths. */
function fieldsOf(prefix: Prefix): Record<string, Field> {
  const fields = formOf(prefix)?.sections.flatMap((section) => (section.rows ? [] : section.fields)) ?? [];
  return Object.fromEntries(fields.filter(({ name, readOnly }) => NAMES.includes(name) && !readOnly).map((field) => [field.name, field]));
}
