/** 批量: an amount typed once, shared over the orders of a master. */
import { KINDS, type Side } from "@/platform/charge/charge-model";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { batchFields } from "./incidental-fields";
import { type Incidentals, call } from "./incidental-model";

interface BatchProps {
  number: string;
  told: Incidentals;
  done(answer: Incidentals): void;
  close(): void;
}

const WIDTH = 560;

export function BatchDialog({ number, told, done, close }: BatchProps) {
  const t = useText();
  const { order } = told.orders[0] ?? {};
  const sides: Side[] = told.mayEnterIncome ? ["cost", "income"] : ["cost"];
  const send = ({ amount, ...body }: Values) =>
    call("doBatchSave", { kind: KINDS.cost, ...body, amount: String(amount), awbNumber: number });
  return (
    <MoveDialog
      title={t("css:incidental.batchTitle", { number })}
      note={<p className="soft">{t("css:incidental.batchNote", { n: told.orders.length })}</p>}
      fields={batchFields(order?.businessScope ?? "AE", sides)}
      initial={{ kind: KINDS.cost, currency: order?.functionalCurrency, currencyName: order?.functionalCurrency }}
      columns={2}
      width={WIDTH}
      ok={t("platform:action.save")}
      send={send}
      done={done}
      close={close}
    />
  );
}
