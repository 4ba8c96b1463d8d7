import { Modal } from "antd";
import { useText } from "@/platform/i18n";

type Line = [string[], string];

const KEYS: Line[] = [
  [["?"], "platform:keys.help"],
  [["/"], "platform:keys.focusFilter"],
  [["↑", "↓"], "platform:keys.move"],
  [["Home", "End"], "platform:keys.ends"],
  [["Enter"], "platform:keys.open"],
  [["Space"], "platform:keys.select"],
  [["Ctrl", "A"], "platform:keys.all"],
  [["Ctrl", "S"], "platform:keys.save"],
  [["Esc"], "platform:keys.close"],
];

// A tree has no pages, but rows to open and close.
const TREE_KEYS: Line = [["←", "→"], "platform:keys.fold"];
const PAGE_KEYS: Line = [["PageDown", "PageUp"], "platform:keys.next"];
const SORT_KEYS: Line = [["Shift", "Click"], "platform:keys.sort"];

export function HelpSheet({ tree, close }: { tree: boolean; close(): void }) {
  const t = useText();
  return (
    <Modal open width={420} title={t("platform:keys.title")} footer={null} onCancel={close}>
      <dl className="key-list">
        {[...KEYS, tree ? TREE_KEYS : PAGE_KEYS, SORT_KEYS].map(([keys, text]) => (
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
