import { type Answer, pathOf } from "@/modules/inquiry/answers";
import { post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

const CHOOSE_REASONS = 120;

interface SelectDialogProps {
  inquiry: string;
  version: number;
  answer: Answer;
  done(): void;
  close(): void;
}

/** 选定: a reason where another is cheaper. */
export function SelectDialog({ inquiry, version, answer, done, close }: SelectDialogProps) {
  const t = useText();
  const isLowest = answer.needsReason === undefined ? answer.price?.lowest === true : !answer.needsReason;
  const reason: Field = {
    name: "reason", kind: "select", dictionary: CHOOSE_REASONS, required: answer.price !== undefined,
    label: labelPair("inquiry:select.reason"),
  };
  return (
    <MoveDialog
      title={t("inquiry:select.title", { agent: answer.agentName })}
      ok={t("inquiry:select.ok")}
      note={
        <p className="soft inquiry-note">
          {answer.price && t("inquiry:select.price", { total: `${answer.price.currency} ${answer.price.total}`, perKg: answer.price.perKg })}{" "}
          {t("inquiry:select.note")}
        </p>
      }
      fields={isLowest ? [] : [reason]}
      send={(body) => post(pathOf(inquiry, "select"), { ...body, askedId: answer.askedId, version }, { quiet: true })}
      done={done}
      close={close}
    />
  );
}
