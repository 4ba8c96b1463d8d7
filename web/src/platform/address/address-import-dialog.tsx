import { Button, Input, Modal } from "antd";
import { useId, useRef, useState } from "react";
import { ADDRESS_MAX, type AddressField, type PartyRole, type Recognised, recognise } from "@/platform/address/party";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import "@/platform/address/address-import.css";

const TEXT_ROWS = 7;
const WIDTH_PX = 760;

interface DialogProps {
  role: PartyRole;
  roleName: string;
  fields: AddressField[];
  filled: boolean;
  take(party: Record<string, string>): void;
  close(): void;
}

/** A pasted address, what was made of it, and only then the fields of the form. */
export function AddressImportDialog({ role, roleName, fields, filled, take, close }: DialogProps) {
  const t = useText();
  const id = useId();
  const { text, change, result, fault, asking, read } = useRecognition(role);
  const apply = () => {
    if (!result) return;
    take(Object.fromEntries(fields.map(({ name }) => [name, result.party[name] ?? ""])));
    close();
  };
  return (
    <Modal
      open
      width={WIDTH_PX}
      title={t("platform:address.importOf", { role: roleName })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="read" type={result ? "default" : "primary"} loading={busy(asking)} disabled={text.trim() === ""} onClick={() => void read()}>
          {t("platform:address.read")}
        </Button>,
        <Button key="take" type={result ? "primary" : "default"} disabled={!result} onClick={apply}>
          {t("platform:address.take")}
        </Button>,
      ]}
    >
      <div className="address-import">
        <label htmlFor={id}>{t("platform:address.text")}</label>
        <Input.TextArea
          id={id}
          autoFocus
          rows={TEXT_ROWS}
          maxLength={ADDRESS_MAX}
          value={text}
          placeholder={t("platform:address.hint")}
          onChange={(event) => change(event.target.value)}
        />
        {fault && (
          <p className="finding" role="alert">
            {fault}
          </p>
        )}
        {result && <Result fields={fields} result={result} />}
        {result && filled && <p className="soft">{t("platform:address.replaces")}</p>}
      </div>
    </Modal>
  );
}

/** A changed text has no result until it is read anew; an answer to an earlier text is passed over. */
function useRecognition(role: PartyRole) {
  const [text, setText] = useState("");
  const [result, setResult] = useState<Recognised | null>(null);
  const [fault, setFault] = useState("");
  const [asking, setAsking] = useState(false);
  const latest = useRef("");
  const change = (next: string) => {
    latest.current = next;
    setText(next);
    setResult(null);
    setFault("");
  };
  const read = async () => {
    if (asking) return;
    setAsking(true);
    setFault("");
    try {
      const answer = await recognise(text, role);
      if (latest.current === text) setResult(answer);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.findings[0]?.message ?? error.message);
    } finally {
      setAsking(false);
    }
  };
  return { text, change, result, fault, asking, read };
}

function Result({ fields, result }: { fields: AddressField[]; result: Recognised }) {
  const t = useText();
  const at = (name: string) => result.findings.filter((finding) => finding.field === name);
  const shown = fields.filter(({ name }) => result.party[name] || at(name).length > 0);
  const whole = result.findings.filter(({ field }) => !shown.some(({ name }) => name === field));
  return (
    <section aria-label={t("platform:address.result")} className="address-result">
      <Findings list={whole} />
      <dl>
        {shown.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {result.party[name] || <span className="nothing">{EMPTY}</span>}
              <Findings list={at(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Findings({ list }: { list: Finding[] }) {
  return list.map((finding) => (
    <p key={`${finding.field} ${finding.key}`} className={finding.severity === "error" ? "finding" : "finding is-warning"}>
      {finding.message}
    </p>
  ));
}
