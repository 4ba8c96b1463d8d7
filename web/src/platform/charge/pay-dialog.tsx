/** 制对账单 of costs of one order: all that is left of the chosen lines, one payment for each supplier and currency. */
import { Modal } from "antd";
import { useState } from "react";
import { ToldView } from "@/platform/actions/told-view";
import { businessDay } from "@/platform/business-time";
import { post } from "@/platform/call/client";
import type { Field, Told } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { isNothing } from "@/platform/nothing";
import { requestIds } from "@/platform/charge/request-ids";

const WIDTH = 640;

interface PayDialogProps {
  /** As they are stored. */
  rows: Values[];
  /** Payments were made. */
  made(): void;
  close(): void;
}

export function PayDialog({ rows, made, close }: PayDialogProps) {
  const t = useText();
  const [ids] = useState(requestIds);
  const [told, setTold] = useState<Told | null>(null);
  if (told) {
    return (
      <Modal open width={WIDTH} title={t("css:pay.made")} footer={null} onCancel={close}>
        <ToldView told={told} />
      </Modal>
    );
  }
  return (
    <MoveDialog<{ told: Told }>
      title={t("css:pay.title")}
      ok={t("css:pay.title")}
      width={WIDTH}
      said={false}
      note={<p className="soft">{t("css:pay.note")}</p>}
      fields={[linesField(rows), { name: "paymentDate", label: labelPair("css:pay.date"), kind: "day", required: true }]}
      initial={{ ids: rows.map(({ id }) => String(id)), paymentDate: businessDay(new Date()) }}
      send={(body) => post("/css/payment/batchSave", { ...body, requestId: ids.of(body) }, { quiet: true })}
      done={(answer) => {
        ids.done();
        setTold(answer.told);
        made();
      }}
      stays
      close={close}
    />
  );
}

function linesField(rows: Values[]): Field {
  const said = (row: Values): string => {
    const amount = `${String(row["currency"] ?? "")} ${groupText(String(row["amount"] ?? ""))}`;
    return [row["serviceItemName"], amount, row["coopName"]].filter((part) => !isNothing(part)).join(" · ");
  };
  const options = rows.map((row) => ({ value: String(row["id"]), label: { zh: said(row), en: said(row) } }));
  return { name: "ids", label: labelPair("css:pay.lines"), kind: "multi", required: true, options };
}
