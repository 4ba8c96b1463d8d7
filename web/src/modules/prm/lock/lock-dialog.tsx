/** 锁定, 解锁 and 申请解锁: a customer's business, scope by scope. */
import { post } from "@/platform/call/client";
import type { Field, Option, Row } from "@/platform/contract";
import { useValue, type FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { SCOPES } from "@/platform/scopes";
import type { LockKind } from "./lock-store";
import "../prm.css";

interface LockDialogProps {
  kind: LockKind;
  partner: Row;
  done(): void;
  close(): void;
}

const optionOf = (scope: string): Option => ({ value: scope, label: labelPair(`platform:scope.${scope}`) });

/** The scopes whose business is locked. */
export const lockedScopes = (partner: Row): string[] => String(partner["lockedScopes"] ?? "").split(",").filter(Boolean);

function fieldsOf(kind: LockKind, locked: string[]): Field[] {
  const some = kind === "lock" ? SCOPES.filter((scope) => !locked.includes(scope)) : locked;
  const options = some.map(optionOf);
  const reason: Field = { name: "reason", kind: "longText", required: true, maxLength: 200, label: labelPair("prm:lock.reason") };
  if (kind === "apply") {
    return [{ name: "businessScope", kind: "select", required: true, options, label: labelPair("prm:lock.scope") }, reason];
  }
  const scopes: Field = { name: "scopes", kind: "multi", required: true, options, label: labelPair("prm:lock.scopes") };
  return [scopes, reason];
}

export function LockDialog({ kind, partner, done, close }: LockDialogProps) {
  const t = useText();
  const name = String(partner["coopName"] ?? "");
  const locked = lockedScopes(partner);
  const path = `/prm/coop/${encodeURIComponent(String(partner.id))}/${kind}`;
  const shared = { fields: fieldsOf(kind, locked), title: t(`prm:lock.${kind}Title`, { name }), done, stale: done, close };
  if (kind === "apply") {
    return (
      <MoveDialog
        {...shared}
        ok={t("order:move.applyUnlock")}
        said={t("prm:lock.applied")}
        note={(form) => <Content form={form} name={name} />}
        initial={{ businessScope: locked.length === 1 ? locked[0] : null }}
        send={(body) => post("/afbase/order/applyUnlock", { ...body, coopId: partner.id }, { quiet: true })}
      />
    );
  }
  return (
    <MoveDialog
      {...shared}
      ok={t("platform:action.ok")}
      danger={kind === "lock"}
      note={<p className="soft prm-note">{t(`prm:lock.${kind}Note`)}</p>}
      initial={{ scopes: kind === "unlock" ? locked : [] }}
      send={(body) => post(path, { ...body, version: partner["version"] }, { quiet: true })}
    />
  );
}

/** What the application says. */
function Content({ form, name }: { form: FormStore; name: string }) {
  const t = useText();
  const scope = useValue<string | null>(form, "businessScope");
  if (!scope) return null;
  return <p className="prm-note">{t("order:unlock.content", { coopName: name, scope: t(`platform:scope.${scope}`) })}</p>;
}
