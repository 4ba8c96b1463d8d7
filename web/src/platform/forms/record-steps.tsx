import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { useEffect, useRef } from "react";
import type { ListPage } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { useNeighbours } from "@/platform/lists/record-trail";
import { goTo } from "@/platform/navigate";

const LINES: readonly KeyLine[] = [[["Alt", "↑", "↓"], "platform:keys.record"]];

interface RecordStepsProps {
  /** Null where there is no record before, or after. */
  before: (() => void) | null;
  after: (() => void) | null;
}

/** To the records above and below in the list: by buttons, and by Alt with the arrows that point there. */
export function RecordSteps(props: RecordStepsProps) {
  const t = useText();
  const latest = useRef(props);
  latest.current = props;
  useKeyPart("form", LINES);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      // Choices would open by the same key.
      event.stopPropagation();
      (event.key === "ArrowUp" ? latest.current.before : latest.current.after)?.();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
  const step = (name: string, keys: string, go: (() => void) | null, icon: React.ReactNode) => (
    <button type="button" className="icon-button" aria-label={name} title={`${name} ${keys}`} disabled={!go} onClick={() => go?.()}>
      {icon}
    </button>
  );
  return (
    <span className="record-steps">
      {step(t("platform:form.previous"), "Alt+↑", props.before, <UpOutlined />)}
      {step(t("platform:form.following"), "Alt+↓", props.after, <DownOutlined />)}
    </span>
  );
}

/** The same for a form at an address of its own. */
export function PageSteps({ list, href }: { list: ListPage | undefined; href: string }) {
  const { before, after } = useNeighbours(list, href);
  if (!before && !after) return null;
  const go = (to: string | null) => (to === null ? null : () => goTo(to, { replace: true }));
  return <RecordSteps before={go(before)} after={go(after)} />;
}
