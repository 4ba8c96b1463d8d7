/** A dialog of a few fields behind a button of a list: it stays open with what the server finds wrong. */
import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface MoveDialogProps<T> {
  title: string;
  /** Above the fields: whom it is about, what it means, or what fills them in. */
  note?: ReactNode | ((form: FormStore) => ReactNode);
  fields: Field[];
  initial?: Values;
  /** The word on the button. */
  ok: string;
  danger?: boolean;
  width?: number;
  /** The toast of success; none when the module tells of it itself. */
  said?: string | false;
  /** The quiet call with every field, and the questions that were answered. */
  send(body: Values): Promise<T>;
  /** After it was done; takes the dialog away, or puts another in its place. */
  done(answer: T): void;
  /** Somebody else was first, and the user wants to see what is there now. */
  stale?(): void;
  close(): void;
}

/** Fields in one column; Ctrl+S sends as the button does. */
export function MoveDialog<T>(props: MoveDialogProps<T>) {
  const { title, note, fields, initial, ok, danger = false, width = 460, said, send, done, stale, close } = props;
  const t = useText();
  const [form] = useState(() => new FormStore(initial ?? {}));
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    // A finding about no field of the dialog would otherwise be seen by nobody.
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const run = async () => {
    const typed = clientFindings(fields, form.all());
    if (typed.length > 0) return refuse(typed);
    const body = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? null]));
    const result = await submit(
      (confirmed) => send(confirmed.length > 0 ? { ...body, confirmed } : body),
      said === undefined ? {} : { done: said },
    );
    if (result.kind === "findings") refuse(result.findings);
    if (result.kind === "stale" && result.reload) {
      stale?.();
      close();
    }
    if (result.kind === "saved") done(result.data);
  };
  const save = async () => {
    if (sending) return;
    setSending(true);
    try {
      await run();
    } finally {
      setSending(false);
    }
  };
  useSaveKey(() => void save());
  return (
    <Modal
      open
      width={width}
      title={title}
      mask={{ closable: false }}
      okText={ok}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ danger, loading: busy(sending) }}
      onOk={() => void save()}
      onCancel={close}
    >
      <div ref={box}>
        {typeof note === "function" ? note(form) : note}
        <FormGrid columns={1}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} span={1} />
          ))}
        </FormGrid>
      </div>
    </Modal>
  );
}
