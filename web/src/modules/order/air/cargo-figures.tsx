/** Planned and actual figures side by side, with their differences and sizes. */
import type { KeyboardEvent } from "react";
import { copyText } from "@/platform/clipboard";
import type { Field, Section } from "@/platform/contract";
import { FieldEditor } from "@/platform/fields/field-editor";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { RowGrid } from "@/platform/forms/row-grid";
import { rowsOf } from "@/platform/forms/rows";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { asNumber, formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { dimensionRows, dimensionText } from "./dimension-text";
import { type Mark, Marked } from "@/platform/order/marked";
import { usePlaces } from "@/platform/order/places";
import { sectionOf } from "../order-body";
import type { OrderSectionProps } from "../order-profile";
import type { Order } from "../use-order";

const LINES_MAX = 200;
const SIDES = ["plan", "confirm"] as const;
type Side = (typeof SIDES)[number];
const FIGURES = ["Pieces", "Weight", "Volume", "ChargeWeight", "Density"] as const;

export function CargoFigures({ order, section, form, readOnly }: OrderSectionProps) {
  const t = useText();
  const { marks } = order.told;
  const field = (name: string) => section.fields.find((each) => each.name === name);
  const shares = section.fields.filter(({ name }) => /Split|^incomeCharge|^costCharge/.test(name));
  return (
    <>
      <table className="figures" onKeyDown={tabDown}>
        <thead>
          <tr>
            <th />
            <th>{t("order:figures.plan")}</th>
            <th>{t("order:figures.confirm")}</th>
            <th>{t("order:figures.difference")}</th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => (
            <tr key={figure}>
              <FigureName figure={figure} field={field(`plan${figure}`)} />
              {SIDES.map((side) => {
                const own = field(`${side}${figure}`);
                return <td key={side}>{own && <FigureCell form={form} field={own} side={side} order={order} readOnly={readOnly} />}</td>;
              })}
              <td className="difference">
                <Difference mark={marks?.[`confirm${figure}`]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="figure-sizes">
        {SIDES.map((side) => (
          <Sizes key={side} side={side} form={form} section={sectionOf(order.shape.own, `${side}Dimensions`)} readOnly={readOnly} />
        ))}
      </div>
      <div className="sub-section">
        <h3>{t("order:figures.shares")}</h3>
        <FormGrid>
          {shares.map((share) => (
            <FormField key={share.name} form={form} field={share} readOnly={readOnly} computed={share.readOnly === true} />
          ))}
        </FormGrid>
      </div>
    </>
  );
}

/** Tab goes down the planned figures, and then down the actual ones: they are typed from papers that have one side alone. */
function tabDown(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
  const table = event.currentTarget;
  const stops = SIDES.flatMap((side) =>
    FIGURES.flatMap((figure) => [
      ...table.querySelectorAll<HTMLElement>(`[data-field="${side}${figure}"] :is(input, button):not(:disabled):not([tabindex="-1"])`),
    ]),
  );
  const next = stops[stops.indexOf(event.target as HTMLElement) + (event.shiftKey ? -1 : 1)];
  // The way into the table and out of it is the browser's.
  if (!next || !stops.includes(event.target as HTMLElement)) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
}

function FigureName({ figure, field }: { figure: (typeof FIGURES)[number]; field: Field | undefined }) {
  const t = useText();
  return (
    <th scope="row">
      {t(`order:figures.${figure}`)}
      {field?.required && (
        <span className="required" aria-hidden="true">
          *
        </span>
      )}
      {field?.unit && <span className="unit">{field.unit}</span>}
    </th>
  );
}

function Difference({ mark }: { mark: Mark | undefined }) {
  return mark ? <Marked mark={mark}>{mark.text}</Marked> : <span className="nothing">-</span>;
}

interface FigureCellProps {
  form: FormStore;
  field: Field;
  side: Side;
  order: Order;
  readOnly: boolean;
}

function FigureCell({ form, field, side, order, readOnly }: FigureCellProps) {
  const t = useText();
  const label = useLabel();
  const value = useValue(form, field.name);
  const manual = useValue<boolean>(form, `${side}ChargeManual`) === true;
  const finding = useFinding(form, field.name);
  const charge = field.name.endsWith("ChargeWeight");
  const bulky = asNumber(order.told.computed[`${side}VolumeWeight`]);
  const places = usePlaces("AE");
  const closed = readOnly || field.readOnly;
  return (
    <div data-field={field.name} className="figure-cell">
      {closed ? (
        <output className={field.readOnly ? "closed-value computed" : "closed-value"} aria-label={label(field.label)}>
          {formatFigure(value, field.places ?? field.digits ?? 0)}
        </output>
      ) : (
        <FieldEditor
          field={field}
          value={value}
          name={label(field.label)}
          invalid={finding?.severity === "error"}
          warned={finding?.severity === "warning"}
          change={(next) => form.set(field.name, next)}
        />
      )}
      {charge && (manual || bulky !== null) && (
        <p className="figure-note">
          {bulky !== null && t("order:figures.volumeWeight", { kg: formatFigure(bulky, places.chargeWeight) })}
          {manual && <span className="tag tone-info">{t("order:figures.manual")}</span>}
          {manual && !readOnly && (
            <button type="button" className="text-link" onClick={() => form.set(field.name, null)}>
              {t("order:figures.follow")}
            </button>
          )}
        </p>
      )}
      {finding && <p className={finding.severity === "error" ? "finding" : "finding is-warning"}>{finding.message}</p>}
    </div>
  );
}

function Sizes({ side, form, section, readOnly }: { side: Side; form: FormStore; section: Section; readOnly: boolean }) {
  const t = useText();
  const rows = rowsOf(useValue(form, section.key));
  const copy = async () => {
    const text = dimensionText(rows);
    if (await copyText(text)) toast.done();
    else toast.warn(t("platform:action.copyByHand", { text }));
  };
  return (
    <div className="sub-section">
      <h3>
        {t(`order:figures.${side}Sizes`)}
        {rows.length > 0 && (
          <button type="button" className="text-link" onClick={() => void copy()}>
            {t("order:figures.copySizes")}
          </button>
        )}
      </h3>
      <RowGrid
        form={form}
        path={section.key}
        section={section}
        readOnly={readOnly}
        most={LINES_MAX}
        addLabel={t("order:figures.addSize")}
        hint={t("order:figures.pasteSizes")}
        paste={dimensionRows}
      />
    </div>
  );
}
