/** 失效日期: the permissions of a company that end by themselves, each with its last day. */
import { Button, Select } from "antd";
import { useMemo } from "react";
import { useTicked } from "@/modules/hrs/common/permission-modules";
import { type PermissionNode, pathOf, treeOf } from "@/modules/hrs/common/permission-tree";
import { type StopDates, withStop, withoutStop } from "@/modules/hrs/org/org-model";
import type { Field } from "@/platform/contract";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

const NO_DATES: StopDates = {};

export function OrgStopDates({ nodes, form }: { nodes: PermissionNode[]; form: FormStore }) {
  const t = useText();
  const ticked = useTicked(form);
  const dates = useValue<StopDates | undefined>(form, "stopDates") ?? NO_DATES;
  const change = (next: (now: StopDates) => StopDates) => form.set("stopDates", next((form.get("stopDates") ?? NO_DATES) as StopDates));
  const names = useMemo(() => {
    const tree = treeOf(nodes);
    return new Map(nodes.map(({ id }) => [id, pathOf(tree, id)]));
  }, [nodes]);
  const open = nodes.filter(({ id }) => ticked.has(id) && !(id in dates));
  const shown = nodes.filter(({ id }) => ticked.has(id) && id in dates);
  return (
    <section className="org-stops" aria-label={t("hrs:org.stopDates")}>
      <header>
        <b>{t("hrs:org.stopDates")}</b>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          value={null}
          aria-label={t("hrs:org.stopAdd")}
          placeholder={t("hrs:org.stopAdd")}
          options={open.map(({ id }) => ({ value: id, label: names.get(id) }))}
          onChange={(id: string | null) => id && change((now) => withStop(now, id))}
        />
      </header>
      {shown.map(({ id }) => {
        const name = names.get(id) ?? "";
        const field: Field = { name: "stopDate", kind: "day", required: true, label: { zh: name, en: name } };
        return (
          <div key={id} className="org-stop">
            <FormField form={form} field={field} path={`stopDates.${id}`} />
            <Button
              type="link"
              danger
              size="small"
              aria-label={t("hrs:org.stopDropOf", { name })}
              onClick={() => change((now) => withoutStop(now, id))}
            >
              {t("hrs:org.stopDrop")}
            </Button>
          </div>
        );
      })}
    </section>
  );
}
