/** What rating, a template, a copy or a file would make of the charges; nothing is taken over before its user says so. */
import { Modal, Table, type TableColumnsType } from "antd";
import type { Tone } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ToneTag } from "@/platform/tone-tag";
import { useReturnedFocus } from "@/platform/use-returned-focus";
import { KINDS, type Proposal, type ResultLine, type ResultState } from "@/platform/charge/charge-model";

const TONES: Record<ResultState, Tone> = { new: "done", changed: "info", kept: "neutral", none: "warning", bad: "danger" };
const STATES = Object.keys(TONES) as ResultState[];
const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;

interface ResultDialogProps {
  title: string;
  proposal: Proposal;
  take(): void;
  close(): void;
}

export function ResultDialog({ title, proposal, take, close }: ResultDialogProps) {
  const t = useText();
  const label = useLabel();
  useReturnedFocus();
  const lines = proposal.result.map((line, at) => ({ ...line, at }));
  const count = (state: ResultState) => lines.filter((line) => line.state === state).length;
  const anything = count("new") + count("changed") > 0;
  const ofFile = lines.some(({ number }) => number !== undefined);
  const columns: TableColumnsType<ResultLine & { at: number }> = [
    ...(ofFile ? [{ title: t("css:result.row"), dataIndex: "number" }] : []),
    { title: t("css:result.state"), render: (_, { state }) => <ToneTag tone={TONES[state]}>{t(`css:result.states.${state}`)}</ToneTag> },
    { title: t("css:result.kind"), render: (_, { kind }) => (kind ? t(kind === KINDS.cost ? "css:sum.cost" : "css:sum.income") : EMPTY) },
    { title: t("css:result.service"), render: (_, { serviceName }) => serviceName || EMPTY },
    { title: t("css:result.coop"), render: (_, { coopName }) => coopName || EMPTY },
    { title: t("css:result.amount"), align: "right", className: "is-figure", render: (_, { amount }) => (amount ? groupText(amount) : EMPTY) },
    { title: t("css:result.why"), render: (_, { why }) => (why ? label(why) : EMPTY) },
  ];
  return (
    <Modal
      open
      width={820}
      title={title}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t(anything ? "platform:action.cancel" : "platform:action.close")}
      okButtonProps={{ disabled: !anything, autoFocus: anything }}
      onOk={take}
      onCancel={close}
    >
      <p className="charge-result-counts" role="status">
        {anything ? STATES.filter((state) => count(state) > 0).map((state) => <span key={state}>{t("css:result.count", { state: t(`css:result.states.${state}`), n: count(state) })}</span>) : t("css:result.nothing")}
      </p>
      {lines.length > 0 && <Table size="small" rowKey="at" columns={columns} dataSource={lines} pagination={false} scroll={SCROLL} />}
    </Modal>
  );
}
