/** 制账单 of income of one order: chosen lines, one debit note for each customer. */
import { Modal } from "antd";
import { useState } from "react";
import { ToldView } from "@/platform/actions/told-view";
import { post } from "@/platform/call/client";
import type { Field, Told } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { isNothing } from "@/platform/nothing";
import { billFields } from "@/platform/charge/bill-fields";
import { requestIds } from "@/platform/charge/request-ids";

const WIDTH = 640;

interface BillDialogProps {
  /** As they are stored. */
  rows: Values[];
  /** Notes were made. */
  made(): void;
  close(): void;
}

export function BillDialog({ rows, made, close }: BillDialogProps) {
  const t = useText();
  const [ids] = useState(requestIds);
  const [told, setTold] = useState<Told | null>(null);
  if (told) {
    return (
      <Modal open width={WIDTH} title={t("css:bill.made")} footer={null} onCancel={close}>
        <ToldView told={told} />
      </Modal>
    );
  }
  return (
    <MoveDialog<{ told: Told }>
      title={t("css:bill.title")}
      ok={t("css:bill.ok")}
      width={WIDTH}
      said={false}
      note={<p className="soft">{t("css:bill.note")}</p>}
      fields={[linesField(rows), ...billFields((word) => labelPair(`css:bill.${word}`))]}
      initial={{ chargeIds: rows.map(({ id }) => String(id)), dateBy: "TODAY", splitCurrency: false, splitTax: false }}
      send={(body) => post("/css/debitNote/batchSave", { ...body, requestId: ids.of(body) }, { quiet: true })}
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
  return { name: "chargeIds", label: labelPair("css:bill.lines"), kind: "multi", required: true, options };
}
