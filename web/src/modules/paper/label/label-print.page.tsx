/** /af_label_print 标签打印: the labels of every piece of orders and their houses. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type LabelChoices, type LabelPrint, readChoices } from "@/modules/paper/label/label-calls";
import { LabelLog } from "@/modules/paper/label/label-log";
import { LabelOptions } from "@/modules/paper/label/label-options";
import { LabelOrders } from "@/modules/paper/label/label-orders";
import { LabelSample } from "@/modules/paper/label/label-sample";
import { type LabelValues, askOf, firstValues, namedOrders } from "@/modules/paper/label/label-values";
import { OrderEntry } from "@/modules/paper/label/order-entry";
import { useLabelPrint } from "@/modules/paper/label/use-label-print";
import { usePreview } from "@/modules/paper/label/use-preview";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, useValues } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "./label.css";

const PATH = "/af_label_print";
/** Fields the server may find wrong. */
const LOCATED = ["size", "from", "to", "copies", "format", "dpi"];

function open(orderUuids: string[]): void {
  goTo(orderUuids.length > 0 ? `${PATH}?orderUuids=${encodeQuery(orderUuids.join(","))}` : PATH, { replace: true });
}

function LabelPrintPage() {
  const t = useText();
  const { orderUuids } = useSearch({ strict: false }) as { orderUuids?: string };
  const named = namedOrders(orderUuids);
  const choices = useQuery({
    queryKey: ["label.choices", named],
    enabled: named.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: () => readChoices(named),
  });
  const entry = <OrderEntry there={named} add={(found) => open([...named, ...found])} />;
  const asked = named.length > 0;
  if (asked && choices.data && !choices.error) return <LabelTool choices={choices.data} named={named} entry={entry} />;
  return (
    <main className="form-page">
      <Head />
      <div className="form-sections">
        <section className="form-section">{entry}</section>
        {!asked && <p className="empty">{t("paper:label.noOrder")}</p>}
        {asked && choices.error && (
          <LoadFailed message={choices.error.message} retry={() => void choices.refetch()} />
        )}
        {asked && !choices.error && <PageLoading rows={8} />}
      </div>
    </main>
  );
}

function Head({ children }: { children?: React.ReactNode }) {
  const t = useText();
  return (
    <header className="form-head">
      <div className="form-title">
        <h1>{t("paper:label.title")}</h1>
        <span className="top-space" />
        <div className="form-buttons">{children}</div>
      </div>
    </header>
  );
}

interface LabelToolProps {
  choices: LabelChoices;
  named: string[];
  entry: React.ReactNode;
}

function LabelTool({ choices, named, entry }: LabelToolProps) {
  const t = useText();
  const [form] = useState(() => new FormStore({ ...firstValues(), size: choices.size }));
  const values = useValues(form) as unknown as LabelValues;
  // What was taken out of the address is out of the print before the answer says so.
  const orders = choices.orders.filter(({ orderUuid }) => named.includes(orderUuid));
  const ask = askOf(choices, orders, values);
  const preview = usePreview(orders.length > 0 ? ask : null);
  const { running, print } = useLabelPrint(form, orders, ask);
  useLocated(form, preview.query.error, preview.query.dataUpdatedAt);
  usePrintKey(() => void print("open"));
  const again = ({ from, to, copies, size }: LabelPrint) => {
    form.patch({ from, to, copies, ...(choices.sizes.some(({ key }) => key === size) ? { size } : {}) });
    jumpTo("from");
  };
  const labels = Object.fromEntries(LOCATED.map((name) => [name, t(`paper:label.${name}`)]));
  const isPdf = values.format === "PDF";
  return (
    <main className="form-page" onKeyDown={(event) => isEnter(event) && preview.now()}>
      <Head>
        <Button onClick={preview.now}>{t("paper:label.previewNow")}</Button>
        <Button
          type={isPdf ? "default" : "primary"}
          loading={busy(running === "save")}
          onClick={() => void print("save")}
        >
          {t("paper:label.download")}
        </Button>
        {isPdf && (
          <Button
            type="primary"
            loading={busy(running === "open")}
            title={t("paper:label.printKey")}
            onClick={() => void print("open")}
          >
            {t("paper:label.print")}
          </Button>
        )}
      </Head>
      <div className="label-body">
        <div className="form-sections">
          <FindingsPanel form={form} labels={labels} />
          <section className="form-section label-choice">
            <LabelOrders form={form} orders={orders} leaveOut={(uuid) => open(named.filter((each) => each !== uuid))} />
            {entry}
          </section>
          <section className="form-section" aria-label={t("paper:label.options")}>
            <h2>{t("paper:label.options")}</h2>
            <LabelOptions form={form} choices={choices} />
          </section>
        </div>
        <aside className="label-aside">
          <LabelSample preview={preview} copies={values.copies} />
        </aside>
        <div className="label-after">
          <LabelLog orders={orders} again={again} />
        </div>
      </div>
    </main>
  );
}

/** Enter in a field shows what it makes of the label; in a list it chooses, on a button it presses. */
function isEnter({ key, target, nativeEvent }: KeyboardEvent): boolean {
  if (key !== "Enter" || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return false;
  return target.type !== "checkbox" && target.type !== "radio" && target.getAttribute("role") !== "combobox";
}

/** What the preview finds wrong stands at its fields, until a later one finds nothing. */
function useLocated(form: FormStore, error: Error | null, answered: number): void {
  useEffect(() => {
    form.setFindings(error instanceof CallError ? error.findings : []);
  }, [form, error, answered]);
}

/** Ctrl+P (⌘P) prints the labels, not the page. */
function usePrintKey(print: () => void): void {
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "p") return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

export default definePage({ page: LabelPrintPage });
