/** What is done with one inquiry of a list. */
import { SendDialog } from "@/modules/inquiry/send-dialog";
import { closeInquiry, type InquiryDialog } from "@/modules/inquiry/inquiry-store";
import { post } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { FormDrawer } from "@/platform/forms/form-drawer";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { MoveDialog } from "@/platform/move-dialog";
import { formByKey } from "@/platform/page-registry";

const LOST_REASONS = 71;
const QUOTE_FORM = "af.inquiry-quote.form";

interface DialogProps {
  row: Row;
  /** Address of the call. */
  path: string;
  list: ListContext;
}

export function InquiryDialogs({ dialog, ...part }: DialogProps & { dialog: InquiryDialog }) {
  switch (dialog) {
    case "assign":
      return <AssignDialog {...part} />;
    case "lost":
      return <LostDialog {...part} />;
    case "send":
      return <SendDialog row={part.row} path={part.path} reload={part.list.reload} close={closeInquiry} />;
    default:
      return <QuoteDrawer {...part} />;
  }
}

export const codeOf = (row: Row): string => String(row["inquiryCode"] ?? "");

/** What every move of an inquiry does: its call with the version, the list read again. */
function moving({ row, path, list }: DialogProps) {
  return {
    send: (body: Record<string, unknown>) => post(path, { ...body, version: row["version"] }, { quiet: true }),
    done: () => {
      list.reload();
      closeInquiry();
    },
    stale: list.reload,
    close: closeInquiry,
  };
}

function AssignDialog(props: DialogProps) {
  const t = useText();
  const label = labelPair("inquiry:assign.buyer");
  const field: Field = { name: "buyerId", kind: "reference", reference: "user", required: true, label };
  return (
    <MoveDialog
      {...moving(props)}
      title={t("inquiry:assign.title", { code: codeOf(props.row) })}
      ok={t("inquiry:assign.ok")}
      fields={[field]}
    />
  );
}

function LostDialog(props: DialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "reason", kind: "select", dictionary: LOST_REASONS, required: true, label: labelPair("inquiry:lost.reason") },
    { name: "remark", kind: "longText", maxLength: 200, label: labelPair("inquiry:lost.remark") },
  ];
  return (
    <MoveDialog
      {...moving(props)}
      danger
      title={t("inquiry:lost.title", { code: codeOf(props.row) })}
      ok={t("inquiry:lost.ok")}
      fields={fields}
    />
  );
}

/** An answer that came by phone or mail, in the declared form of quotes. */
function QuoteDrawer({ row, list }: DialogProps) {
  const page = formByKey(QUOTE_FORM);
  if (!page) return null;
  const preset = { inquiryId: row.id, [labelMember("inquiryId")]: codeOf(row) };
  return <FormDrawer page={page} id={null} preset={preset} close={closeInquiry} saved={list.reload} />;
}
