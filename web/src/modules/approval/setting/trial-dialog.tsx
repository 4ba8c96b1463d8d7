/** 试算: who would decide, for an applicant and an order or single facts. */
import { Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import { create } from "zustand";
import { FindingText } from "@/modules/approval/asked-dialog";
import { type Named, optionsOf, useSettingChoices } from "@/modules/approval/setting/choices";
import { useClearSign } from "@/platform/fields/clear-sign";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding, Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";
import "../approval.css";

interface OpenTrial {
  id: string;
  eventId: string;
}

export const useTrial = create<{ open: OpenTrial | null }>(() => ({ open: null }));

export function openTrial(row: Row | undefined): void {
  if (row) useTrial.setState({ open: { id: String(row.id), eventId: String(row["eventId"] ?? "") } });
}

interface TrialLevel {
  level: number;
  name: string;
  mode: string;
  approvers: string[];
  skipped: string | null;
}

interface Trial {
  approval: number;
  levels: TrialLevel[];
}

export function TrialDialog() {
  const open = useTrial((state) => state.open);
  return open && <TrialOf open={open} />;
}

function TrialOf({ open }: { open: OpenTrial }) {
  const t = useText();
  const choices = useSettingChoices();
  const facts = choices.events.find((event) => event.value === open.eventId)?.facts ?? [];
  const [applicant, setApplicant] = useState<string | null>(null);
  const [orderCode, setOrderCode] = useState("");
  const [known, setKnown] = useState<Record<string, string>>({});
  const [trial, setTrial] = useState<Trial | null>(null);
  const [findings, setFindings] = useState<Finding[]>([]);
  const [running, setRunning] = useState(false);
  const finding = (field: string) => findings.find((each) => each.field === field)?.message;
  const run = async () => {
    if (running || !applicant) return;
    setRunning(true);
    const body = { settingId: open.id, applicantId: applicant, orderCode, facts: known };
    const result = await submit(() => post<Trial>("/prm/ics/approval/setting/test", body, { quiet: true }), { done: false });
    setRunning(false);
    setFindings(result.kind === "findings" ? result.findings : []);
    setTrial(result.kind === "saved" ? result.data : null);
  };
  const set = (name: string, value: string) => setKnown((before) => ({ ...before, [name]: value }));
  return (
    <Modal open centered width={520} title={t("approval:trial.title")} footer={null} onCancel={() => useTrial.setState({ open: null })}>
      <div className="approval-fields">
        <label>
          {t("approval:trial.applicant")}
          <Select
            value={applicant}
            aria-label={t("approval:trial.applicant")}
            options={choices.users}
            showSearch={{ optionFilterProp: "label" }}
            onChange={setApplicant}
          />
        </label>
        <label>
          {t("approval:trial.order")}
          <Input value={orderCode} onChange={(event) => setOrderCode(event.target.value)} />
          <FindingText text={finding("orderCode")} />
        </label>
        {facts.map((fact) => (
          <label key={fact.name}>
            {fact.label}
            <FactValue label={fact.label} value={known[fact.name] ?? ""} options={optionsOf(fact, choices)} change={(value) => set(fact.name, value)} />
            <FindingText text={finding(`facts.${fact.name}`)} />
          </label>
        ))}
        <Button type="primary" disabled={!applicant} loading={busy(running)} onClick={() => void run()}>
          {t("approval:trial.run")}
        </Button>
        {trial && <Chain trial={trial} />}
      </div>
    </Modal>
  );
}

interface FactValueProps {
  label: string;
  value: string;
  options: Named[] | undefined;
  change(value: string): void;
}

/** What is assumed of the act: chosen where there is a list, else typed. */
function FactValue({ label, value, options, change }: FactValueProps) {
  const clearSign = useClearSign();
  if (!options) return <Input value={value} onChange={(event) => change(event.target.value)} />;
  return (
    <Select
      allowClear={clearSign}
      value={value || null}
      aria-label={label}
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(next: string | undefined) => change(next ?? "")}
    />
  );
}

function Chain({ trial }: { trial: Trial }) {
  const t = useText();
  if (trial.approval === 0) return <p>{t("approval:trial.none")}</p>;
  return (
    <ol className="plain-list" aria-label={t("approval:trial.chain")}>
      {trial.levels.map((level) => (
        <li key={level.level} className="approval-level">
          <header>
            {level.name}
            {level.skipped ? (
              <ToneTag>{t(`approval:skipped.${level.skipped}`)}</ToneTag>
            ) : (
              <span className="soft">{t(`approval:mode.${level.mode}`)}</span>
            )}
          </header>
          {level.approvers.join("、")}
        </li>
      ))}
    </ol>
  );
}
