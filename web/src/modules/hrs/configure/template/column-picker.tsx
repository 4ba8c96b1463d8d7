/** The columns of a paper: which, and in what order. */
import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { type Variable, moved } from "@/modules/hrs/configure/template/template-model";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";

interface ColumnPickerProps {
  form: FormStore;
  variables: Variable[];
  readOnly: boolean;
}

export function ColumnPicker({ form, variables, readOnly }: ColumnPickerProps) {
  const t = useText();
  const label = useLabel();
  const finding = useFinding(form, "columns");
  const value = useValue(form, "columns");
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const rest = variables.filter(({ name }) => !chosen.includes(name));
  const shown = [...chosen.flatMap((name) => variables.filter((each) => each.name === name)), ...rest];
  const set = (columns: string[]) => form.set("columns", columns);
  return (
    <fieldset className="template-columns" data-field="columns" disabled={readOnly}>
      <legend>{t("hrs:template.columns")}</legend>
      <ol>
        {shown.map(({ name, label: words }) => {
          const place = chosen.indexOf(name);
          return (
            <li key={name}>
              <Checkbox checked={place >= 0} onChange={({ target }) => set(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))}>
                {label(words)}
              </Checkbox>
              {place >= 0 && (
                <span>
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    disabled={readOnly || place === 0}
                    aria-label={t("hrs:template.up", { name: label(words) })}
                    onClick={() => set(moved(chosen, name, -1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    disabled={readOnly || place === chosen.length - 1}
                    aria-label={t("hrs:template.down", { name: label(words) })}
                    onClick={() => set(moved(chosen, name, 1))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {finding && <p className="template-finding">{finding.message}</p>}
    </fieldset>
  );
}
