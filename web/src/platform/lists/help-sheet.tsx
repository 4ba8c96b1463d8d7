import { Modal } from "antd";
import { useText } from "@/platform/i18n";

const KEYS: [string[], string][] = [
  [["?"], "platform:keys.help"],
  [["/"], "platform:keys.focusFilter"],
  [["↑", "↓"], "platform:keys.move"],
  [["Enter"], "platform:keys.open"],
  [["Space"], "platform:keys.select"],
  [["PageDown", "PageUp"], "platform:keys.next"],
  [["Ctrl", "S"], "platform:keys.save"],
  [["Esc"], "platform:keys.close"],
];

export function HelpSheet({ close }: { close(): void }) {
  const t = useText();
  return (
    <Modal open width={420} title={t("platform:keys.title")} footer={null} onCancel={close}>
      <dl className="key-list">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
