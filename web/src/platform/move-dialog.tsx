/** A dialog of fields, and rows below them, behind a button: it stays open with what the server finds wrong. */
import { Modal } from "antd";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { type Field, type Finding, type Section, holds } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid, FormSection, SectionBody } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { focusFirst, jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, type Values, useShownSections } from "@/platform/forms/form-store";
import { dropBlankRows, rowFindings, rowsBody } from "@/platform/forms/rows";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { useReturnedFocus } from "@/platform/use-returned-focus";

/** What may stand beside the fields, by itself or of what is typed. */
type Beside = ReactNode | ((form: FormStore) => ReactNode);

export interface MoveDialogProps<T> {
  title: string;
  /** Above the fields: whom it is about, what it means, or what fills them in. */
  note?: Beside;
  fields: Field[];
  /** Rows below the fields. */
  lines?: Section[];
  /** Below all that is asked: what follows from it. */
  below?: Beside;
  initial?: Values;
  /** The word on the button. */
  ok: string;
  /** The word on the button that leaves. */
  cancel?: string;
  danger?: boolean;
  /** Pixels. */
  width?: number;
  /** Of fields beside each other; a remark and a rich text take all of them. */
  columns?: 1 | 2;
  /** Asked once the fields are filled in, before anything is sent. */
  confirm?: string;
  /** The toast of success; none when the module tells of it itself. */
  said?: string | false;
  /** What is sent beside the fields, of what is drawn below them. */
  sent?(values: Values): Values;
  /** The quiet call with every field, and the questions that were answered. */
  send(body: Values): Promise<T>;
  /** After it was done; takes the dialog away, or puts another in its place. */
  done(answer: T): void;
  /** Somebody else was first, and the user wants to see what is there now. */
  stale?(): void;
  /** The dialog is still there then. */
  stays?: boolean;
  close(): void;
}

const NO_LINES: Section[] = [];
const wide = ({ name, kind }: Field): boolean => name === "remark" || kind === "richText" || kind === "files";

/** Ctrl+S and Ctrl+Enter send as the button does. */
export function MoveDialog<T>(props: MoveDialogProps<T>) {
  const { title, note, fields, lines = NO_LINES, below, ok, cancel, danger = false, width = 460, columns = 1, close } = props;
  const t = useText();
  const [form] = useState(() => new FormStore(props.initial ?? {}));
  const box = useRef<HTMLDivElement>(null);
  const { sending, save } = useSending(props, form, box);
  const shown = useShownSections(lines, form);
  useReturnedFocus();
  return (
    <Modal
      open
      width={width}
      title={title}
      mask={{ closable: false }}
      okText={ok}
      cancelText={cancel ?? t("platform:action.cancel")}
      okButtonProps={{ danger, loading: busy(sending) }}
      onOk={save}
      onCancel={close}
    >
      <div ref={box}>
        {typeof note === "function" ? note(form) : note}
        <FormGrid columns={columns}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} span={columns === 2 && wide(field) ? 2 : 1} />
          ))}
        </FormGrid>
        {shown.map((section) => (
          <FormSection key={section.key} section={section}>
            <SectionBody section={section} form={form} readOnly={false} editing={false} />
          </FormSection>
        ))}
        {typeof below === "function" ? below(form) : below}
        <FirstFocus box={box} />
      </div>
    </Modal>
  );
}

/** The dialog draws its content after itself: whoever opened it types into the first field. */
function FirstFocus({ box }: { box: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    if (box.current) focusFirst(box.current);
  }, [box]);
  return null;
}

/** Checks, asks and sends, one at a time. */
function useSending<T>(props: MoveDialogProps<T>, form: FormStore, box: RefObject<HTMLDivElement | null>) {
  const [sending, setSending] = useState(false);
  const { fields, lines = NO_LINES, danger = false, confirm, said } = props;
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    // A finding about no field of the dialog would otherwise be seen by nobody.
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const run = async () => {
    for (const section of lines) dropBlankRows(form, section);
    const typed = [...clientFindings(fields, form.all()), ...lines.flatMap((section) => rowFindings(section, form.all()))];
    if (typed.length > 0) return refuse(typed);
    if (confirm && !(await ask({ text: confirm, danger }))) return;
    const body = { ...askedBody(fields, lines, form.all()), ...props.sent?.(form.all()) };
    const result = await submit(
      (confirmed) => props.send(confirmed.length > 0 ? { ...body, confirmed } : body),
      said === undefined ? {} : { done: said },
    );
    if (result.kind === "findings") refuse(result.findings);
    if (result.kind === "declined" && result.field && box.current) jumpTo(result.field, box.current);
    if (result.kind === "stale" && result.reload) {
      props.stale?.();
      if (!props.stays) props.close();
    }
    if (result.kind === "saved") props.done(result.data);
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
  useSaveKey(() => void save(), true, true);
  return { sending, save: () => void save() };
}

/** Every field and every row that was asked for; what is not shown stays in the dialog, but is not sent. */
export function askedBody(fields: Field[], lines: Section[], values: Values): Values {
  const asked = fields.map(({ name, when }) => [name, holds(when, values) ? (values[name] ?? null) : null]);
  const rows = lines.map((section) => [section.key, rowsBody(section, values)]);
  return Object.fromEntries([...asked, ...rows]) as Values;
}
