/** /incidentals?orderUuid|awbNumber 杂费录入: terminal fees, overtime and the like, entered without the page of the charges. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Input } from "antd";
import { useEffect, useId, useState } from "react";
import { CallError, get } from "@/platform/call/client";
import { tidyWaybill } from "@/platform/fields/text-editors";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";
import { BatchDialog } from "./incidental-batch";
import { BASE, type Incidentals, withAnswer } from "./incidental-model";
import { OrderIncidentals } from "./incidental-order";
import "./incidentals.css";

const PATH = "/incidentals";
const MASTER = /^\d{3}-\d{8}$/;
const BAD_REQUEST = 400;

interface Asked {
  orderUuid: string;
  awbNumber: string;
}

function IncidentalsPage() {
  const t = useText();
  const { orderUuid = "", awbNumber = "" } = useSearch({ strict: false }) as Partial<Asked>;
  const asked = orderUuid || awbNumber;
  return (
    <main className="incidentals-page">
      <h1>{t("css:incidental.title")}</h1>
      <AskLine key={`ask ${awbNumber}`} number={awbNumber} />
      {asked ? <Told key={`told ${asked}`} orderUuid={orderUuid} awbNumber={orderUuid ? "" : awbNumber} /> : <p className="soft">{t("css:incidental.hint")}</p>}
    </main>
  );
}

/** The master number of an order, and go. */
function AskLine({ number }: { number: string }) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState(number);
  const [wrong, setWrong] = useState(false);
  const ask = () => {
    const tidy = tidyWaybill(text);
    setText(tidy);
    setWrong(!MASTER.test(tidy));
    if (MASTER.test(tidy)) goTo(`${PATH}?awbNumber=${encodeQuery(tidy)}`);
  };
  return (
    <form
      className="incidentals-ask"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label htmlFor={id}>{t("css:incidental.ask")}</label>
      <Input
        id={id}
        className="mono"
        value={text}
        maxLength={20}
        aria-invalid={wrong}
        {...(wrong ? { status: "error" as const, "aria-describedby": `${id}-wrong` } : {})}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <Button type={number ? "default" : "primary"} htmlType="submit">
        {t("css:incidental.go")}
      </Button>
      {wrong && (
        <p id={`${id}-wrong`} className="finding" role="alert">
          {t("css:incidental.badNumber")}
        </p>
      )}
    </form>
  );
}

/** What an order, or the orders of a master, have. */
function Told({ orderUuid, awbNumber }: Asked) {
  const t = useText();
  const queries = useQueryClient();
  const [batch, setBatch] = useState(false);
  const key = ["incidentals", orderUuid, awbNumber];
  const params = orderUuid ? { orderUuid } : { awbNumber };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    gcTime: 0,
    queryFn: () => get<Incidentals>(`${BASE}/list`, params, { quiet: true }),
  });
  const [first] = data?.orders ?? [];
  useTabName(awbNumber || first?.order.orderCode);
  useEffect(() => setBatch(false), [awbNumber]);
  const taken = (answer: Incidentals) => queries.setQueryData<Incidentals>(key, (before) => (before ? withAnswer(before, answer) : answer));
  if (isPending) return <PageLoading />;
  if (!data) {
    const bad = awbNumber !== "" && error instanceof CallError && error.status === BAD_REQUEST;
    return <LoadFailed message={bad ? t("css:incidental.badNumber") : error.message} retry={() => void refetch()} />;
  }
  const { orders, mayEnter } = data;
  if (orders.length === 0) return <p className="soft">{t("css:incidental.noOrders")}</p>;
  return (
    <>
      {awbNumber && mayEnter && orders.length > 1 && (
        <div>
          <Button onClick={() => setBatch(true)}>{t("css:incidental.batch")}</Button>
        </div>
      )}
      {orders.map((one) => (
        <OrderIncidentals key={one.order.orderUuid} one={one} told={data} alone={orders.length === 1} taken={taken} again={() => void refetch()} />
      ))}
      {batch && (
        <BatchDialog
          number={awbNumber}
          told={data}
          done={(answer) => {
            setBatch(false);
            taken(answer);
          }}
          close={() => setBatch(false)}
        />
      )}
    </>
  );
}

export default definePage({ page: IncidentalsPage });
