/** What a company answers to a shared partner: a partner of its own, one it has already, or no. */
import { type Received, optionsOf } from "@/modules/prm/share/share";
import { post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { declaredForm } from "@/platform/page-registry";

export type AnswerKind = "accept" | "bind" | "reject";

interface AnswerDialogProps {
  kind: AnswerKind;
  share: Received;
  /** Beginning of the calls of the share. */
  path: string;
  code: string;
  done(): void;
  close(): void;
}

function fieldsOf(kind: AnswerKind, share: Received): Field[] {
  const declared = declaredForm("prm.coop.form")?.sections.flatMap(({ fields }) => fields) ?? [];
  const typeOf: Field = declared.find(({ name }) => name === "coopType") ?? {
    name: "coopType", kind: "text", required: true, label: labelPair("prm:received.type"),
  };
  switch (kind) {
    case "accept":
      return [typeOf, { name: "coopName", kind: "text", required: true, maxLength: 40, label: labelPair("prm:received.name") }];
    case "bind": {
      const own: Field = { name: "coopId", kind: "reference", reference: "coop", required: true, label: labelPair("prm:received.own") };
      const take: Field = { name: "fields", kind: "multi", options: optionsOf(share.fields), label: labelPair("prm:received.take") };
      return share.mayChange ? [own, take] : [own];
    }
    default:
      return [{ name: "reason", kind: "longText", required: true, maxLength: 200, label: labelPair("prm:received.reason") }];
  }
}

export function AnswerDialog({ kind, share, path, code, done, close }: AnswerDialogProps) {
  const t = useText();
  const notes = { accept: "prm:received.acceptNote", bind: share.mayChange ? "prm:received.bindNote" : "", reject: "" };
  return (
    <MoveDialog
      title={t(`prm:received.${kind}Title`)}
      ok={t(`prm:received.${kind}Ok`)}
      danger={kind === "reject"}
      note={notes[kind] && <p className="soft prm-note">{t(notes[kind])}</p>}
      fields={fieldsOf(kind, share)}
      initial={kind === "accept" ? { coopType: share.coopType, coopName: share.coopName } : {}}
      send={(body) => {
        const { fields, ...rest } = body;
        return post(`${path}/${kind}`, { ...rest, ...(kind === "bind" ? { fields: fields ?? [] } : {}), code }, { quiet: true });
      }}
      done={done}
      stale={done}
      close={close}
    />
  );
}
