import { Button, Drawer } from "antd";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { PartyRole } from "@/platform/address/party";
import { PartyTools } from "@/platform/address/party-tools";
import { busy } from "@/platform/busy";
import { CallError, get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Finding, Section } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values, useDirty } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { type Translate, useLabel, useText } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";
import { declaredForm } from "@/platform/page-registry";
import { usePersonal } from "@/platform/personal";
import { toast } from "@/platform/toast";
import { usePlacedFields } from "@/platform/order/places";
import { useLoad } from "@/platform/use-load";
import type { AeOrderRead } from "../tab-props";

/** A house waybill as the server tells it: its declared members and three parties. */
export type Hawb = Values & { id: string; version: number; hawbNumber: string; printStatus?: string };

interface HawbDrawerProps {
  order: AeOrderRead;
  /** The house to edit, null for a new one. */
  hawb: Hawb | null;
  readOnly: boolean;
  close(): void;
  saved(): void;
}

const ROLES = ["shipper", "consignee", "notify"] as const;
/** Members of the order a new house may begin with. */
const TAKEN_OVER = ["goodsNameCn", "goodsNameEn", "hsCode", "paymentMethod"];
const NONE: Section = { key: "", label: { zh: "", en: "" }, fields: [] };

/** The declared fields of a section of the order form. */
export function orderSection(key: string): Section {
  return declaredForm("af.order.form")?.sections.find((section) => section.key === key) ?? NONE;
}

