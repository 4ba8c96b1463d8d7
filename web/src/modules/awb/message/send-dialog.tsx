/** 发送电子报文: what is sent, what keeps it from being sent, and what became of it. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import type { Overview } from "@/modules/awb/form/waybill-model";
import { SendChoice } from "@/modules/awb/message/send-choice";
import { CheckList } from "@/modules/awb/message/send-check";
import {
  type SendBody,
  type SendCheck,
  type SendRow,
  type SendScope,
  type SendTarget,
  type Sent,
  firstHouses,
  firstScope,
  sendBody,
} from "@/modules/awb/message/send-model";
import { SentList } from "@/modules/awb/message/sent-list";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./message.css";
import "./send.css";

interface SendDialogProps {
  target: SendTarget;
  close(): void;
  /** Messages were made; others show their states. */
  sent(): void;
  /** Goes to a box of a form. */
  reach(row: SendRow, field: string): void;
}

export function SendDialog(props: SendDialogProps) {
  const t = useText();
  const { target, close } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["awb-send", target.orderUuid],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => get<Overview>(`/afbase/awbPrint/viewByOrderUuid/${target.orderUuid}`, undefined, { quiet: true, signal }),
  });
  return (
    <Modal
      open
      width={640}
      title={t("awb:send.title", { number: target.number })}
      mask={{ closable: false }}
      footer={null}
      onCancel={close}
    >
      {data ? (
        <Chosen {...props} overview={data} />
      ) : error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : (
        <PageLoading rows={5} />
      )}
    </Modal>
  );
}

function Chosen(props: SendDialogProps & { overview: Overview }) {
  const t = useText();
  const first = firstScope(props.overview, props.target);
  return first ? <Sending {...props} first={first} /> : <p>{t("awb:send.nothing")}</p>;
}

/** The check of what is chosen; a later choice gives the earlier one up. */
function useSendCheck(body: SendBody | null) {
  return useQuery({
    queryKey: ["awb-send-check", body],
    enabled: body !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => post<SendCheck>("/afbase/awbPrint/sendCheck", body, { quiet: true, signal }),
  });
}

/** Sends what is chosen; what the server refuses stands until something else is chosen. */
function useSendNow(body: SendBody | null, { sent, stale }: { sent(): void; stale(): void }) {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Finding[]>([]);
  const [result, setResult] = useState<Sent | null>(null);
  const run = async () => {
    if (!body) return;
    setSending(true);
    setRefused([]);
    try {
      const answer = await submit(
        (confirmed) => post<Sent>("/afbase/awbPrint/sendData", confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true, long: true }),
        { done: false },
      );
      if (answer.kind === "findings") setRefused(answer.findings);
      if (answer.kind === "stale" && answer.reload) stale();
      if (answer.kind !== "saved") return;
      setResult(answer.data);
      sent();
    } finally {
      setSending(false);
    }
  };
  return { sending, refused, result, run, forget: () => setRefused([]) };
}

interface SendingProps extends SendDialogProps {
  overview: Overview;
  first: SendScope;
}

function Sending({ target, overview, first, close, sent, reach }: SendingProps) {
  const t = useText();
  const [scope, setScope] = useState(first);
  const [houses, setHouses] = useState(() => firstHouses(overview, target));
  const body = sendBody(overview, scope, houses);
  const check = useSendCheck(body);
  const { sending, refused, result, run, forget } = useSendNow(body, { sent, stale: () => void check.refetch() });
  const choose = (change: () => void) => {
    forget();
    change();
  };
  if (result) return <SentList result={result} awbNumber={overview.awbNumber} close={close} />;
  const ready = check.data?.ready === true && !check.isFetching;
  return (
    <div className="awb-send">
      <SendChoice
        overview={overview}
        scope={scope}
        setScope={(next) => choose(() => setScope(next))}
        houses={houses}
        setHouses={(next) => choose(() => setHouses(next))}
      />
      {refused.length > 0 && (
        <ul className="awb-send-refused" role="alert">
          {refused.map((each) => (
            <li key={`${each.field} ${each.key} ${each.message}`}>{each.message}</li>
          ))}
        </ul>
      )}
      {body === null ? (
        <p className="soft">{t("awb:send.tick")}</p>
      ) : check.error ? (
        <LoadFailed message={check.error.message} retry={() => void check.refetch()} />
      ) : check.data ? (
        <CheckList check={check.data} reach={reach} />
      ) : (
        <PageLoading rows={4} />
      )}
      <div className="drawer-buttons awb-send-foot">
        <Button onClick={close}>{t("platform:action.cancel")}</Button>
        <Button type="primary" disabled={!ready || sending} loading={busy(sending)} onClick={() => void run()}>
          {t(check.data && !check.data.channel ? "awb:send.make" : "awb:send.send")}
        </Button>
      </div>
    </div>
  );
}
