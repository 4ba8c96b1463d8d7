/** A dialog of a few fields that sends them; refused ones say why at the field. */
import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface FieldsDialogProps {
  title: string;
  fields: Field[];
  initial: Values;
  /** The quiet call with every field. */
  send(body: Values): Promise<unknown>;
  /** What the server answered; tells of the success itself. */
  saved(answer: unknown): void;
  close(): void;
  /** The user wants to see what somebody else saved meanwhile. */
  reload?(): void;
  /** Pixels. */
  width?: number;
  /** Below the fields. */
  children?: ReactNode;
}

const WIDTH = 560;
const wide = ({ name, kind }: Field): boolean => name === "remark" || kind === "richText";

/** Two columns of fields, a remark and a rich text over both. */
export function FieldsDialog({ title, fields, initial, send, saved, close, reload, width = WIDTH, children }: FieldsDialogProps) {
  const t = useText();
  const [form] = useState(() => new FormStore(initial));
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const save = async () => {
    if (sending) return;
    const typed = clientFindings(fields, form.all());
    if (typed.length > 0) return refuse(typed);
    setSending(true);
    try {
      const body = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? null]));
      const result = await submit((confirmed) => send(confirmed.length > 0 ? { ...body, confirmed } : body), {
        done: false,
      });
      if (result.kind === "findings") refuse(result.findings);
      if (result.kind === "stale" && result.reload) reload?.();
      if (result.kind !== "saved") return;
      saved(result.data);
      close();
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={close}
      onOk={() => void save()}
      okButtonProps={{ loading: busy(sending) }}
      okText={t("platform:action.save")}
      cancelText={t("platform:action.cancel")}
    >
      <div ref={box}>
        <FormGrid columns={2}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} span={wide(field) ? 2 : 1} />
          ))}
        </FormGrid>
        {children}
      </div>
    </Modal>
  );
}
