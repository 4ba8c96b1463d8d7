/** 地址识别: what pasted blocks hold, each of which begins a new row; nothing is saved unseen. */
import { Button, Input, Modal, Tabs } from "antd";
import { useId, useState } from "react";
import { ADDRESS_MAX, type Block, recogniseBlocks } from "@/platform/address/party";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import "@/platform/address/address-import.css";

const WIDTH_PX = 910;
const TEXT_ROWS = 8;
/** Which box of the form a role ticks. */
const FLAGS: Record<string, string> = { shipper: "isShipper", consignee: "isConsignee", notify: "isNotify" };
const SHOWN = ["scName", "scAddress", "nationCode", "stateCode", "cityNameEn", "postCode", "telNumber", "faxNumber", "scCodeType", "scCode", "contactName", "aeoCode"];

interface RecogniseDialogProps {
  take(preset: Values): void;
  close(): void;
}

export function RecogniseDialog({ take, close }: RecogniseDialogProps) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState("");
  const [blocks, setBlocks] = useState<Block[]>([]);
  const [chosen, setChosen] = useState("0");
  const [fault, setFault] = useState("");
  const [asking, setAsking] = useState(false);
  const block = blocks[Number(chosen)];
  const change = (next: string) => {
    setText(next);
    setBlocks([]);
    setFault("");
  };
  const read = async () => {
    setAsking(true);
    try {
      setBlocks(await recogniseBlocks(text));
      setChosen("0");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.findings[0]?.message ?? error.message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Modal
      open
      width={WIDTH_PX}
      title={t("prm:party.recognise")}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="read" type={block ? "default" : "primary"} loading={busy(asking)} disabled={text.trim() === ""} onClick={() => void read()}>
          {t("platform:address.read")}
        </Button>,
        <Button key="take" type={block ? "primary" : "default"} disabled={!block} onClick={() => block && take(presetOf(block))}>
          {t("platform:address.keep")}
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
        {blocks.length > 0 && (
          <Tabs
            size="small"
            activeKey={chosen}
            onChange={setChosen}
            items={blocks.map((each, place) => ({
              key: String(place),
              label: each.fields["scName"] || t("prm:party.block", { n: place + 1 }),
              children: <Result block={each} />,
            }))}
          />
        )}
      </div>
    </Modal>
  );
}

function Result({ block }: { block: Block }) {
  const t = useText();
  return (
    <section className="address-result" aria-label={t("platform:address.result")}>
      <dl>
        {SHOWN.filter((name) => block.fields[name]).map((name) => (
          <div key={name}>
            <dt>{t(`prm:party.${name}`)}</dt>
            <dd>{block.fields[name]}</dd>
          </div>
        ))}
      </dl>
      {block.notes.map((note) => (
        <p key={`${note.field} ${note.key}`} className={note.severity === "error" ? "finding" : "finding is-warning"}>
          {note.message}
        </p>
      ))}
    </section>
  );
}

/** What the form of a new row begins with. */
function presetOf({ role, fields }: Block): Values {
  const flag = FLAGS[role ?? ""];
  return { ...fields, ...(flag ? { [flag]: true } : {}) };
}
