/** 拆单: the figures of the parts, and what goes to which; what is not typed follows what is. */
import { useEffect, useMemo, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { CallError, post } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { FormSection } from "@/platform/forms/form-body";
import { type FormStore, type Values, useValue, useValues } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { rowsOf } from "@/platform/forms/rows";
import { labelPair, translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import type { MovedOrder } from "../order-moves";
import { scopeOf } from "../scopes";
import { SplitBoard } from "./split-board";
import { type Filled, GIVEN, type Split, firstValues, followed, partFields, planFields, resized, splitBody, splitFields, splitPath } from "./split-data";

interface SplitProps {
  order: MovedOrder;
  done(): void;
  close(): void;
}

const WIDTH = 980;
const NOTHING: Filled = { parts: [], containerList: [] };
const ONE_NEW = { parts: [{}, {}] };

const look = ({ prefix, orderUuid }: MovedOrder, body: Values): Promise<Split> =>
  post<Split>(splitPath(prefix, orderUuid, "splitCheck"), body, { quiet: true });

/** Read anew each time: others weigh and charge meanwhile. */
export function SplitDialog(props: SplitProps) {
  const { order, close } = props;
  const title = `${translate("order:move.split")} ${order.orderCode}`;
  const { data, error, refetch } = useQuery({
    queryKey: ["orderSplit", order.orderUuid],
    queryFn: () => look(order, ONE_NEW),
    gcTime: 0,
  });
  if (data) return <Opened {...props} title={title} first={data} />;
  return (
    <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={5} />}
    </Modal>
  );
}

function Opened({ order, done, close, title, first }: SplitProps & { title: string; first: Split }) {
  const t = useText();
  // What is typed belongs to the version it is typed over.
  const [split] = useState(first);
  const [fields] = useState(() => splitFields(split));
  const [filled, setFilled] = useState(NOTHING);
  return (
    <MoveDialog
      title={title}
      note={<p className="dialog-note soft">{t("order:split.note")}</p>}
      fields={fields}
      below={(form) => <Parts form={form} order={order} first={split} filled={filled} fill={setFilled} />}
      initial={firstValues(split)}
      columns={2}
      width={WIDTH}
      ok={t("order:move.split")}
      sent={(values) => splitBody(values, filled)}
      send={(asked) => post<{ codes: string[] }>(splitPath(order.prefix, order.orderUuid, "split"), sentOf(split, asked), { quiet: true })}
      said={false}
      done={({ codes }) => {
        close();
        toast.done(translate("order:split.done", { codes: codes.join(" ") }));
        done();
      }}
      stale={done}
      close={close}
    />
  );
}

/** How many there are is told by the parts themselves. */
const sentOf = ({ rowUuid }: Split, asked: Values): Values => {
  return { rowUuid, ...Object.fromEntries(Object.entries(asked).filter(([name]) => name !== "count")) };
};

interface PartsProps {
  form: FormStore;
  order: MovedOrder;
  first: Split;
  filled: Filled;
  fill(filled: Filled): void;
}

function Parts({ form, order, first, filled, fill }: PartsProps) {
  const t = useText();
  const values = useValues(form);
  const count = Number(useValue(form, "count") ?? 1);
  const sameMaster = values["master"] === "SAME";
  useEffect(() => form.compute(resized(form.all(), first, count)), [form, first, count]);
  const told = useTold(order, JSON.stringify(splitBody(values, filled)));
  const before = useRef(filled);
  before.current = filled;
  useEffect(() => {
    // An answer about more or fewer parts is late.
    if (!told || told.parts.length !== rowsOf(form.get("parts")).length) return;
    const next = followed(form.all(), told, before.current);
    form.compute(next.values);
    fill(next.filled);
    form.setFindings(told.findings);
  }, [told, form, fill]);
  const declared = useMemo(() => partFields(order.prefix, first, sameMaster), [order.prefix, first, sameMaster]);
  const columns = usePlacedFields(declared, scopeOf(order.prefix));
  const [plan] = useState(planFields);
  const parts = rowsOf(values["parts"]);
  const names = parts.map(({ name }) => String(name));
  return (
    <>
      <FormSection section={{ key: "parts", label: labelPair("order:split.figures") }}>
        <RowGrid form={form} section={{ fields: columns }} path="parts" readOnly={false} most={parts.length} keeps={stays} />
      </FormSection>
      {first.containerList.length > 0 && (
        <FormSection section={{ key: "containerList", label: labelPair("order:split.planned") }}>
          <RowGrid
            form={form} section={{ fields: plan }} path="containerList" readOnly={false}
            most={rowsOf(values["containerList"]).length} keeps={stays}
          />
        </FormSection>
      )}
      {GIVEN.map((member) => (
        <SplitBoard key={member} form={form} member={member} parts={names} />
      ))}
      {GIVEN.some((member) => rowsOf(values[member]).length > 0) && <p className="soft split-note">{t("order:split.drag")}</p>}
    </>
  );
}

/** A part is there as long as it is counted. */
const stays = (): string => "";

/** What the server makes of a body, once the typing has paused; the last answer as long as there is no newer. */
function useTold(order: MovedOrder, body: string): Split | undefined {
  const settled = useSettled(body);
  const { data } = useQuery({
    queryKey: ["orderSplit.look", order.orderUuid, settled],
    queryFn: async () => {
      try {
        return await look(order, JSON.parse(settled) as Values);
      } catch (error) {
        // What stands against the split is told when it is made.
        if (error instanceof CallError) return null;
        throw error;
      }
    },
    gcTime: 0,
  });
  return data ?? undefined;
}
