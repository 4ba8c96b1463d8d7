/** A dialog of a few fields that sends them: leave, blacklist, lift. */
import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

interface FieldsDialogProps {
  title: string;
  note?: ReactNode;
  fields: Field[];
  initial: Values;
  danger?: boolean;
  list: ListContext;
  /** The quiet call; `body` holds the fields, and the confirmed questions where there are any. */
  send(body: Values): Promise<unknown>;
  close(): void;
}

export function FieldsDialog({ title, note, fields, initial, danger = false, list, send, close }: FieldsDialogProps) {
  const t = useText();
  const [form] = useState(() => new FormStore(initial));
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const show = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const save = async () => {
    if (sending) return;
    const wrong = clientFindings(fields, form.all());
    if (wrong.length > 0) return show(wrong);
    setSending(true);
    const result = await submit((confirmed) => send(withConfirmed(bodyOf(fields, form.all()), confirmed)));
    setSending(false);
    if (result.kind === "findings") return show(result.findings);
    if (result.kind === "declined" && result.field && box.current) jumpTo(result.field, box.current);
    if (result.kind !== "saved" && !(result.kind === "stale" && result.reload)) return;
    list.reload();
    close();
  };
  return (
    <Modal
      open
      width={440}
      title={title}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ danger, loading: busy(sending) }}
      onOk={() => void save()}
      onCancel={close}
    >
      <div ref={box} className="hrs-fields">
        {note && <div className="soft">{note}</div>}
        <FormGrid columns={1}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} />
          ))}
        </FormGrid>
      </div>
    </Modal>
  );
}

/** What was filled in. */
function bodyOf(fields: Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ""]).filter(([, value]) => value !== ""));
}
