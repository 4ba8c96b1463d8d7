/** 意向: what the platform says by hand about a company's interest. */
import { Button, Modal } from "antd";
import { useState } from "react";
import { runCall } from "@/modules/hrs/common/run-call";
import { type Company, closeOrg } from "@/modules/hrs/org/org-store";
import { put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

const MARKS = [
  { name: "marked", mark: 1 },
  { name: "denied", mark: 0 },
  // Left to the figures of the company.
  { name: "open", mark: null },
] as const;

export function IntendedDialog({ org, list }: { org: Company; list: ListContext }) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const set = async (mark: number | null) => {
    if (sending) return;
    setSending(true);
    const path = `/hrs/org/intended/${encodeURIComponent(org.id)}`;
    const result = await runCall(list, () => put(path, { version: org.version, mark }, { quiet: true }));
    setSending(false);
    if (result.kind === "saved" || (result.kind === "stale" && result.reload)) closeOrg();
  };
  return (
    <Modal
      open
      width={440}
      title={t("hrs:org.intendedOf", { name: org.name })}
      footer={<Button onClick={closeOrg}>{t("platform:action.cancel")}</Button>}
      onCancel={closeOrg}
    >
      <ul className="org-marks">
        {MARKS.map(({ name, mark }) => (
          <li key={name}>
            <button type="button" disabled={sending} onClick={() => void set(mark)}>
              <b>{t(`hrs:org.mark.${name}`)}</b>
              <span className="soft">{t(`hrs:org.markNote.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
