import { Button, Checkbox } from "antd";
import type { LabelOrder } from "@/modules/paper/label/label-calls";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { Copyable } from "@/platform/fields/field-value";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { ToneIcon } from "@/platform/tone-icon";

interface LabelOrdersProps {
  form: FormStore;
  orders: LabelOrder[];
  leaveOut(orderUuid: string): void;
}

/** The orders whose labels are printed, each with its houses to tick. */
export function LabelOrders({ form, orders, leaveOut }: LabelOrdersProps) {
  const t = useText();
  return (
    <FieldFrame form={form} path="orderUuids" label={t("paper:label.orders")} span={4} group>
      {() => (
        <ul className="label-orders">
          {orders.map((order) => (
            <li key={order.orderUuid}>
              <OrderLine order={order} leaveOut={() => leaveOut(order.orderUuid)} />
              {order.awbNumber ? <Houses form={form} order={order} /> : <NoMaster />}
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

function OrderLine({ order, leaveOut }: { order: LabelOrder; leaveOut(): void }) {
  const t = useText();
  return (
    <div className="label-order">
      {order.awbNumber && <Copyable text={order.awbNumber} />}
      <PageLink href={`/af_order_edit?o=${order.orderUuid}`} className="mono">
        {order.orderCode}
      </PageLink>
      {Boolean(order.pieces) && (
        <span className="soft">{t("paper:label.pieces", { n: formatFigure(order.pieces, 0) })}</span>
      )}
      <span className="top-space" />
      <Button
        size="small"
        type="text"
        aria-label={t("paper:label.leaveOut", { code: order.orderCode })}
        onClick={leaveOut}
      >
        {t("paper:label.remove")}
      </Button>
    </div>
  );
}

function NoMaster() {
  const t = useText();
  return (
    <p className="label-no-master">
      <ToneIcon tone="danger" size={13} /> {t("paper:label.noMaster")}
    </p>
  );
}

function Houses({ form, order: { hawbs, orderCode } }: { form: FormStore; order: LabelOrder }) {
  const t = useText();
  const unticked = useValue<string[]>(form, "unticked");
  if (hawbs.length === 0) return <p className="soft">{t("paper:label.direct")}</p>;
  const ids = hawbs.map(({ hawbId }) => hawbId);
  const left = ids.filter((id) => !unticked.includes(id));
  const leave = (without: string[]) => {
    form.set("unticked", [...unticked.filter((id) => !ids.includes(id)), ...without]);
  };
  return (
    <div className="label-houses" role="group" aria-label={t("paper:label.housesOf", { code: orderCode })}>
      <Checkbox
        checked={left.length === ids.length}
        indeterminate={left.length > 0 && left.length < ids.length}
        onChange={(event) => leave(event.target.checked ? [] : ids)}
      >
        {t("paper:label.allHouses")}
      </Checkbox>
      {hawbs.map(({ hawbId, hawbNumber, pieces }) => (
        <Checkbox
          key={hawbId}
          checked={left.includes(hawbId)}
          onChange={(event) => leave(ids.filter((id) => (id === hawbId ? !event.target.checked : !left.includes(id))))}
        >
          <span className="mono">{hawbNumber}</span>{" "}
          <span className="soft">
            {pieces ? t("paper:label.pieces", { n: formatFigure(pieces, 0) }) : t("paper:label.uncounted")}
          </span>
        </Checkbox>
      ))}
      {left.length === 0 && <span className="soft">{t("paper:label.master")}</span>}
    </div>
  );
}
