/** /css_payment_make 制作对账单: costs of a supplier are picked, matched with what he wants, and made into payments. */
import { Button } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { FieldGrid } from "@/modules/payable/field-grid";
import { SEVERAL, headFields, partnerFields } from "@/modules/payable/fields";
import { moneyText, sumOf, thousandths } from "@/modules/payable/sums";
import { ToldView } from "@/platform/actions/told-view";
import { businessDay } from "@/platform/business-time";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { requestIds } from "@/platform/charge/request-ids";
import type { Field, Finding, Told } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { labelPair, useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import {
  CONFIRMED, type Made, PARTS, type Part, type Pool, added, askedOf, givenOf, isOne, makeEach, makeOne, match, matched, partFields, partsOf, placed, poolFields, readPool,
  sentParts, takenOf,
} from "./make-model";
import "../payable.css";

const REMARK = "paymentRemark";
type Running = "pool" | "add" | "match" | "one" | "each";

function PaymentMakePage() {
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const [asked] = useState(() => new FormStore({ businessScope: SEVERAL, ...givenOf(window.location.search) }));
  const [form] = useState(() => new FormStore({ paymentDate: businessDay(new Date()), [PARTS]: [] }));
  const [pool, setPool] = useState<Pool | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [ids] = useState(requestIds);
  const section = useMemo(() => ({ fields: partFields() }), []);
  const parts = rowsOf(useValue(form, PARTS)) as Part[];

  const refuse = (store: FormStore, findings: Finding[]) => {
    store.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  /** One call at a time; what is wrong is told where it is. */
  const run = async <T,>(what: Running, store: FormStore, send: (confirmed: string[]) => Promise<T>, places: number[] = []): Promise<T | null> => {
    setRunning(what);
    const result = await submit(send, { done: false });
    setRunning(null);
    if (result.kind === "findings") refuse(store, placed(result.findings, places));
    return result.kind === "saved" ? result.data : null;
  };
  const typed = (store: FormStore, fields: Field[]): boolean => {
    const wrong = clientFindings(fields, store.all());
    if (wrong.length > 0) refuse(store, wrong);
    return wrong.length === 0;
  };
  const find = async (what: "pool" | "add") => {
    if (!typed(asked, [...partnerFields(), ...poolFields()])) return;
    const values = asked.all();
    const found = await run(what, asked, () => readPool(askedOf(values)));
    if (!found) return;
    const own = partsOf(found, values);
    form.set(PARTS, what === "add" ? added(rowsOf(form.get(PARTS)) as Part[], own) : own);
    setPool(found);
    setTold(null);
  };
  const take = async () => {
    if (!typed(asked, [...partnerFields(), ...poolFields()]) || !typed(form, [amountField()])) return;
    const values = asked.all();
    const answer = await run("match", form, () => match({ ...askedOf(values), amount: String(form.get("amount") ?? "") }));
    if (answer) form.set(PARTS, matched(rowsOf(form.get(PARTS)) as Part[], values, answer.amounts));
  };
  const make = async (what: "one" | "each") => {
    if (!typed(form, headFields(REMARK))) return;
    const taken = takenOf(rowsOf(form.get(PARTS)) as Part[]);
    const [first] = taken.parts;
    if (!first) return toast.failed(t("payable:make.none"));
    const { paymentDate, exchangeRate = null, supplierBillNo = null, [REMARK]: remark = null } = form.all();
    const rows = sentParts(taken.parts);
    const head = { coopId: first.coopId, currency: first.currency, paymentDate, exchangeRate, supplierBillNo, [REMARK]: remark };
    const body: Values = what === "one" ? { ...head, parts: rows } : { paymentDate, parts: rows };
    const named = (confirmed: string[]) => {
      const whole = confirmed.length > 0 ? { ...body, confirmed } : body;
      return { ...whole, requestId: ids.of(whole) };
    };
    const send = async (confirmed: string[]): Promise<{ payments: Made[]; told?: Told }> =>
      what === "one" ? { payments: [await makeOne(named(confirmed))] } : makeEach(named(confirmed));
    const answer = await run(what, form, send, taken.places);
    if (!answer) return;
    ids.done();
    toast.done(t("payable:make.made", { numbers: answer.payments.map(({ paymentNum }) => paymentNum).join(" ") }));
    setTold(answer.told ?? null);
    form.patch({ [PARTS]: [], amount: null, exchangeRate: null, supplierBillNo: null, [REMARK]: null });
    setPool(null);
  };
  const start = (work: () => Promise<unknown>) => () => void (running === null && work());
  const opened = useRef(false);
  // Costs that were confirmed are shown at once, and looked for no more when somebody asks for others.
  useEffect(() => {
    if (opened.current || !asked.get(CONFIRMED)) return;
    opened.current = true;
    void find("pool").then(() => asked.set(CONFIRMED, null));
  });

  return (
    <main className="payable-page" ref={box}>
      <h1>{t("payable:make.title")}</h1>
      <section className="payable-card" aria-label={t("payable:make.pool")}>
        <FieldGrid form={asked} fields={[...partnerFields(), ...poolFields()]} />
        <div className="payable-line">
          <Button type="primary" loading={busy(running === "pool")} onClick={start(() => find("pool"))}>
            {t("payable:make.find")}
          </Button>
          <Button loading={busy(running === "add")} disabled={parts.length === 0} onClick={start(() => find("add"))}>
            {t("payable:make.add")}
          </Button>
          {pool?.onlyDone && <span className="soft">{t("payable:make.onlyDone")}</span>}
        </div>
        {pool && <PoolNotes pool={pool} />}
      </section>
      <section className="payable-card" aria-label={t("payable:make.payment")}>
        <FieldGrid form={form} fields={headFields(REMARK)} />
        <LazySheet
          form={form}
          section={section}
          path={PARTS}
          readOnly={running !== null || parts.length === 0}
          most={parts.length}
          hint={t("payable:make.hint")}
        />
        <Foot form={form} parts={parts} matching={running === "match"} match={start(take)} />
        <MakeButtons parts={parts} running={running} make={(what) => start(() => make(what))()} />
      </section>
      {told && <ToldView told={told} />}
    </main>
  );
}

/** What was pasted and is none, and whether there is more. */
function PoolNotes({ pool }: { pool: Pool }) {
  const t = useText();
  return (
    <>
      {pool.missing.length > 0 && (
        <p className="finding" role="alert">
          {t("payable:make.missing", { numbers: pool.missing.join(" ") })}
        </p>
      )}
      {pool.more && <p className="soft">{t("payable:make.more", { n: pool.lines.length })}</p>}
    </>
  );
}

const amountField = (): Field => ({ name: "amount", label: labelPair("payable:make.amount"), kind: "decimal", digits: 3, required: true });

interface FootProps {
  form: FormStore;
  parts: Part[];
  matching: boolean;
  match(): void;
}

/** What is taken, and what the supplier wants beyond it. */
function Foot({ form, parts, matching, match }: FootProps) {
  const t = useText();
  const mayMatch = useCan("css-cp-match");
  const amount = useValue(form, "amount");
  const sum = sumOf(parts.map(({ now }) => now));
  const wanted = thousandths(amount);
  const difference = wanted - sum;
  const { parts: taken } = takenOf(parts);
  return (
    <div className="payable-line payable-foot">
      <span role="status">{t("payable:make.sum", { n: taken.length, all: parts.length, sum: moneyText(sum) })}</span>
      <FormField form={form} field={{ ...amountField(), required: false }} />
      {mayMatch && (
        <Button loading={busy(matching)} disabled={parts.length === 0 || wanted === 0n} onClick={match}>
          {t("payable:make.match")}
        </Button>
      )}
      {wanted !== 0n && <span className={difference === 0n ? "soft" : "finding"}>{t("payable:make.difference", { difference: moneyText(difference) })}</span>}
    </div>
  );
}

interface MakeButtonsProps {
  parts: Part[];
  running: Running | null;
  make(what: "one" | "each"): void;
}

/** A payment is of one supplier in one currency; of several one is made for each. */
function MakeButtons({ parts, running, make }: MakeButtonsProps) {
  const t = useText();
  const [mayMake, maySplit] = [useCan("css-cp-add"), useCan("css-cp-split")];
  const { parts: taken } = takenOf(parts);
  const none = taken.length === 0;
  return (
    <div className="payable-line">
      {mayMake && (
        <Button type="primary" loading={busy(running === "one")} disabled={none || !isOne(taken)} onClick={() => make("one")}>
          {t("payable:make.one")}
        </Button>
      )}
      {maySplit && (
        <Button loading={busy(running === "each")} disabled={none} onClick={() => make("each")}>
          {t("payable:make.each")}
        </Button>
      )}
      {!isOne(taken) && <span className="soft">{t("payable:make.several")}</span>}
    </div>
  );
}

export default definePage({ page: PaymentMakePage });
