import { Button, Input, Popover } from "antd";
import { useState } from "react";
import { VALUES_MAX, fits, valuesOf } from "@/platform/lists/pasted-values";
import { useText } from "@/platform/i18n";
import { useLoad } from "@/platform/use-load";

/** Many values, a line each, in a window of their own. */
export function ManyControl({ value, change, name }: { value: string; change(value: string, now: boolean): void; name: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(value);
  useLoad(() => setText(value), [value]);
  const values = valuesOf(text);
  const apply = () => {
    if (!fits(values)) return;
    setOpen(false);
    change(values.join("\n"), true);
  };
  const content = (
    <div className="many-values">
      <Input.TextArea rows={8} autoFocus value={text} aria-label={name} placeholder={t("platform:mode.manyHint")} onChange={(event) => setText(event.target.value)} />
      <div className="drawer-buttons">
        <span className="soft">{t("platform:mode.manyCount", { count: values.length, most: VALUES_MAX })}</span>
        <span className="top-space" />
        <Button size="small" type="primary" onClick={apply}>
          {t("platform:list.search")}
        </Button>
      </div>
    </div>
  );
  const words = value ? t("platform:mode.manyValues", { count: valuesOf(value).length }) : t("platform:mode.manyPaste");
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={content}>
      <button type="button" className="many-button" aria-label={`${name} ${words}`}>
        {value ? words : <span className="soft">{words}</span>}
      </button>
    </Popover>
  );
}
