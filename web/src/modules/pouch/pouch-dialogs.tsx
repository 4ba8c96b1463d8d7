/** What is done with one pouch of the list. */
import { Suspense, lazy } from "react";
import { parsed } from "@/modules/pouch/missing";
import { MissingList } from "@/modules/pouch/missing-list";
import { closePouch, usePouch } from "@/modules/pouch/pouch-store";
import { businessTime } from "@/platform/business-time";
import { post } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { KeptFile } from "@/platform/fields/files-editor";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { MoveDialog } from "@/platform/move-dialog";

// They come when they are opened.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/pouch/print-dialog")).PrintDialog }));
const SendDialog = lazy(async () => ({ default: (await import("@/modules/pouch/send-dialog")).SendDialog }));
const LinkDialog = lazy(async () => ({ default: (await import("@/modules/pouch/link-dialog")).LinkDialog }));

const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

export function PouchDialogs({ list }: { list: ListContext }) {
  const open = usePouch((state) => state.open);
  if (!open) return null;
  const part = { row: open.row, list };
  switch (open.dialog) {
    case "seal":
      return <SealDialog {...part} />;
    case "hand":
      return <HandDialog {...part} />;
    case "receive":
      return <ReceiveDialog {...part} />;
    case "void":
      return <VoidDialog {...part} />;
    default:
      return (
        <Suspense fallback={null}>
          {open.dialog === "print" && <PrintDialog row={open.row} close={closePouch} />}
          {open.dialog === "link" && <LinkDialog row={open.row} close={closePouch} />}
          {open.dialog === "send" && <SendDialog row={open.row} close={closePouch} />}
        </Suspense>
      );
  }
}

interface DialogProps {
  row: Row;
  list: ListContext;
}

const numberOf = (row: Row): string => String(row["pouchNumber"] ?? "");

/** What every move of a pouch does: its call with the version, the list read again. */
function useMove({ row, list }: DialogProps, move: string) {
  const path = `/afbase/cargoPouch/${encodeURIComponent(String(row.id))}/${move}`;
  return {
    send: (body: Values) => post(path, { ...body, version: row["version"] }, { quiet: true }),
    done: () => {
      list.reload();
      closePouch();
    },
    stale: list.reload,
    close: closePouch,
  };
}

function SealDialog(props: DialogProps) {
  const t = useText();
  const { row } = props;
  const missing = parsed(row["missing"]);
  const label = labelPair("pouch:seal.number");
  const field: Field = { name: "sealNo", kind: "upper", required: true, maxLength: 20, label };
  return (
    <MoveDialog
      {...useMove(props, "seal")}
      title={t("pouch:seal.title", { number: numberOf(row) })}
      ok={t("pouch:seal.ok")}
      note={
        <p className="pouch-note">
          {missing.length > 0 && (
            <>
              <MissingList missing={missing} labelled />
              <br />
            </>
          )}
          <span className="soft">{t("pouch:seal.note")}</span>
        </p>
      }
      fields={[field]}
      initial={{ sealNo: row["sealNo"] ?? null }}
    />
  );
}

function HandDialog(props: DialogProps) {
  const t = useText();
  const { send, ...move } = useMove(props, "hand");
  const fields: Field[] = [
    { name: "handTo", kind: "text", required: true, maxLength: 60, label: labelPair("pouch:hand.to") },
    { name: "handPerson", kind: "text", required: true, maxLength: 40, label: labelPair("pouch:hand.person") },
    { name: "handTime", kind: "instant", required: true, label: labelPair("pouch:hand.time") },
    {
      name: "slip",
      kind: "files",
      upload: "/afbase/cargoPouch/slip",
      max: PHOTO_BYTES_MAX,
      label: labelPair("pouch:hand.slip"),
      help: labelPair("pouch:hand.slipHelp"),
    },
  ];
  return (
    <MoveDialog
      {...move}
      send={({ slip, ...body }) => send(slip ? { ...body, slip: (slip as KeptFile[]).map(({ id }) => id) } : body)}
      title={t("pouch:hand.title", { number: numberOf(props.row) })}
      ok={t("pouch:hand.ok")}
      fields={fields}
      initial={{ handTime: businessTime(new Date()) }}
    />
  );
}

function ReceiveDialog(props: DialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "receiver", kind: "text", required: true, maxLength: 40, label: labelPair("pouch:receive.by") },
    { name: "receiverPhone", kind: "text", maxLength: 30, label: labelPair("pouch:receive.phone") },
    { name: "receivedTime", kind: "instant", required: true, label: labelPair("pouch:receive.time") },
    { name: "receivedRemark", kind: "longText", maxLength: 200, label: labelPair("pouch:receive.remark") },
  ];
  return (
    <MoveDialog
      {...useMove(props, "receive")}
      title={t("pouch:receive.title", { number: numberOf(props.row) })}
      ok={t("pouch:receive.ok")}
      note={<p className="soft pouch-note">{t("pouch:receive.note")}</p>}
      fields={fields}
      initial={{ receivedTime: businessTime(new Date()) }}
    />
  );
}

function VoidDialog(props: DialogProps) {
  const t = useText();
  const label = labelPair("pouch:void.reason");
  const field: Field = { name: "reason", kind: "longText", required: true, maxLength: 200, label };
  return (
    <MoveDialog
      {...useMove(props, "void")}
      danger
      title={t("pouch:void.title", { number: numberOf(props.row) })}
      ok={t("pouch:void.ok")}
      note={<p className="page-note tone-warning pouch-note">{t("pouch:void.note")}</p>}
      fields={[field]}
    />
  );
}
