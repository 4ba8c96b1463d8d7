/** What is done with a whole order of any scope: one table, for the list's row menu and the form's buttons alike. */
import { Drawer } from "antd";
import { Suspense, lazy, useEffect } from "react";
import { create } from "zustand";
import { sendJson } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { type Field, type Option, pathOfOne } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, translate, useText } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { MoveDialog } from "@/platform/move-dialog";
import { goTo } from "@/platform/navigate";
import { REASON_MAX, UnlockDialog } from "@/platform/order/locks";
import type { MoveItem } from "@/platform/order/order-parts";
import { PageLoading } from "@/platform/page-loading";
import { usePageTab } from "@/platform/page-tab";
import { session } from "@/platform/session";
import { toast } from "@/platform/toast";
import { REASON_KEYS } from "./cancel-reasons";
import { type Prefix, baseOf, formOf, listPath, scopeOf } from "./scopes";

const SplitDialog = lazy(async () => ({ default: (await import("./split/split-dialog")).SplitDialog }));
const SharePanel = lazy(async () => ({ default: (await import("./share/share-panel")).SharePanel }));

/** The order a move is about. */
export interface MovedOrder {
  prefix: Prefix;
  orderUuid: string;
  rowUuid: string;
  orderCode: string;
  coopName: string;
}

/** The order a row or the values of a form tell of. */
export function movedOrder(prefix: Prefix, values: Values): MovedOrder {
  const text = (name: string) => String(values[name] ?? "");
  return { prefix, orderUuid: text("orderUuid"), rowUuid: text("rowUuid"), orderCode: text("orderCode"), coopName: text("coopName") };
}

interface Move {
  name: string;
  /** The button that allows it; what begins with `-` follows the letters of the scope. */
  code: string;
  /** Absent: whether the operations of the order are finished or not. */
  finished?: boolean;
  danger?: boolean;
  /** What its dialog asks for; without, one question comes before it. */
  fields?(order: MovedOrder): Field[];
  initial?: Values;
  columns?: 2;
  note?: string;
  /** Where its call does not stand beside those of the order. */
  call?: string;
  /** Goes on elsewhere and changes nothing. */
  goes?(order: MovedOrder, asked: Values): void;
  /** A dialog of its own. */
  own?: "share" | "split" | "unlock";
}

const PARTS = ["parties", "routing", "cargo", "services", "addresses", "price", "remarks"];
/** The charges besides, for who may enter them and sees some. */
const CHARGES = "charges";
const copiedParts = (): string[] => {
  const held = session.get().buttons ?? [];
  const sees = held.includes("css-income-view") || held.includes("css-cost-view");
  return sees && held.includes("css-charge-add") ? [...PARTS, CHARGES] : PARTS;
};
const MODES = ["stock", "void"];

const field = (name: string, kind: Field["kind"], rest: Partial<Field> = {}): Field => {
  return { name, kind, label: labelPair(`order:move.${name}`), ...rest };
};
const said = (name: string): Field => field(name, "longText", { maxLength: REASON_MAX });
const options = (values: readonly string[], key: (value: string) => string): Option[] =>
  values.map((value) => ({ value, label: labelPair(key(value)) }));

const reasonsOf = ({ prefix }: MovedOrder): Option[] =>
  (formOf(prefix)?.cancelReasons ?? []).map((value) => {
    const key = REASON_KEYS[value];
    return { value, label: key ? labelPair(`order:move.reasons.${key}`) : { zh: value, en: value } };
  });

/** In the order of the menu: those that end the life of an order stand last. */
const MOVES: Move[] = [
  { name: "share", code: "-order-share", own: "share" },
  {
    name: "copy",
    code: "-order-copy",
    fields: () => copiedParts().map((part) => ({ name: part, kind: "bool", label: labelPair(`order:move.parts.${part}`) })),
    initial: Object.fromEntries(PARTS.map((part) => [part, true])),
    columns: 2,
    note: "order:move.copyNote",
    goes: ({ prefix, orderUuid }, asked) => {
      const parts = [...PARTS, CHARGES].filter((part) => asked[part] === true).join(",");
      goTo(`${listPath(prefix)}_edit?copyFrom=${orderUuid}&parts=${parts}`);
    },
  },
  { name: "split", code: "-order-split", own: "split" },
  {
    name: "uninstall",
    code: "-order-uninstall",
    fields: () => [field("mode", "select", { required: true, options: options(MODES, (mode) => `order:move.modes.${mode}`) })],
    initial: { mode: "stock" },
    note: "order:move.uninstallNote",
    call: "/afbase/aforder/uninstallAwb",
  },
  { name: "opFinish", code: "-order-opfinish", finished: false },
  { name: "opCancel", code: "-order-opfinish", finished: true },
  { name: "lock", code: "af-lock-lock" },
  { name: "unlock", code: "af-lock-unlock" },
  { name: "applyUnlock", code: "prm-unlock-apply", own: "unlock" },
  { name: "restore", code: "-order-restore" },
  {
    name: "cancel",
    code: "-order-cancel",
    danger: true,
    fields: (order) => [field("reason", "select", { options: reasonsOf(order) }), said("remark")],
  },
  { name: "forceStop", code: "-order-forcestop", danger: true, fields: () => [said("reason")], note: "order:move.forceStopNote" },
];

