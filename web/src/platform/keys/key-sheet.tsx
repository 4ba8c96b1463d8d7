import { Button, Checkbox, Modal } from "antd";
import { useText } from "@/platform/i18n";
import { KEY_PARTS, type KeyLine, closeKeySheet, setSingleKeys, useKeySheet } from "@/platform/keys/key-sheet-store";
import { CONTROL_KEY } from "@/platform/keys/key-target";
import { ThemeProvider } from "@/platform/theme/theme-provider";
import { useReturnedFocus } from "@/platform/use-returned-focus";

/** 键盘快捷键: what the keys do here. */
export default function KeySheet() {
  const t = useText();
  useReturnedFocus();
  const { parts, single, manual } = useKeySheet();
  return (
    <ThemeProvider>
      <Modal open width={420} title={t("platform:keys.title")} footer={null} onCancel={closeKeySheet}>
        {manual && (
          <Button type="link" className="key-manual" onClick={manual}>
            {t("platform:keys.manual")}
          </Button>
        )}
        {KEY_PARTS.map((part) => {
          const lines = [...new Set(parts[part])].flat();
          return lines.length > 0 && <Part key={part} title={t(`platform:keys.part.${part}`)} lines={lines} />;
        })}
        <Checkbox checked={single} onChange={(event) => setSingleKeys(event.target.checked)}>
          {t("platform:keys.single")}
        </Checkbox>
      </Modal>
    </ThemeProvider>
  );
}

function Part({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  const t = useText();
  return (
    <section className="key-part" aria-label={title}>
      <h3>{title}</h3>
      <dl className="key-list">
        {lines.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === "Ctrl" ? CONTROL_KEY : key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
