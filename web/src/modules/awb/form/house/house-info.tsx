/** 分单信息: what a house is, before it is made a waybill of: its cargo, stations, goods and parties. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { type HouseDesk, useWaybillGuard } from "@/modules/awb/form/house/house-desk";
import type { PartyRole } from "@/platform/address/party";
import { PartyTools } from "@/platform/address/party-tools";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame } from "@/platform/forms/form-page";
import { FormStore, type Values, readPath } from "@/platform/forms/form-store";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading } from "@/platform/page-loading";
import { declaredForm, loadPages } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";

/** Here no waybill form is open. */
const NOTHING = new FormStore();
const ROLES = ["shipper", "consignee", "notify"] as const;
const NO_FIELDS: Field[] = [];

const fieldsOf = (section: "hawb" | "party"): Field[] => declaredForm("af.order.form")?.sections.find(({ key }) => key === section)?.fields ?? NO_FIELDS;

interface HouseInfoProps {
  orderUuid: string;
  hawbId: string;
  /** Keeps the forms of the houses meanwhile. */
  desk: HouseDesk;
  /** 分单信息 and 制单. */
  tabs: ReactNode;
  aside: ReactNode;
  /** Its own figures changed. */
  changed(): void;
}

export function HouseInfo(props: HouseInfoProps) {
  const t = useText();
  const { orderUuid, hawbId } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["awb-house", orderUuid, hawbId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      await loadPages("af.order.form");
      const { records } = await get<{ records: Values[] }>("/afbase/aforder/hawb/page", { orderUuid }, { quiet: true });
      return records.find(({ id }) => String(id) === hawbId) ?? null;
    },
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (data === null) return <LoadFailed message={t("awb:house.unknown")} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={10} />;
  return <Known {...props} key={String(data["version"])} house={data} reload={() => void refetch()} />;
}

function Known({ orderUuid, desk, tabs, aside, changed, house, reload }: HouseInfoProps & { house: Values; reload(): void }) {
  const t = useText();
  const label = useLabel();
  const form = useMemo(() => new FormStore(house), [house]);
  const [saving, setSaving] = useState(false);
  const readOnly = !useCan("af-order-edit") || house["printStatus"] === "DONE";
  const fields = usePlacedFields(fieldsOf("hawb"), "AE");
  const party = fieldsOf("party");
  const labels = Object.fromEntries([
    ...fields.map((field) => [field.name, label(field.label)]),
    ...ROLES.flatMap((role) => party.map((field) => [`${role}.${field.name}`, `${t(`awb:box.${role}`)} ${label(field.label)}`])),
  ]) as Record<string, string>;
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const first = findings.find(({ severity }) => severity === "error") ?? findings[0];
    if (first) jumpTo(first.field);
  };
  const save = async () => {
    if (saving) return;
    const typed = [
      ...clientFindings(fields, form.all()),
      ...ROLES.flatMap((role) => clientFindings(party, (form.get(role) ?? {}) as Values).map((each) => ({ ...each, field: `${role}.${each.field}` }))),
    ];
    if (typed.length > 0) return refuse(typed);
    setSaving(true);
    try {
      const hawb = bodyOf(form, fields, party, house);
      const result = await submit((confirmed) =>
        post("/afbase/hawb/doSave", { orderUuid, hawb, ...(confirmed.length > 0 ? { confirmed } : {}) }, { quiet: true }),
      );
      if (result.kind === "findings") refuse(result.findings);
      if (result.kind === "declined" && result.field) jumpTo(result.field);
      if (result.kind === "stale" && result.reload) reload();
      if (result.kind !== "saved") return;
      for (const warning of result.warnings) toast.warn(warning.message);
      form.reset(form.all());
      reload();
      changed();
    } finally {
      setSaving(false);
    }
  };
  useLeaveGuard(form);
  useWaybillGuard(NOTHING, orderUuid, desk);
  useSaveKey(() => void save(), !readOnly);
  return (
    <FormFrame
      title={<span className="awb-title">{t("awb:house.info", { number: String(house["hawbNumber"] ?? "") })}</span>}
      form={form}
      sections={[]}
      labels={labels}
      back={() => goTo("/af_awb_print")}
      header={tabs}
      buttons={
        !readOnly && (
          <Button type="primary" loading={busy(saving)} onClick={() => void save()}>
            {t("platform:action.save")}
          </Button>
        )
      }
    >
      <div className="awb-with-aside">
        {aside}
        <div>
          <Fields form={form} title={t("awb:house.cargo")} fields={fields} readOnly={readOnly} />
          {ROLES.map((role) => (
            <Fields key={role} form={form} title={t(`awb:box.${role}`)} fields={party} role={role} readOnly={readOnly} />
          ))}
        </div>
      </div>
    </FormFrame>
  );
}

/** The declared members alone; the texts beside references stay here. */
function bodyOf(form: FormStore, fields: Field[], party: Field[], { id, version }: Values): Values {
  const pick = (of: Field[], from: unknown) => Object.fromEntries(of.map(({ name }) => [name, readPath(from, name) ?? null]));
  return { ...pick(fields, form.all()), ...Object.fromEntries(ROLES.map((role) => [role, pick(party, form.get(role))])), id, version };
}

interface FieldsProps {
  form: FormStore;
  title: string;
  fields: Field[];
  /** Of a party, where its fields live. */
  role?: PartyRole;
  readOnly: boolean;
}

function Fields({ form, title, fields, role, readOnly }: FieldsProps) {
  const label = useLabel();
  const prefix = role ? `${role}.` : "";
  const named = fields.map((field) => ({ name: field.name, label: label(field.label) }));
  return (
    <section className="form-section" aria-label={title}>
      <h2>{title}</h2>
      {role && !readOnly && <PartyTools role={role} roleName={title} fields={named} form={form} path={role} />}
      <FormGrid>
        {fields.map((field) => (
          <FormField key={field.name} form={form} field={field} path={prefix + field.name} readOnly={readOnly} />
        ))}
      </FormGrid>
    </section>
  );
}
