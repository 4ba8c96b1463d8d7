/** 签单 with what it comes to while it is typed, and the decision about one that waits. */
import { type ReactNode, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { get, post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { useSettled } from "@/platform/fields/use-settled";
import { type FormStore, type Values, useValues } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog, askedBody } from "@/platform/move-dialog";
import { Figure, Notice } from "@/platform/order/order-parts";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { BASE, type Counted, type Decided, type Sign, firstValues, rateText, signFields } from "./sign-data";
import "./match.css";

interface DialogProps {
  order: { orderId: string; orderCode: string };
  /** The list may show something else now. */
  done(): void;
  close(): void;
}

const WIDTH = 720;

interface OpenedProps extends Pick<DialogProps, "order" | "close"> {
  title: string;
  children(sign: Sign): ReactNode;
}

/** The sign of an order, read anew each time: others sign and weigh meanwhile. */
function Opened({ order: { orderId }, title, close, children }: OpenedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["routingSign", orderId],
    queryFn: () => get<Sign>(`${BASE}/view/${orderId}`, undefined, { quiet: true }),
    gcTime: 0,
  });
  if (data) return <First sign={data}>{children}</First>;
  return (
    <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={5} />}
    </Modal>
  );
}

/** As it was read first: what is typed belongs to the version it is typed over. */
function First({ sign, children }: Pick<OpenedProps, "children"> & { sign: Sign }) {
  const [first] = useState(sign);
  return <>{children(first)}</>;
}

export function SignDialog(props: DialogProps) {
  const t = useText();
  const title = t("order:sign.title", { code: props.order.orderCode });
  return (
    <Opened order={props.order} title={title} close={props.close}>
      {(sign) => <SignForm {...props} title={title} sign={sign} />}
    </Opened>
  );
}

interface FormProps extends DialogProps {
  title: string;
  sign: Sign;
}

function SignForm({ order, title, sign, done, close }: FormProps) {
  const t = useText();
  const [fields] = useState(signFields);
  return (
    <MoveDialog
      title={title}
      note={<SignNote sign={sign} />}
      fields={fields}
      below={(form) => <Amounts form={form} orderId={order.orderId} fields={fields} />}
      initial={firstValues(sign)}
      columns={2}
      width={WIDTH}
      ok={t("order:sign.ok")}
      said={false}
      send={(body) => post<Pick<Sign, "signState">>(`${BASE}/modify`, { orderId: order.orderId, rowUuid: sign.rowUuid, ...body }, { quiet: true })}
      done={({ signState }) => {
        if (signState === "PENDING") toast.warn(t("order:sign.waits"));
        else toast.done();
        close();
        done();
      }}
      stale={done}
      close={close}
    />
  );
}

function SignNote({ sign }: { sign: Sign }) {
  const t = useText();
  const text = (name: string) => String(sign[name] ?? "");
  return (
    <>
      {sign.refused && <Notice text={sign.refused} />}
      <p className="order-figures">
        <Figure label={t("order:sign.master")} value={text("awbNumber")} />
        <Figure label={t("order:sign.chargeWeight")} value={text("chargeWeight")} />
        {text("signer") && <Figure label={t("order:sign.signer")} value={`${text("signer")} ${text("signTime")}`} />}
      </p>
    </>
  );
}

interface AmountsProps {
  form: FormStore;
  orderId: string;
  fields: Field[];
}

/** What is typed comes to, as the server counts it; nothing while something is missing. */
function Amounts({ form, orderId, fields }: AmountsProps) {
  const t = useText();
  const body = useSettled(JSON.stringify(askedBody(fields, [], useValues(form))));
  const { data } = useQuery({
    queryKey: ["routingSign.count", orderId, body],
    queryFn: () => counted({ orderId, ...(JSON.parse(body) as Values) }),
    gcTime: 0,
  });
  const money = (amount: string | undefined) => (amount === undefined ? EMPTY : groupText(amount));
  const isLoss = data?.profit.startsWith("-") ?? false;
  return (
    <p className="order-figures" role="status">
      <Figure label={t("order:sign.msrFunctionalAmount")} value={money(data?.msrFunctionalAmount)} />
      <Figure label={t("order:sign.cuFunctionalAmount")} value={money(data?.cuFunctionalAmount)} />
      <Figure label={t("order:sign.profit")} value={<span className={isLoss ? "is-danger" : ""}>{money(data?.profit)}</span>} />
    </p>
  );
}

/** What is wrong is told when it is signed. */
async function counted(body: Values): Promise<Counted | null> {
  try {
    return await post<Counted | null>(`${BASE}/count`, body, { quiet: true });
  } catch {
    return null;
  }
}

const decisionFields = (): Field[] => [
  {
    name: "agree",
    label: labelPair("order:sign.decision"),
    kind: "select",
    required: true,
    options: [
      { value: "yes", label: labelPair("order:sign.agree") },
      { value: "no", label: labelPair("order:sign.refuse") },
    ],
  },
  { name: "comment", label: labelPair("order:sign.comment"), kind: "longText", maxLength: 200, requiredWhen: { is: ["agree", "no"] } },
];

export function DecisionDialog(props: DialogProps) {
  const t = useText();
  const title = t("order:sign.decideTitle", { code: props.order.orderCode });
  return (
    <Opened order={props.order} title={title} close={props.close}>
      {(sign) => <DecisionForm {...props} title={title} sign={sign} />}
    </Opened>
  );
}

function DecisionForm({ order, title, sign, done, close }: FormProps) {
  const t = useText();
  const [fields] = useState(decisionFields);
  return (
    <MoveDialog
      title={title}
      note={<DecisionNote sign={sign} />}
      fields={fields}
      initial={{ agree: "yes" }}
      width={WIDTH}
      ok={t("platform:action.ok")}
      said={false}
      send={({ agree, comment, ...rest }) =>
        post<Decided>(`${BASE}/approve`, { orderId: order.orderId, agree: agree === "yes", comment: comment ?? "", ...rest }, { quiet: true })
      }
      done={({ effectError }) => {
        // The decision stands, though what it was about can't be done any more.
        if (effectError) toast.warn(t("order:sign.noEffect", { reason: effectError }));
        else toast.done();
        close();
        done();
      }}
      close={close}
    />
  );
}

/** What is decided about: both rates with currency and weight, what they come to, and who answers for it. */
function DecisionNote({ sign }: { sign: Sign }) {
  const t = useText();
  const own = String(sign["functionalCurrency"] ?? "");
  const amount = (name: string) => (sign[name] ? `${groupText(String(sign[name]))} ${own}` : EMPTY);
  const isLoss = String(sign["profit"] ?? "").startsWith("-");
  return (
    <p className="order-figures">
      <Figure label={t("order:sign.msrPrice")} value={rateText(sign, "msr", "incomeWeight")} />
      <Figure label={t("order:sign.msrFunctionalAmount")} value={amount("msrFunctionalAmount")} />
      <Figure label={t("order:sign.costPrice")} value={rateText(sign, "cost", "costWeight")} />
      <Figure label={t("order:sign.cuFunctionalAmount")} value={amount("cuFunctionalAmount")} />
      <Figure label={t("order:sign.profit")} value={<span className={isLoss ? "is-danger" : ""}>{amount("profit")}</span>} />
      <Figure label={t("order:sign.person")} value={String(sign["routingPersonName"] ?? "")} />
    </p>
  );
}
