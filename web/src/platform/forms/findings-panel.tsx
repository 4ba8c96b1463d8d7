import type { Finding } from "@/platform/contract";
import { type FormStore, useFindings } from "@/platform/forms/form-store";
import { jumpTo } from "@/platform/forms/form-keys";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

/** All findings of a form as a list; a click goes to the field. */
export function FindingsPanel({ form, labels = {} }: { form: FormStore; labels?: Record<string, string> }) {
  const t = useText();
  const findings = useFindings(form);
  const errors = findings.filter((each) => each.severity === "error");
  const warnings = findings.filter((each) => each.severity === "warning");
  if (findings.length === 0) return null;
  return (
    <section className="findings" role="alert" aria-live="assertive">
      {errors.length > 0 && (
        <Group tone="danger" title={t("platform:form.findings", { count: errors.length })} items={errors} labels={labels} />
      )}
      {warnings.length > 0 && (
        <Group tone="warning" title={t("platform:form.warnings", { count: warnings.length })} items={warnings} labels={labels} />
      )}
    </section>
  );
}

interface GroupProps {
  tone: "danger" | "warning";
  title: string;
  items: Finding[];
  labels: Record<string, string>;
}

function Group({ tone, title, items, labels }: GroupProps) {
  return (
    <div className={`findings-group tone-${tone}`}>
      <p>
        <ToneIcon tone={tone} />
        {title}
      </p>
      <ul>
        {items.map((item) => (
          <li key={`${item.field} ${item.key} ${item.message}`}>
            <Item item={item} name={nameOf(item, labels)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Item({ item, name }: { item: Finding; name: string }) {
  return (
    <button type="button" onClick={() => jumpTo(item.field)}>
      {name && !item.message.includes(name) && <b>{name}</b>}
      {item.message}
    </button>
  );
}

/** What the path of a finding is called; in child rows with the number of the row, which stands alone before a message that names its field. */
function nameOf({ field: path, message }: Finding, labels: Record<string, string>): string {
  const [, rows, place, name] = /^(.+)\.(\d+)\.([^.]+)$/.exec(path) ?? [];
  const own = labels[path];
  if (own !== undefined || place === undefined) return own ?? "";
  const [row = "", cell = ""] = [labels[`${rows}.*`], labels[`${rows}.*.${name}`]];
  const field = row && cell.startsWith(row) ? cell.slice(row.length).trim() : "";
  return (field && names(message, field) ? row : cell).replace("{n}", String(Number(place) + 1));
}

const LETTER = /[A-Za-z0-9]/;

/** Whether a message names a field: a column “N” is not named by “Not a number”. */
function names(message: string, field: string): boolean {
  const at = message.indexOf(field);
  if (at < 0) return false;
  const isInWord = (inner: string | undefined, outer: string | undefined) => LETTER.test(inner ?? "") && LETTER.test(outer ?? "");
  return !isInWord(field[0], message[at - 1]) && !isInWord(field.at(-1), message[at + field.length]);
}
