import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { useId, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, get, post, remove } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import type { OrderTabProps } from "@/platform/order/tab-props";
import "@/platform/order/tabs.css";

interface Note {
  id: string;
  text: string;
  visible: boolean;
  creatorName: string;
  createTime: string;
  /** Written by this user, or this user is an administrator. */
  mine: boolean;
}

const TEXT_MAX = 1000;

/** What colleagues tell each other, and the customer, about an order. */
export function NoteTab({ order, readOnly }: OrderTabProps) {
  const t = useText();
  const notes = useQuery({
    queryKey: ["order.notes", order.orderUuid],
    staleTime: 0,
    queryFn: () => get<Note[]>("/afbase/order/notes", { orderUuid: order.orderUuid }, { quiet: true }),
  });
  const removeNote = async (note: Note) => {
    if (!(await ask({ text: t("order:note.removeConfirm"), yes: t("platform:action.remove"), danger: true }))) return;
    try {
      await remove(`/afbase/order/note/${encodeURIComponent(note.id)}`);
      toast.done();
      await notes.refetch();
    } catch (error) {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  if (!notes.data && notes.error) return <LoadFailed message={notes.error.message} retry={() => void notes.refetch()} />;
  if (!notes.data) return <PageLoading rows={4} />;
  return (
    <section className="order-tab" aria-label={t("order:note.title")}>
      {!readOnly && <NewNote orderUuid={order.orderUuid} added={() => void notes.refetch()} />}
      {notes.data.length === 0 && <p className="soft">{t("order:note.none")}</p>}
      <ol className="notes">
        {notes.data.map((note) => (
          <li key={note.id}>
            <p className="log-head">
              <time className="tabular">{note.createTime.slice(0, 16)}</time>
              <b>{note.creatorName}</b>
              {note.visible && <ToneTag tone="info">{t("order:note.shown")}</ToneTag>}
              <span className="top-space" />
              {note.mine && !readOnly && (
                <button type="button" className="text-button" onClick={() => void removeNote(note)}>
                  {t("platform:action.remove")}
                </button>
              )}
            </p>
            <p className="note-text">{note.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NewNote({ orderUuid, added }: { orderUuid: string; added(): void }) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState("");
  const [visible, setVisible] = useState(false);
  const [wrong, setWrong] = useState("");
  const [saving, setSaving] = useState(false);
  const add = async () => {
    if (saving) return;
    setSaving(true);
    try {
      const result = await submit(() => post("/afbase/order/note", { orderUuid, text, visible }, { quiet: true }));
      if (result.kind === "findings") setWrong(result.findings[0]?.message ?? "");
      if (result.kind !== "saved") return;
      setText("");
      setVisible(false);
      added();
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="note-new">
      <label htmlFor={id}>{t("order:note.text")}</label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={TEXT_MAX}
        value={text}
        {...(wrong ? { status: "error" as const, "aria-describedby": `${id}-finding` } : {})}
        onChange={(event) => {
          setText(event.target.value);
          setWrong("");
        }}
      />
      {wrong && (
        <p id={`${id}-finding`} className="finding">
          {wrong}
        </p>
      )}
      <div className="tab-bar">
        <Checkbox checked={visible} onChange={(event) => setVisible(event.target.checked)}>
          {t("order:note.visible")}
        </Checkbox>
        <span className="top-space" />
        <Button type="primary" loading={busy(saving)} disabled={text.trim() === ""} onClick={() => void add()}>
          {t("order:note.add")}
        </Button>
      </div>
    </div>
  );
}
