/** The incidental charges of one order: what it is, what was entered, and what is being entered. */
import { Button } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Side } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";
import { submit } from "@/platform/call/submit";
import { groupText } from "@/platform/decimal-text";
import { ask } from "@/platform/dialog";
import { Copyable } from "@/platform/fields/field-value";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { RowHistory } from "@/platform/forms/row-history";
import { isBlank, rowsOf } from "@/platform/forms/rows";
import { EMPTY } from "@/platform/format";
import type { SheetField } from "@/platform/grid/cell-text";
import { useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { Figure, Notice } from "@/platform/order/order-parts";
import { toast } from "@/platform/toast";
import { IncidentalEntry, LINES, freshValues } from "./incidental-entry";
import { entryFields, lineFields, reasonField } from "./incidental-fields";
import { laidOver } from "./incidental-merge";
import { type IncidentalLine, type IncidentalOrder, type Incidentals, call, editedRow, openSides } from "./incidental-model";

const NONE: string[] = [];

interface OrderProps {
  one: IncidentalOrder;
  told: Incidentals;
  /** The only order of the page. */
  alone: boolean;
  taken(answer: Incidentals): void;
  /** Reads what is there now. */
  again(): void;
}

export function OrderIncidentals({ one, told: all, alone, taken, again }: OrderProps) {
  const { order, closed } = one;
  const box = useRef<HTMLElement>(null);
  const sides = openSides(one, all);
  const sideNames = sides.join(" ");
  const fields = useMemo(
    () => entryFields(order.businessScope, sideNames.split(" ").filter(Boolean) as Side[]),
    [order.businessScope, sideNames],
  );
  const [form] = useState(() => new FormStore(freshValues(fields, alone)));
  const [history] = useState(() => new RowHistory(form, LINES));
  const { told, forget } = useLaidOver({ form, history, fields, alone }, one.lines);
  const saved = (answer: Incidentals) => {
    forget();
    taken(answer);
  };
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || !box.current) return;
    jumpTo(wanted, box.current);
    setWanted(null);
  }, [wanted]);
  const edit = (line: IncidentalLine) => {
    const filled = rowsOf(form.get(LINES)).filter((row) => !isBlank(fields, row));
    form.set(LINES, [...filled, editedRow(line)]);
    setWanted(`${LINES}.${filled.length}.serviceItemId`);
  };
  return (
    <section ref={box} className="incidental-order" aria-label={order.orderCode}>
      <h2>
        <Copyable text={order.orderCode} />
      </h2>
      <OrderFigures one={one} />
      <ClosedSides closed={closed} />
      <StoredLines one={one} form={form} edit={sides.length > 0 ? edit : undefined} taken={taken} again={again} />
      {told.map((text) => (
        <Notice key={text} text={text} />
      ))}
      {sides.length > 0 && <IncidentalEntry {...{ one, form, history, fields, sides, alone, again }} taken={saved} box={box} />}
    </section>
  );
}

interface InHand {
  form: FormStore;
  history: RowHistory;
  fields: SheetField[];
  alone: boolean;
}

/** Keeps what is being changed over the lines as they are by now; tells what somebody else has changed of it, until that is forgotten. */
function useLaidOver({ form, history, fields, alone }: InHand, lines: IncidentalLine[]) {
  const [told, setTold] = useState(NONE);
  const before = useRef(lines);
  useEffect(() => {
    const [old, rows] = [before.current, rowsOf(form.get(LINES))];
    before.current = lines;
    if (old === lines || !rows.some(({ id }) => id)) return;
    const laid = laidOver(rows, old, lines, fields);
    const next = laid.rows.length > 0 ? laid.rows : rowsOf(freshValues(fields, alone)[LINES]);
    form.patch({ [LINES]: next }, next.length === rows.length ? form.findings() : []);
    // A step back would bring again what was stored before.
    history.forget();
    if (laid.told.length > 0) setTold(laid.told);
  }, [form, history, fields, alone, lines]);
  const forget = () => {
    history.forget();
    setTold(NONE);
  };
  return { told, forget };
}

/** Why a side takes nothing; the whole order said once. */
function ClosedSides({ closed: { cost, income } }: Pick<IncidentalOrder, "closed">) {
  const t = useText();
  if (cost !== null && cost === income) return <Notice text={cost} />;
  return (
    <>
      {cost !== null && <Notice text={t("css:incidental.closedCost", { why: cost })} />}
      {income !== null && <Notice text={t("css:incidental.closedIncome", { why: income })} />}
    </>
  );
}

