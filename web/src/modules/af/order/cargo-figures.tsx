/** Planned and actual figures side by side, with their differences and sizes. */
import { copyText } from "@/platform/clipboard";
import type { Field, Section } from "@/platform/contract";
import { FieldEditor } from "@/platform/fields/field-editor";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { RowGrid } from "@/platform/forms/row-grid";
import { rowsOf } from "@/platform/forms/rows";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { dimensionRows, dimensionText } from "./dimension-text";
import { type Mark, Marked } from "@/platform/order/marked";
import { sectionOf } from "./order-body";
import { usePlaces } from "@/platform/order/places";
import type { OrderForm } from "./use-order";

const LINES_MAX = 200;
const SIDES = ["plan", "confirm"] as const;
type Side = (typeof SIDES)[number];
const FIGURES = ["Pieces", "Weight", "Volume", "ChargeWeight", "Density"] as const;

interface CargoFiguresProps {
  order: OrderForm;
  sections: Section[];
  readOnly: boolean;
}

export function CargoFigures({ order, sections, readOnly }: CargoFiguresProps) {
  const t = useText();
  const { form, marks } = order;
  const section = sectionOf(sections, "figures");
  const field = (name: string) => section.fields.find((each) => each.name === name);
  const shares = section.fields.filter(({ name }) => /Split|^incomeCharge|^costCharge/.test(name));
  return (
    <FormSection section={section}>
      <table className="figures">
        <thead>
          <tr>
            <th />
            <th>{t("af:figures.plan")}</th>
            <th>{t("af:figures.confirm")}</th>
            <th>{t("af:figures.difference")}</th>
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
                <Difference mark={marks[`confirm${figure}`]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="figure-sizes">
        {SIDES.map((side) => (
          <Sizes key={side} side={side} form={form} section={sectionOf(sections, "dimensions")} readOnly={readOnly} />
        ))}
      </div>
      <div className="sub-section">
        <h3>{t("af:figures.shares")}</h3>
        <FormGrid>
          {shares.map((share) => (
            <FormField key={share.name} form={form} field={share} readOnly={readOnly} computed={share.readOnly === true} />
          ))}
        </FormGrid>
      </div>
    </FormSection>
  );
}

function FigureName({ figure, field }: { figure: (typeof FIGURES)[number]; field: Field | undefined }) {
  const t = useText();
  return (
    <th scope="row">
      {t(`af:figures.${figure}`)}
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
  order: OrderForm;
  readOnly: boolean;
}

function FigureCell({ form, field, side, order, readOnly }: FigureCellProps) {
  const t = useText();
  const label = useLabel();
  const value = useValue(form, field.name);
  const manual = useValue<boolean>(form, `${side}ChargeManual`) === true;
  const finding = useFinding(form, field.name);
  const charge = field.name.endsWith("ChargeWeight");
  const bulky = order.volumeWeights[side];
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
          {bulky !== null && t("af:figures.volumeWeight", { kg: formatFigure(bulky, places.chargeWeight) })}
          {manual && <span className="tag tone-info">{t("af:figures.manual")}</span>}
          {manual && !readOnly && (
            <button type="button" className="text-link" onClick={() => form.set(field.name, null)}>
              {t("af:figures.follow")}
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
  const path = `${side}Dimensions`;
  const rows = rowsOf(useValue(form, path));
  const copy = async () => {
    const text = dimensionText(rows);
    if (await copyText(text)) toast.done();
    else toast.warn(t("platform:action.copyByHand", { text }));
  };
  return (
    <div className="sub-section">
      <h3>
        {t(`af:figures.${side}Sizes`)}
        {rows.length > 0 && (
          <button type="button" className="text-link" onClick={() => void copy()}>
            {t("af:figures.copySizes")}
          </button>
        )}
      </h3>
      <RowGrid
        form={form}
        path={path}
        section={section}
        readOnly={readOnly}
        most={LINES_MAX}
        addLabel={t("af:figures.addSize")}
        hint={t("af:figures.pasteSizes")}
        paste={dimensionRows}
      />
    </div>
  );
}
