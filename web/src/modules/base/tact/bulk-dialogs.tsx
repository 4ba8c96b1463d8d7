/** 批量调价 and 复制到: many rates at once, previewed before they are made. */
import { Modal, Table, type TableColumnsType } from "antd";
import { useMemo, useState } from "react";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Kind } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { type Translate, useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { type Bulk, type Preview, type Repriced, type RepricedRate, closeBulk, showPreview, useBulk } from "./bulk-store";

interface Answer {
  rates: RepricedRate[];
  made: number;
}

const ADJUST = "/afbase/tact/adjust";
const COPY = "/afbase/tact/copyTo";
const CLASSES = ["M", "N", "Q", "C", "U"];
const MODES = ["PERCENT", "AMOUNT"];
const STEPS = ["0.01", "0.05", "0.1"];

/** The dialog that is open; its page mounts it then. */
export function BulkDialogs() {
  const { bulk, preview } = useBulk();
  if (preview) return <PreviewDialog preview={preview} />;
  if (bulk?.kind === "adjust") return <AdjustDialog bulk={bulk} />;
  return bulk && <CopyDialog bulk={bulk} />;
}

function fieldOf(t: Translate, name: string, kind: Kind, rest: Partial<Field> = {}): Field {
  const text = t(`base:bulk.field.${name}`);
  return { name, kind, label: { zh: text, en: text }, ...rest };
}

function optionsOf(values: string[], name: (value: string) => string) {
  return values.map((value) => ({ value, label: { zh: name(value), en: name(value) } }));
}

function adjustFields(t: Translate): Field[] {
  return [
    fieldOf(t, "mode", "select", { required: true, options: optionsOf(MODES, (mode) => t(`base:bulk.mode.${mode}`)) }),
    fieldOf(t, "by", "decimal", { required: true, digits: 2 }),
    fieldOf(t, "classes", "multi", { required: true, options: optionsOf(CLASSES, (one) => t(`base:bulk.class.${one}`)) }),
    fieldOf(t, "rounding", "select", { required: true, options: optionsOf(STEPS, (step) => step) }),
    fieldOf(t, "validFrom", "day", { required: true }),
  ];
}

function AdjustDialog({ bulk }: { bulk: Bulk }) {
  const t = useText();
  const fields = useMemo(() => adjustFields(t), [t]);
  return (
    <FieldsDialog
      title={t("base:bulk.adjust")}
      fields={fields}
      initial={{ mode: "PERCENT", classes: ["M", "N", "Q"], rounding: "0.01" }}
      send={async (typed) => {
        const body = { ids: bulk.ids, ...typed };
        const { rates } = await post<Answer>(ADJUST, { ...body, preview: true }, { quiet: true });
        return { bulk, body, rates };
      }}
      saved={(preview) => showPreview(preview as Preview)}
      close={() => useBulk.setState({ bulk: null })}
    />
  );
}

interface PriceRow extends Repriced {
  key: string;
  rate: string;
}

function PreviewDialog({ preview }: { preview: Preview }) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const rows: PriceRow[] = preview.rates.flatMap(({ rate, prices }) =>
    prices.map((price) => ({ ...price, rate, key: `${rate} ${price.name}` })),
  );
  const figure = (name: "old" | "new"): TableColumnsType<PriceRow>[number] => ({
    key: name,
    dataIndex: name,
    align: "right",
    className: "is-figure",
    title: t(`base:bulk.${name}`),
  });
  const make = async () => {
    setSending(true);
    const result = await submit(() => post<Answer>(ADJUST, preview.body, { quiet: true }), { done: false });
    setSending(false);
    if (result.kind === "findings") toast.failed(result.findings.map((each) => each.message).join("；"));
    if (result.kind !== "saved") return;
    toast.done(t("base:bulk.made", { n: (result.data as Answer).made }));
    closeBulk();
    preview.bulk.done();
  };
  return (
    <Modal
      open
      title={t("base:bulk.preview")}
      width={640}
      onCancel={closeBulk}
      onOk={() => void make()}
      okButtonProps={{ loading: busy(sending) }}
      okText={t("base:bulk.confirm")}
      cancelText={t("platform:action.cancel")}
    >
      <p className="soft">{t("base:bulk.previewHint")}</p>
      <Table<PriceRow>
        className="tab-table"
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ y: TABLE_HEIGHT.large }}
        dataSource={rows}
        columns={[
          { key: "rate", dataIndex: "rate", title: t("base:bulk.rate") },
          { key: "name", dataIndex: "name", title: t("base:bulk.price") },
          figure("old"),
          figure("new"),
        ]}
      />
    </Modal>
  );
}

function CopyDialog({ bulk }: { bulk: Bulk }) {
  const t = useText();
  const fields = useMemo(
    () => [
      fieldOf(t, "arrivals", "multi", { reference: "airport" }),
      fieldOf(t, "carriers", "multi", { reference: "carrier" }),
    ],
    [t],
  );
  return (
    <FieldsDialog
      title={t("base:bulk.copy")}
      fields={fields}
      initial={{}}
      send={(body) => post<Answer>(COPY, { ids: bulk.ids, arrivals: body["arrivals"] ?? [], carriers: body["carriers"] ?? [] }, { quiet: true })}
      saved={(answer) => {
        toast.done(t("base:bulk.made", { n: (answer as Answer).made }));
        bulk.done();
      }}
      close={closeBulk}
    />
  );
}
