/** Rows of declared fields under each other: legs, dimensions. Arrows move between the rows, Enter adds one. */
import { Button } from "antd";
import type { KeyboardEvent } from "react";
import type { Section } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { FieldEditor } from "@/platform/fields/field-editor";
import { FieldValue } from "@/platform/fields/field-value";
import { type FormStore, type Values, useFindings, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { rows as rowsOf } from "./order-body";
import "./order.css";

interface LineGridProps {
  form: FormStore;
  path: string;
  section: Section;
  readOnly: boolean;
  most: number;
  addLabel: string;
  /** Members of a new row. */
  fresh?: (before: Values[]) => Values;
  /** Text pasted into a cell that is a whole table of rows. */
  paste?: (text: string) => Values[] | null;
}

export function LineGrid({ form, path, section, readOnly, most, addLabel, fresh = () => ({}), paste }: LineGridProps) {
  const t = useText();
  const label = useLabel();
  const rows = rowsOf(useValue(form, path));
  const findings = useFindings(form).filter((found) => found.field === path || found.field.startsWith(`${path}.`));
  const add = () => {
    if (rows.length < most) form.set(path, [...rows, fresh(rows)]);
  };
  const removeRow = (place: number) => form.set(path, rows.filter((_, each) => each !== place));
  const press = (event: KeyboardEvent<HTMLTableCellElement>, place: number, name: string) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && event.currentTarget.querySelector("input[type=text], input.ant-input")) {
      if (focusCell(`${path}.${place + step}.${name}`)) event.preventDefault();
    }
    if (event.key === "Enter" && event.ctrlKey) add();
  };
  return (
    <div className="line-grid" data-field={path}>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {section.fields.map((field) => (
                <th key={field.name} className={field.kind === "int" || field.kind === "decimal" ? "is-figure" : ""}>
                  {label(field.label)}
                  {field.unit && <span className="unit">{field.unit}</span>}
                </th>
              ))}
              {!readOnly && <th aria-label={t("af:grid.actions")} />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                {section.fields.map((field) => {
                  const cell = `${path}.${place}.${field.name}`;
                  const wrong = findings.some((found) => found.field === cell && found.severity === "error");
                  const text = `${path}.${place}.${labelMember(field.name)}`;
                  return (
                    <td
                      key={field.name}
                      data-field={cell}
                      onKeyDown={(event) => press(event, place, field.name)}
                      onPaste={(event) => {
                        const pasted = paste?.(event.clipboardData.getData("text"));
                        if (!pasted) return;
                        event.preventDefault();
                        form.set(path, [...rows.slice(0, place), ...pasted, ...rows.slice(place + 1)].slice(0, most));
                      }}
                    >
                      {readOnly ? (
                        <FieldValue field={field} value={row[field.name]} row={row} />
                      ) : (
                        <FieldEditor
                          field={field}
                          value={row[field.name]}
                          shown={(row[labelMember(field.name)] as string | undefined) ?? null}
                          name={`${label(field.label)} ${place + 1}`}
                          invalid={wrong}
                          change={(value, shown) =>
                            form.patch(shown === undefined ? { [cell]: value } : { [cell]: value, [text]: shown })
                          }
                        />
                      )}
                    </td>
                  );
                })}
                {!readOnly && (
                  <td className="line-remove">
                    <button type="button" className="icon-button" aria-label={t("af:grid.remove", { n: place + 1 })} onClick={() => removeRow(place)}>
                      ×
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {findings.map((found) => (
        <p key={`${found.field} ${found.key}`} className={found.severity === "error" ? "finding" : "finding is-warning"}>
          {found.message}
        </p>
      ))}
      {!readOnly && rows.length < most && (
        <Button size="small" onClick={add}>
          ＋ {addLabel}
        </Button>
      )}
    </div>
  );
}

function focusCell(path: string): boolean {
  const cell = document.querySelector<HTMLElement>(`[data-field="${path}"] input`);
  cell?.focus();
  return cell !== null;
}
