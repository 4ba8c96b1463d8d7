/** 审核: a company is let in, or refused with a reason. */
import { Button, Modal } from "antd";
import { useState } from "react";
import { type Company, closeOrg } from "@/modules/hrs/org/org-store";
import { busy } from "@/platform/busy";
import { put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

const REASON_MAX = 200;
type Verdict = "pass" | "refuse";

export function AuditDialog({ org, list }: { org: Company; list: ListContext }) {
  const t = useText();
  const [form] = useState(() => new FormStore({ reason: "" }));
  const [sending, setSending] = useState<Verdict | null>(null);
  const reason: Field = { name: "reason", kind: "longText", maxLength: REASON_MAX, label: labelPair("hrs:org.auditReason") };
  const show = (findings: Finding[]) => {
    form.setFindings(findings);
    if (!findings.some((each) => jumpTo(each.field))) toast.failed(findings[0]?.message ?? "");
  };
  const audit = async (verdict: Verdict) => {
    if (sending) return;
    const pass = verdict === "pass";
    const wrong = pass ? [] : clientFindings([{ ...reason, required: true }], form.all());
    if (wrong.length > 0) return show(wrong);
    setSending(verdict);
    // Only a refusal has a reason.
    const body = { id: org.id, version: org.version, pass, reason: pass ? "" : form.get("reason") };
    const result = await submit(() => put("/hrs/org/audit", body, { quiet: true }));
    setSending(null);
    if (result.kind === "findings") return show(result.findings);
    if (result.kind !== "saved" && !(result.kind === "stale" && result.reload)) return;
    list.reload();
    closeOrg();
  };
  return (
    <Modal
      open
      width={440}
      title={t("hrs:org.auditOf", { name: org.name })}
      mask={{ closable: false }}
      onCancel={closeOrg}
      footer={
        <>
          <Button onClick={closeOrg}>{t("platform:action.cancel")}</Button>
          <Button danger disabled={sending === "pass"} loading={busy(sending === "refuse")} onClick={() => void audit("refuse")}>
            {t("hrs:org.refuse")}
          </Button>
          <Button type="primary" disabled={sending === "refuse"} loading={busy(sending === "pass")} onClick={() => void audit("pass")}>
            {t("hrs:org.pass")}
          </Button>
        </>
      }
    >
      <div className="hrs-fields">
        <p className="soft">{t("hrs:org.auditNote")}</p>
        <FormField form={form} field={reason} />
      </div>
    </Modal>
  );
}
