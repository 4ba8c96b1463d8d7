/** Settings of a PDF beside what they make of a sample order. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useEffect, useState } from "react";
import { ColumnPicker } from "@/modules/hrs/configure/template/column-picker";
import { type Layout, PATH, type Place, type Templates, placeOf } from "@/modules/hrs/configure/template/template-model";
import { busy } from "@/platform/busy";
import { CallError, get, post, postedBlob } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, useDirty } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { PdfFrame } from "@/platform/pdf-frame";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";

interface LayoutDrawerProps {
  place: Place;
  /** What counts now. */
  revision: number;
  data: Templates;
  close: () => void;
  changed: () => void;
}

export function LayoutDrawer(props: LayoutDrawerProps) {
  const { place, revision } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["org-template-layout", place, revision],
    gcTime: 0,
    queryFn: () => get<{ layout: Layout; standard: Layout }>(`${PATH}/layout`, placeOf(place), { quiet: true }),
  });
  if (data) return <LayoutForm {...props} layout={data.layout} standard={data.standard} />;
  return (
    <Drawer open size={1080} title={place.document} onClose={props.close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={8} />}
    </Drawer>
  );
}

function LayoutForm({ place, revision, data, close, changed, layout, standard }: LayoutDrawerProps & { layout: Layout; standard: Layout }) {
  const t = useText();
  const label = useLabel();
  const keep = useCan("sys_orgconf_template");
  const [form] = useState(() => new FormStore(layout));
  const [saving, setSaving] = useState(false);
  const dirty = useDirty(form);
  const sample = useSample(form, place);
  useLeaveGuard(form);
  const paper = data.papers.find(({ name }) => name === place.document);
  const fields = data.fields.filter(({ name }) => paper?.money || name !== "bankId");
  const leave = async () => {
    if (!dirty || (await confirmLeave())) close();
  };
  const save = async () => {
    setSaving(true);
    const result = await submit(() => post(`${PATH}/layout`, { ...placeOf(place), revision, layout: form.all() }, { quiet: true }));
    setSaving(false);
    if (result.kind === "findings") form.setFindings(result.findings);
    if (result.kind !== "saved" && result.kind !== "stale") return;
    changed();
    close();
  };
  useSaveKey(() => void save(), keep && dirty && !saving);
  const foot = (
    <div className="drawer-buttons">
      {keep && <Button onClick={() => form.patch(standard)}>{t("hrs:template.asStandard")}</Button>}
      <span className="top-space" />
      <Button onClick={() => void leave()}>{t("platform:action.close")}</Button>
      <Button onClick={() => void sample.draw()} loading={busy(sample.drawing)}>
        {t("hrs:template.preview")}
      </Button>
      {keep && (
        <Button type="primary" disabled={!dirty} loading={busy(saving)} onClick={() => void save()}>
          {t("platform:action.save")}
        </Button>
      )}
    </div>
  );
  const labels = Object.fromEntries([["columns", t("hrs:template.columns")], ...fields.map(({ name, label: words }) => [name, label(words)])]);
  return (
    <Drawer open size={1080} title={t("hrs:template.layoutOf", { paper: paper ? label(paper.label) : place.document, scope: place.businessScope })} onClose={() => void leave()} footer={foot}>
      <div className="template-layout">
        <div>
          <FindingsPanel form={form} labels={labels} />
          <ColumnPicker form={form} variables={data.variables.filter((each) => each.row)} readOnly={!keep} />
          <FormGrid columns={2}>
            {fields.map((field) => (
              <FormField key={field.name} form={form} field={field} readOnly={!keep} span={field.kind === "longText" ? 2 : 1} />
            ))}
          </FormGrid>
        </div>
        {sample.blob ? <PdfFrame blob={sample.blob} title={t("hrs:template.preview")} /> : <PageLoading rows={10} />}
      </div>
    </Drawer>
  );
}

/** The sample, drawn when the drawer opens and when it is asked for. */
function useSample(form: FormStore, place: Place) {
  const [blob, setBlob] = useState<Blob | null>(null);
  const [drawing, setDrawing] = useState(false);
  const draw = async () => {
    setDrawing(true);
    try {
      setBlob(await postedBlob(`${PATH}/preview`, { ...placeOf(place), layout: form.all() }));
      form.setFindings([]);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.findings.length > 0) form.setFindings(error.findings);
      else toast.error(error.message);
    } finally {
      setDrawing(false);
    }
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for what is in force
  useEffect(() => void draw(), []);
  return { blob, drawing, draw };
}