const codeOf = ({ code }: Move, prefix: Prefix): string => (code.startsWith("-") ? prefix + code : code);
const wordOf = ({ name }: Move): string => translate(`order:move.${name}`);

/** The moves an order allows by its buttons, as entries of a menu. */
export function moveItems(order: MovedOrder, finished: boolean, buttons: string[], done: () => void): MoveItem[] {
  const allowed = MOVES.filter((move) => buttons.includes(codeOf(move, order.prefix)) && (move.finished ?? finished) === finished);
  return allowed.map((move) => ({
    key: move.name,
    label: wordOf(move),
    danger: move.danger ?? false,
    run: () => (move.fields || move.own ? useMove.setState({ open: { move, order, done } }) : void askAndMove(move, order, done)),
  }));
}

/** The same as handlers of a list. */
export function moveActions(prefix: Prefix): Record<string, ActionHandler> {
  const act = (code: string): ActionHandler => ([row], list) => {
    if (row) moveItems(movedOrder(prefix, row), row["operationFinished"] === true, [code], list.reload)[0]?.run();
  };
  const codes = MOVES.filter(({ code }) => code.startsWith("-")).map((move) => codeOf(move, prefix));
  return Object.fromEntries(codes.map((code) => [code, act(code)]));
}

/** The application to unlock a locked order. */
export function applyUnlock(order: MovedOrder, done: () => void): void {
  moveItems(order, false, ["prm-unlock-apply"], done)[0]?.run();
}

/** The call of a move; the order is named by the address, or by the body where addresses of its scope name none. */
function send(move: Move, { prefix, orderUuid, rowUuid }: MovedOrder, asked: Values): Promise<unknown> {
  const form = formOf(prefix);
  const inPath = form?.update.path.includes("{id}") ?? false;
  const beside = inPath ? pathOfOne(form?.update.path ?? "", orderUuid) : form && baseOf(form);
  const body = { ...(inPath ? {} : { orderUuid }), rowUuid, ...asked };
  return sendJson(move.call ? "POST" : "PUT", move.call ?? `${beside}/${move.name}`, body, { quiet: true });
}

/** What waits for a decision is done later. */
function tell(answer: unknown): void {
  const no = (answer as { instanceNo?: string } | null)?.instanceNo;
  if (no) toast.info(translate("order:move.submitted", { no }));
}

/** A move without a dialog of its own: one question, then the call. */
async function askAndMove(move: Move, order: MovedOrder, done: () => void): Promise<void> {
  if (!(await ask({ text: `${wordOf(move)} ${order.orderCode}`, yes: translate("platform:action.ok") }))) return;
  const result = await submit((confirmed) => send(move, order, confirmed.length > 0 ? { confirmed } : {}));
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind === "saved" || (result.kind === "stale" && result.reload)) done();
  if (result.kind === "saved") tell(result.data);
}

interface OpenMove {
  move: Move;
  order: MovedOrder;
  done(): void;
}

/** The dialog that is open, if any. */
const useMove = create<{ open: OpenMove | null }>(() => ({ open: null }));
const close = () => useMove.setState({ open: null });

/** Draws it; mounted once by each list and each form, and drawn by the one that is looked at. */
export function OrderMoveDialog() {
  const t = useText();
  const open = useMove((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => close, []);
  const tab = usePageTab();
  if (!open || tab?.inFront() === false) return null;
  const { move, order, done } = open;
  const word = wordOf(move);
  const title = `${word} ${order.orderCode}`;
  if (move.own === "unlock") return <UnlockDialog scope={scopeOf(order.prefix)} order={order} coop={order} done={done} close={close} />;
  if (move.own === "split") {
    return (
      <Suspense fallback={null}>
        <SplitDialog order={order} done={done} close={close} />
      </Suspense>
    );
  }
  if (move.own === "share") {
    return (
      <Drawer open onClose={() => (close(), done())} size={520} title={title}>
        <Suspense fallback={<PageLoading rows={5} />}>
          <SharePanel orderUuid={order.orderUuid} />
        </Suspense>
      </Drawer>
    );
  }
  return (
    <MoveDialog
      key={move.name}
      title={title}
      note={move.note && <p className="soft">{t(move.note)}</p>}
      fields={move.fields?.(order) ?? []}
      initial={move.initial ?? {}}
      columns={move.columns ?? 1}
      ok={word}
      danger={move.danger ?? false}
      {...(move.goes ? { said: false as const } : {})}
      send={async (asked) => (move.goes ? asked : send(move, order, texts(asked)))}
      done={(answer) => {
        close();
        if (move.goes) return move.goes(order, answer as Values);
        done();
        tell(answer);
      }}
      stale={done}
      close={close}
    />
  );
}

/** What was left empty goes as an empty text, which the server asks for. */
const texts = (asked: Values): Values => Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? ""]));