function OrderFigures({ one: { order } }: { one: IncidentalOrder }) {
  const t = useText();
  const figure = (text: string | null) => (isNothing(text) ? EMPTY : groupText(String(text), 0));
  return (
    <div className="order-figures">
      <Figure label={t("css:incidental.number")} value={order.number && <Copyable text={order.number} />} />
      <Figure label={t("css:incidental.coop")} value={order.coopName} />
      <Figure label={t("css:incidental.cargo", { unit: order.unit })} value={`${figure(order.pieces)} / ${figure(order.grossWeight)}`} />
    </div>
  );
}

interface StoredProps extends Pick<OrderProps, "one" | "taken" | "again"> {
  /** Holds the lines that are being changed. */
  form: FormStore;
  edit: ((line: IncidentalLine) => void) | undefined;
}

/** What was entered, with what its reader may do about each line. */
function StoredLines({ one, form, edit, taken, again }: StoredProps) {
  const t = useText();
  const { order, rowUuid, lines } = one;
  const [busy, setBusy] = useState(false);
  const [rejected, setRejected] = useState<IncidentalLine | null>(null);
  const inHand = new Set(rowsOf(useValue(form, LINES)).map((row) => row["id"]));
  const hidden = lines.filter(({ id }) => inHand.has(id)).map(({ id }) => id).join(" ");
  const shown = useMemo(() => lines.filter(({ id }) => !hidden.split(" ").includes(id)), [lines, hidden]);
  const stored = useMemo(() => new FormStore({ stored: shown }), [shown]);
  const fields = lineFields().filter(({ name }) => name !== "reason" || shown.some((line) => !isNothing(line["reason"])));
  const named = (ids: string[], more: Values = {}) => ({ orderUuid: order.orderUuid, rowUuid, ids, ...more });
  const send = async (verb: string, ids: string[]) => {
    if (busy) return;
    setBusy(true);
    const result = await submit((confirmed) => call(verb, named(ids, confirmed.length > 0 ? { confirmed } : {})));
    setBusy(false);
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "stale" && result.reload) again();
    if (result.kind === "saved") taken(result.data);
  };
  const drop = async (line: IncidentalLine) => {
    if (await ask({ text: t("css:incidental.removeAsk", { item: line.serviceItemName ?? "" }), danger: true })) await send("doDelete", [line.id]);
  };
  const actions = (row: Values) => {
    const line = row as IncidentalLine;
    const may = (act: string) => line.can.includes(act);
    const button = (word: string, run: () => void) => (
      <Button key={word} size="small" type="link" disabled={busy} onClick={run}>
        {word}
      </Button>
    );
    return (
      <>
        {may("confirm") && button(t("css:incidental.confirm"), () => void send("confirm", [line.id]))}
        {may("reject") && button(t("css:incidental.reject"), () => setRejected(line))}
        {may("edit") && edit && button(t("css:incidental.edit"), () => edit(line))}
        {may("delete") && button(t("css:incidental.remove"), () => void drop(line))}
      </>
    );
  };
  const waiting = shown.filter(({ can }) => can.includes("confirm")).map(({ id }) => id);
  return (
    <>
      <h3>
        {t("css:incidental.lines")}
        <span className="count">{shown.length}</span>
        {waiting.length > 1 && (
          <Button size="small" disabled={busy} onClick={() => void send("confirm", waiting)}>
            {t("css:incidental.confirmAll", { n: waiting.length })}
          </Button>
        )}
      </h3>
      {shown.length === 0 && <p className="soft">{t("css:incidental.none")}</p>}
      {shown.length > 0 && (
        <RowGrid
          form={stored}
          section={{ fields }}
          path="stored"
          readOnly
          {...(shown.some(({ can }) => can.length > 0) ? { actions } : {})}
        />
      )}
      {rejected && (
        <MoveDialog
          title={t("css:incidental.rejectTitle", { item: rejected.serviceItemName ?? "" })}
          fields={[reasonField()]}
          ok={t("css:incidental.reject")}
          send={(body) => call("reject", named([rejected.id], body))}
          done={(answer) => {
            setRejected(null);
            taken(answer);
          }}
          stale={again}
          close={() => setRejected(null)}
        />
      )}
    </>
  );
}