/** One house waybill with its three parties, beside the table. */
export function HawbDrawer({ order, hawb, readOnly, close, saved }: HawbDrawerProps) {
  const t = useText();
  const [form] = useState(() => new FormStore(hawb ?? fresh(order)));
  const [open, setOpen] = useState(true);
  const [saving, setSaving] = useState(false);
  const dirty = useDirty(form);
  const labels = usePathLabels(t);
  const fields = usePlacedFields(orderSection("hawb").fields, "AE");
  useLeaveGuard(form);
  useCopiedMaster(form, order.orderUuid, hawb === null && !readOnly);
  const leave = async () => {
    if (!dirty || (await confirmLeave())) setOpen(false);
  };
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const first = findings.find((found) => found.severity === "error") ?? findings[0];
    if (first) setTimeout(() => jumpTo(first.field));
  };
  const save = async () => {
    if (saving) return;
    const wrong = typedFindings(fields, form.all());
    if (wrong.length > 0) return refuse(wrong);
    setSaving(true);
    try {
      const body = { orderUuid: order.orderUuid, hawb: hawbBody(form.all(), hawb) };
      const result = await submit((confirmed) =>
        post("/afbase/hawb/doSave", confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true }),
      );
      if (result.kind === "findings") refuse(result.findings);
      if (result.kind === "declined" && result.field) jumpTo(result.field);
      const over = result.kind === "saved" || (result.kind === "stale" && result.reload);
      if (!over) return;
      for (const warning of result.kind === "saved" ? result.warnings : []) toast.warn(warning.message);
      form.reset(form.all());
      saved();
      setOpen(false);
    } finally {
      setSaving(false);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (readOnly || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    // The order's own form listens at the window; here the house is meant.
    event.preventDefault();
    event.stopPropagation();
    settleTyping();
    void save();
  };
  const title = readOnly ? "order:hawb.view" : hawb ? "order:hawb.edit" : "order:hawb.new";
  const buttons = (
    <div className="drawer-buttons">
      {!readOnly && !hawb && <Button onClick={() => void takeOver(form, order.orderUuid)}>{t("order:hawb.takeOver")}</Button>}
      <span className="top-space" />
      <Button onClick={() => void leave()}>{t(readOnly ? "platform:action.close" : "platform:action.cancel")}</Button>
      {!readOnly && (
        <Button type="primary" loading={busy(saving)} onClick={() => void save()}>
          {t("platform:action.save")}
        </Button>
      )}
    </div>
  );
  return (
    <Drawer
      open={open}
      size={960}
      title={t(title, { number: hawb?.hawbNumber ?? "" })}
      onClose={() => void leave()}
      afterOpenChange={(next) => !next && close()}
      footer={<div onKeyDown={keys}>{buttons}</div>}
      className="form-drawer"
    >
      <div onKeyDown={keys}>
        <FindingsPanel form={form} labels={labels} />
        <Fields form={form} title={t("order:hawb.cargo")} fields={fields} readOnly={readOnly} />
        {ROLES.map((role) => (
          <Fields
            key={role}
            form={form}
            title={t(`order:parties.${role}`)}
            fields={orderSection("party").fields}
            role={role}
            readOnly={readOnly}
          />
        ))}
      </div>
    </Drawer>
  );
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

/** The labels of all paths, for the list of findings. */
function usePathLabels(t: Translate): Record<string, string> {
  const label = useLabel();
  return useMemo(() => {
    const house = orderSection("hawb").fields.map((field) => [field.name, label(field.label)]);
    const parties = ROLES.flatMap((role) =>
      orderSection("party").fields.map((field) => [`${role}.${field.name}`, `${t(`order:parties.${role}`)} ${label(field.label)}`]),
    );
    return Object.fromEntries([...house, ...parties]) as Record<string, string>;
  }, [label, t]);
}

function fresh(order: AeOrderRead): Values {
  return { departureStation: order.departureStation, arrivalStation: order.arrivalStation };
}

function party(values: Values, role: string): Values {
  return (values[role] ?? {}) as Values;
}

/** What the client knows to be wrong, in the house and in its parties. */
function typedFindings(fields: Field[], values: Values): Finding[] {
  const parties = ROLES.flatMap((role) =>
    clientFindings(orderSection("party").fields, party(values, role)).map((found) => ({
      ...found,
      field: `${role}.${found.field}`,
    })),
  );
  return [...clientFindings(fields, values), ...parties];
}

/** The declared members alone; the texts beside references stay here. */
function hawbBody(values: Values, stored: Hawb | null): Values {
  const pick = (fields: Field[], from: Values) =>
    Object.fromEntries(fields.map((field) => [field.name, from[field.name] ?? null]));
  const parties = ROLES.map((role) => [role, pick(orderSection("party").fields, party(values, role))] as const);
  return {
    ...pick(orderSection("hawb").fields, values),
    ...Object.fromEntries(parties),
    ...(stored ? { id: stored.id, version: stored.version } : {}),
  };
}

/** A new house begins with the data of its master, for who has set it up so. Nobody has typed any of it. */
function useCopiedMaster(form: FormStore, orderUuid: string, isNew: boolean): void {
  const copies = (usePersonal().data?.hawbCopy ?? false) && isNew;
  useLoad(() => {
    if (copies) void takeOver(form, orderUuid, (changes) => form.compute(changes));
  }, [copies, form, orderUuid]);
}

/** Fills what is still empty from the order: parties, goods and payment. */
async function takeOver(
  form: FormStore,
  orderUuid: string,
  fill = (changes: Values) => form.patch(changes),
): Promise<void> {
  try {
    const from = await get<Values>(`/afbase/order/view/${encodeURIComponent(orderUuid)}`);
    const parties = (from["parties"] ?? {}) as Values;
    const pairs = [
      ...TAKEN_OVER.map((name) => [name, from[name]] as const),
      ...ROLES.flatMap((role) =>
        orderSection("party").fields.map((field) => [`${role}.${field.name}`, party(parties, role)[field.name]] as const),
      ),
    ];
    fill(Object.fromEntries(pairs.filter(([path, value]) => !isNothing(value) && isNothing(form.get(path)))));
  } catch (error) {
    // The call has shown why.
    if (!(error instanceof CallError)) throw error;
  }
}

/** The field being typed in settles its value before a save by keyboard. */
function settleTyping(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return;
  active.blur();
  active.focus({ preventScroll: true });
}
