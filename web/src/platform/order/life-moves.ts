/** What is done with the life of an order of any scope, as entries of its menu. */
import { translate } from "@/platform/i18n";
import type { MoveItem } from "@/platform/order/order-parts";

/** Moves that want one question. */
export type AskedMove = "opFinish" | "opCancel" | "restore" | "lock" | "unlock";
/** Moves that want a dialog. */
export type DialogMove = "applyUnlock" | "cancel" | "forceStop";

interface Life {
  /** The letters the buttons of the scope begin with. */
  prefix: string;
  /** What the order allows now. */
  buttons: string[];
  /** Its operations are finished. */
  finished: boolean;
  ask(name: AskedMove): void;
  open(name: DialogMove): void;
}

/** The moves an order allows now; those that end its life stand last. */
export function lifeItems({ prefix, buttons, finished, ask, open }: Life): MoveItem[] {
  const asked = (name: AskedMove): MoveItem => ({ key: name, label: translate(`order:move.${name}`), run: () => ask(name) });
  const dialog = (name: DialogMove, danger = false): MoveItem => ({
    key: name,
    label: translate(`order:move.${name}`),
    danger,
    run: () => open(name),
  });
  const moves: [string, MoveItem][] = [
    [`${prefix}-order-opfinish`, asked(finished ? "opCancel" : "opFinish")],
    ["af-lock-lock", asked("lock")],
    ["af-lock-unlock", asked("unlock")],
    ["prm-unlock-apply", dialog("applyUnlock")],
    [`${prefix}-order-restore`, asked("restore")],
    [`${prefix}-order-cancel`, dialog("cancel", true)],
    [`${prefix}-order-forcestop`, dialog("forceStop", true)],
  ];
  return moves.filter(([code]) => buttons.includes(code)).map(([, item]) => item);
}
