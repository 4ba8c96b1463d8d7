/** 匹配: what was paid for a master, with what each of its orders bears while it is typed. */
import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { CallError, get, post } from "@/platform/call/client";
import { groupText } from "@/platform/decimal-text";
import { useSettled } from "@/platform/fields/use-settled";
import { type FormStore, type Values, useDirty, useValues } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { Figure } from "@/platform/order/order-parts";
import { PageLoading } from "@/platform/page-loading";
import {
  BASE, type Bearer, type Borne, type CountedMatch, type Master, countedMatch, firstValues, isOwn, matchFields, placeOf, sentMatch,
  sharesByWeight, shownMatch,
} from "./match-data";
import "./match.css";

interface MatchProps {
  awbId: string;
  number: string;
  done(): void;
  close(): void;
}

const WIDTH = 860;

/** Read anew each time: others match and weigh meanwhile. */
export function MatchDialog({ awbId, number, done, close }: MatchProps) {
  const t = useText();
  const title = t("order:match.title", { number });
  const { data, error, refetch } = useQuery({
    queryKey: ["orderMatch", awbId],
    queryFn: () => get<Master>(`${BASE}/getOrderMatch/${awbId}`, undefined, { quiet: true }),
    gcTime: 0,
  });
  if (data) return <Opened first={data} title={title} done={done} close={close} />;
  return (
    <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={5} />}
    </Modal>
  );
}

function Opened({ first, title, done, close }: Pick<MatchProps, "done" | "close"> & { first: Master; title: string }) {
  const t = useText();
  // What is typed belongs to the version it is typed over.
  const [master] = useState(first);
  const [fields] = useState(() => matchFields(master.orders));
  const send = async (values: Values) => {
    try {
      return await post(`${BASE}/doOrderMatch`, { rowUuid: master.rowUuid, ...sentMatch(master, values) }, { quiet: true });
    } catch (error) {
      if (!(error instanceof CallError) || error.findings.length === 0) throw error;
      const findings = error.findings.map((each) => ({ ...each, field: placeOf(each.field, master.orders) }));
      throw new CallError(error.kind, error.message, error.status, error.code, { findings });
    }
  };
  return (
    <MoveDialog
      title={title}
      note={
        <p className="order-figures">
          <Figure label={t("order:match.from")} value={String(master["awbFromName"] ?? "")} />
          <Figure label={t("order:match.chargeWeight")} value={String(master["chargeWeight"] ?? "")} />
        </p>
      }
      fields={fields}
      below={(form) => <Shares form={form} master={master} />}
      initial={firstValues(master)}
      columns={2}
      width={WIDTH}
      ok={t("order:match.ok")}
      send={send}
      done={() => {
        close();
        done();
      }}
      stale={done}
      close={close}
    />
  );
}

interface SharesProps {
  form: FormStore;
  master: Master;
}

interface Answer {
  counted?: CountedMatch;
  /** Why nothing can be shared. */
  why?: string;
}

async function countedOf(body: Values): Promise<Answer> {
  try {
    return { counted: await post<CountedMatch>(`${BASE}/countOrderMatch`, body, { quiet: true }) };
  } catch (error) {
    // What is missing yet is told at its field when it is sent.
    return error instanceof CallError && error.findings.length === 0 ? { why: error.message } : {};
  }
}

/** The orders with their actual figures and what each bears. */
function Shares({ form, master }: SharesProps) {
  const t = useText();
  const values = useValues(form);
  const dirty = useDirty(form);
  const body = useSettled(JSON.stringify(countedMatch(master, values)));
  const { data } = useQuery({
    queryKey: ["orderMatch.count", body],
    queryFn: () => countedOf(JSON.parse(body) as Values),
    gcTime: 0,
  });
  const counted = data?.counted;
  const own = isOwn(values);
  const filled = useRef<CountedMatch>(undefined);
  useEffect(() => {
    if (!own || !counted) return;
    // Who shares by hand begins with the shares by weight, which follow the price until one is typed.
    form.compute(sharesByWeight(master, form.all(), counted, filled.current));
    filled.current = counted;
  }, [own, counted, form, master]);
  const { total, sum, of } = shownMatch(master, values, dirty, counted);
  const isOff = sum !== undefined && !!total && Number(sum) !== Number(total);
  const places = total?.split(".")[1]?.length ?? 0;
  // What stands against a match that nobody changes is told when it is made.
  const why = dirty || master.state === "OPEN" ? data?.why : undefined;
  return (
    <>
      <ShareTable orders={master.orders} of={of} />
      <p className="order-figures" role="status">
        <Figure label={t("order:match.total")} value={total ? groupText(total) : EMPTY} />
        {sum !== undefined && (
          <Figure label={t("order:match.allocated")} value={<span className={isOff ? "is-danger" : ""}>{groupText(sum, places)}</span>} />
        )}
        {why && <span className="is-danger">{why}</span>}
      </p>
    </>
  );
}

const COLUMNS = ["order", "customer", "pieces", "weight", "volume", "charged", "percent", "amount"];

function ShareTable({ orders, of }: { orders: Bearer[]; of(order: Bearer): Borne }) {
  const t = useText();
  const sells = orders.some(({ sellCurrency }) => sellCurrency !== undefined);
  const words = sells ? [...COLUMNS, "sell"] : COLUMNS;
  return (
    <table className="match-shares">
      <thead>
        <tr>
          {words.map((word) => (
            <th key={word} scope="col">
              {t(`order:match.column.${word}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => {
          const { amount, share } = of(order);
          const cells = [
            order.coopName, order.confirmPieces, order.confirmWeight, order.confirmVolume, order.confirmChargeWeight,
            share && `${share}%`, amount && groupText(amount),
            ...(sells ? [sellText(order, t)] : []),
          ];
          return (
            <tr key={order.orderId}>
              <th scope="row">{order.orderCode}</th>
              {cells.map((cell, place) => (
                <td key={words[place + 1]}>{cell || EMPTY}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What the customer pays, with how the price is meant. */
function sellText({ sellPriceType, sellCurrency, sellUnitprice, sellAmount }: Bearer, t: (key: string) => string): string {
  const price = sellUnitprice ?? sellAmount;
  if (!price) return "";
  return [sellPriceType && t(`order:price.${sellPriceType}`), sellCurrency, groupText(price)].filter(Boolean).join(" ");
}
