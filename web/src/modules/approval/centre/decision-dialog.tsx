/** The dialogs of a decision: what it needs differs, the call is one. */
import { Input, Radio, Select } from "antd";
import { useState } from "react";
import { AskedDialog, FindingText } from "@/modules/approval/asked-dialog";
import { type Approval, move } from "@/modules/approval/centre/approval";
import { User, Users } from "@/modules/approval/people";
import { useText } from "@/platform/i18n";

export type DecisionKind = "agree" | "refuse" | "back" | "transfer" | "addSign" | "resubmit";

const TEXT_MAX = 200;
const SIGN_MAX = 5;

interface DecisionDialogProps {
  kind: DecisionKind;
  approval: Approval;
  done(): void;
  close(): void;
}

export function DecisionDialog({ kind, approval, done, close }: DecisionDialogProps) {
  const t = useText();
  const [comment, setComment] = useState(kind === "resubmit" ? approval.reason : "");
  const [level, setLevel] = useState(0);
  const [user, setUser] = useState<string | null>(null);
  const [users, setUsers] = useState<string[]>([]);
  const [sign, setSign] = useState("before");
  const taskId = approval.can.taskId ?? "0";
  const send = () => {
    switch (kind) {
      case "back":
        return move("back", { taskId, level, comment });
      case "transfer":
        return move("transfer", { taskId, userId: user ?? "0", comment });
      case "addSign":
        return move("addSign", { taskId, userIds: users, sign });
      case "resubmit":
        return move("resubmit", { instanceId: approval.instanceId, reason: comment });
      default:
        return move(kind, { taskId, comment });
    }
  };
  const places = [{ value: 0, label: t("approval:move.toApplicant") }, ...approval.can.backTo.map((each) => ({ value: each.level, label: each.name }))];
  const reasonField = kind === "resubmit" ? "reason" : "comment";
  return (
    <AskedDialog danger={kind === "refuse"} title={`${t(`approval:move.${kind}`)} ${approval.orderCode}`} send={send} done={done} close={close}>
      {(finding) => (
        <>
          {kind === "back" && (
            <label>
              {t("approval:move.backTo")}
              <Select value={level} aria-label={t("approval:move.backTo")} options={places} onChange={setLevel} />
              <FindingText text={finding("level")} />
            </label>
          )}
          {kind === "transfer" && (
            <label>
              {t("approval:move.whom")}
              <User label={t("approval:move.whom")} value={user} change={setUser} invalid={finding("userId") !== undefined} />
              <FindingText text={finding("userId")} />
            </label>
          )}
          {kind === "addSign" && (
            <>
              <Radio.Group
                value={sign}
                onChange={(event) => setSign(String(event.target.value))}
                options={[
                  { value: "before", label: t("approval:move.before") },
                  { value: "after", label: t("approval:move.after") },
                ]}
              />
              <label>
                {t("approval:move.whom")}
                <Users label={t("approval:move.whom")} max={SIGN_MAX} value={users} change={setUsers} invalid={finding("userIds") !== undefined} />
                <FindingText text={finding("userIds")} />
              </label>
            </>
          )}
          {kind !== "addSign" && (
            <label>
              {t(kind === "agree" || kind === "transfer" ? "approval:comment" : "approval:reason")}
              <Input.TextArea
                rows={3}
                maxLength={TEXT_MAX}
                value={comment}
                status={finding(reasonField) ? "error" : ""}
                onChange={(event) => setComment(event.target.value)}
              />
              <FindingText text={finding(reasonField)} />
            </label>
          )}
        </>
      )}
    </AskedDialog>
  );
}
