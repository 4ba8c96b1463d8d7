/** The dialog of a declared action: what it asks, the call for one row or for many, and what it tells. */
import { Button as AntButton, Modal } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { type OpenAction, callAsked, callsTogether, firstPath, follow, toldOf } from "@/platform/actions/asked";
import { ToldView } from "@/platform/actions/told-view";
import { useFirst } from "@/platform/actions/use-first";
import { useFollowed } from "@/platform/actions/use-followed";
import type { Button, Field, Section, Told } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { freshRow } from "@/platform/forms/rows";
import { useLabel, useText } from "@/platform/i18n";
import { type ListHands, changedBy, eachOfMany, idOf, titleAbout } from "@/platform/lists/list-actions";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading, useLate } from "@/platform/page-loading";
import { useReturnedFocus } from "@/platform/use-returned-focus";

interface ActionDialogProps {
  action: OpenAction;
  /** Of the list, or of the form, it was pressed in. */
  hands: ListHands;
  close(): void;
}

export function ActionDialog({ action, hands, close }: ActionDialogProps) {
  const label = useLabel();
  const { button, rows } = action;
  const [answer, setAnswer] = useState(action.answer);
  const { first, retry } = useFirst(answer === undefined ? firstPath(button, rows) : null);
  const late = useLate(first.state === "loading");
  // What is drawn while the first values are read takes the focus, too.
  useReturnedFocus();
  const title = titleAbout(button, rows, hands.page) ?? label(button.label);
  const told = toldOf(answer);
  const leave = (from: unknown) => {
    close();
    follow(button, from);
  };
  if (told) {
    return (
      <Bare title={title} close={() => leave(answer)}>
        <ToldView told={told} />
      </Bare>
    );
  }
  if (first.state === "loading" && !late) return null;
  if (first.state !== "ready") {
    return (
      <Bare title={title} close={close}>
        {first.state === "failed" ? <LoadFailed message={first.message} retry={retry} /> : <PageLoading rows={3} />}
      </Bare>
    );
  }
  const written = (from: unknown) => (toldOf(from) ? setAnswer(from) : leave(from));
  return <AskDialog action={action} hands={hands} title={title} first={first.values} close={close} written={written} />;
}

/** A dialog that asks for nothing. */
function Bare({ title, close, children }: { title: string; close(): void; children: ReactNode }) {
  const t = useText();
  return (
    <Modal open width={WIDTHS.few} title={title} footer={<AntButton onClick={close}>{t("platform:action.close")}</AntButton>} onCancel={close}>
      {children}
    </Modal>
  );
}

interface AskDialogProps extends ActionDialogProps {
  title: string;
  first: Values;
  /** Takes the dialog away. */
  written(answer: unknown): void;
}

function AskDialog({ action, hands, title, first, close, written }: AskDialogProps) {
  const t = useText();
  const label = useLabel();
  const { button, rows } = action;
  const { fields = [], lines = [], tells = false } = button;
  const [told, setTold] = useState<Told | null>(null);
  const together = callsTogether(button);
  const many = rows.length > 1 && !together;
  const send = (body: Values): Promise<unknown> => {
    // Of many rows each has its own call and answer, once this dialog is gone.
    if (many) return Promise.resolve(body);
    const ids = together ? { ids: rows.map((row) => idOf(hands.page, row)) } : {};
    return callAsked(button, rows[0] ?? {}, { ...ids, ...body });
  };
  const done = (answer: unknown) => {
    if (tells) return setTold(toldOf(answer));
    if (!many) {
      changedBy(hands);
      return written(answer);
    }
    close();
    void eachOfMany({ title }, button, rows, hands, (row) => callAsked(button, row, answer as Values));
  };
  const about = rows.length > 1 ? t("platform:list.selected", { count: rows.length }) : "";
  const note = [about, label(button.note)].filter(Boolean);
  return (
    <MoveDialog
      title={title}
      note={note.map((text) => <p key={text} className="dialog-note soft">{text}</p>)}
      fields={fields}
      lines={lines}
      initial={{ ...freshRow(fields), ...first }}
      columns={fields.length > FEW_FIELDS ? 2 : 1}
      width={widthOf(fields, lines)}
      ok={label(button.ok ?? button.label)}
      danger={button.danger ?? false}
      {...(tells ? { cancel: t("platform:action.close") } : {})}
      {...(button.confirm ? { confirm: label(button.confirm) } : {})}
      {...(tells || many ? { said: false as const } : {})}
      below={(form) => (
        <>
          <Followed form={form} button={button} path={firstPath(button, rows)} />
          {told && <ToldBelow form={form} told={told} forget={() => setTold(null)} />}
        </>
      )}
      send={send}
      done={done}
      stale={() => changedBy(hands)}
      close={close}
    />
  );
}

/** More stand in two columns. */
const FEW_FIELDS = 8;
/** Pixels. */
const WIDTHS = { few: 460, many: 720, lines: 960, broad: 1280 };
/** Lines of more columns need the window. */
const FEW_COLUMNS = 8;

function widthOf(fields: Field[], lines: Section[]): number {
  if (lines.some((section) => section.fields.length > FEW_COLUMNS)) return WIDTHS.broad;
  if (lines.length > 0) return WIDTHS.lines;
  return fields.length > FEW_FIELDS ? WIDTHS.many : WIDTHS.few;
}

/** Takes over what follows from a field that was changed. */
function Followed({ form, button, path }: { form: FormStore; button: Button; path: string | null }) {
  useFollowed(form, path === null ? NO_FIELDS : (button.follows ?? NO_FIELDS), path ?? "");
  return null;
}

const NO_FIELDS: string[] = [];

/** What was told about other figures is no answer to those that are typed now. */
function ToldBelow({ form, told, forget }: { form: FormStore; told: Told; forget(): void }) {
  useEffect(() => form.onChange(forget), [form, forget]);
  return <ToldView told={told} />;
}
