/** /contactUs 联系我们: how the platform is reached, and asking it for something. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { REQUEST_KINDS, UPGRADE, mailLink, phoneLink } from "@/modules/hrs/contact/request-model";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { RichText } from "@/platform/rich/rich-text";
import { toast } from "@/platform/toast";
import "./contact.css";

type Reach =
  | { privateSaas: true; adminName: string; adminEmail: string }
  | { privateSaas: false; phone: string; email: string; address: string; hours: string; qrCode: string };

function ContactUs() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["platform-contact"],
    queryFn: () => get<Reach>("/hrs/platform/contact", undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={6} />;
  return (
    <main className="contact-us">
      <h1>{t("hrs:contact.title")}</h1>
      {data.privateSaas ? (
        <section className="contact-block">
          <p>{t("hrs:contact.askAdmin")}</p>
          <Reached name={t("hrs:contact.admin")}>{data.adminName}</Reached>
          <Reached name={t("hrs:contact.email")}>{data.adminEmail && <a href={mailLink(data.adminEmail)}>{data.adminEmail}</a>}</Reached>
        </section>
      ) : (
        <div className="contact-halves">
          <RequestForm />
          <Ways reach={data} />
        </div>
      )}
    </main>
  );
}

function Ways({ reach }: { reach: Extract<Reach, { privateSaas: false }> }) {
  const t = useText();
  const { phone, email, address, hours, qrCode } = reach;
  if (![phone, email, address, hours, qrCode].some(Boolean)) return null;
  return (
    <aside className="contact-block" aria-label={t("hrs:contact.ways")}>
      <h2>{t("hrs:contact.ways")}</h2>
      <Reached name={t("hrs:contact.phone")}>{phone && <a href={phoneLink(phone)}>{phone}</a>}</Reached>
      <Reached name={t("hrs:contact.email")}>{email && <a href={mailLink(email)}>{email}</a>}</Reached>
      <Reached name={t("hrs:contact.address")}>{address}</Reached>
      <Reached name={t("hrs:contact.hours")}>{hours}</Reached>
      {qrCode && <RichText html={qrCode} />}
    </aside>
  );
}

/** A way that is not given is not shown. */
function Reached({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="contact-way">
      <span className="soft">{name}</span>
      <span>{children}</span>
    </p>
  );
}

function requestFields(): Field[] {
  const options = REQUEST_KINDS.map(([value, key]) => ({ value, label: labelPair(key) }));
  return [
    { name: "kind", kind: "select", required: true, options, label: labelPair("hrs:contact.kind") },
    { name: "wantedEdition", kind: "reference", reference: "contactEdition", label: labelPair("hrs:contact.wanted"), when: { is: ["kind", UPGRADE] } },
    { name: "contactName", kind: "text", required: true, maxLength: 20, label: labelPair("hrs:contact.contactName") },
    { name: "phone", kind: "text", required: true, maxLength: 30, label: labelPair("hrs:contact.phone") },
    { name: "email", kind: "text", maxLength: 80, label: labelPair("hrs:contact.email") },
    { name: "content", kind: "longText", required: true, maxLength: 500, label: labelPair("hrs:contact.content") },
    { name: "files", kind: "files", upload: "/hrs/contact/file", label: labelPair("hrs:contact.files") },
  ];
}

function RequestForm() {
  const t = useText();
  const [form] = useState(() => new FormStore({}));
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLElement>(null);
  const fields = requestFields();
  const show = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const send = async () => {
    const wrong = clientFindings(fields, form.all());
    if (wrong.length > 0) return show(wrong);
    setSending(true);
    const body = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? null]));
    const result = await submit(() => post("/hrs/contact", body, { quiet: true }), { done: t("hrs:contact.sent") });
    setSending(false);
    if (result.kind === "findings") return show(result.findings);
    if (result.kind === "saved") form.reset({});
  };
  return (
    <section ref={box} className="contact-block" aria-label={t("hrs:contact.ask")}>
      <h2>{t("hrs:contact.ask")}</h2>
      <FormGrid columns={2}>
        {fields.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ))}
      </FormGrid>
      <p>
        <Button type="primary" loading={busy(sending)} onClick={() => void send()}>
          {t("hrs:contact.send")}
        </Button>
      </p>
    </section>
  );
}

export default definePage({ page: ContactUs });
