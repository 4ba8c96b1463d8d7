import { Button } from "antd";
import { useId, useRef } from "react";
import { copyText } from "@/platform/clipboard";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import "./copy-line.css";

interface CopyLineProps {
  label: string;
  text: string;
  /** What the toasts say. They never repeat the text: others may look at the screen. */
  copied: string;
  byHand: string;
}

/** An address or a code to be passed on, with its button for copying. */
export function CopyLine({ label, text, copied, byHand }: CopyLineProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copyText(text)) return toast.info(copied);
    // It is marked, to be copied by hand.
    input.current?.select();
    toast.warn(byHand);
  };
  return (
    <div className="copy-line">
      <label htmlFor={id}>{label}</label>
      <input id={id} ref={input} className="mono" readOnly value={text} onFocus={(event) => event.target.select()} />
      <Button aria-label={`${t("platform:action.copy")} ${label}`} onClick={() => void copy()}>
        {t("platform:action.copy")}
      </Button>
    </div>
  );
}
