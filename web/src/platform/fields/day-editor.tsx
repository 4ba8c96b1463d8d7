import { CalendarOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { Suspense, lazy, useState } from "react";
import { type EditorProps, aria } from "@/platform/fields/editor-props";
import { parseDay, parseInstant } from "@/platform/fields/typed-day";
import { useText } from "@/platform/i18n";

// Most days are typed; the calendar comes when it is opened.
const Calendar = lazy(() => import("@/platform/fields/calendar"));

/** A day or an instant, typed by hand or picked from a calendar. */
export function DayEditor(props: EditorProps<string>) {
  const { field, value, change } = props;
  const t = useText();
  const withTime = field.kind === "instant";
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const wrong = typed !== null && typed !== "" && !open && parse(typed, withTime) === null;
  const [touched, setTouched] = useState(false);

  const settle = () => {
    if (typed === null) return;
    const parsed = parse(typed, withTime);
    if (parsed === null) {
      // What was typed stays to be corrected: it becomes the value, which no save accepts.
      setTouched(true);
      change(typed);
      return;
    }
    setTyped(null);
    setTouched(false);
    if (parsed !== (value ?? "")) change(parsed || null);
  };
  return (
    <span className="day-editor">
      <Input
        id={props.id}
        className="tabular"
        autoComplete="off"
        inputMode="numeric"
        value={typed ?? shownValue(value, withTime)}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder ?? (withTime ? t("platform:field.instantHint") : t("platform:field.dayHint"))}
        status={props.invalid || (wrong && touched) ? "error" : props.warned ? "warning" : ""}
        {...aria(props as EditorProps<never>)}
        title={wrong && touched ? t("platform:form.notDay") : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setTouched(false);
          if (event.target.value === "") change(null);
        }}
        onBlur={() => {
          settle();
          props.blur?.();
        }}
        onPressEnter={settle}
        suffix={
          <button
            type="button"
            className="inner-button"
            tabIndex={-1}
            disabled={props.disabled ?? false}
            aria-label={t("platform:field.openCalendar")}
            onClick={() => setOpen(!open)}
          >
            <CalendarOutlined />
          </button>
        }
      />
      {open && (
        <Suspense fallback={null}>
          <Calendar
            withTime={withTime}
            value={value ?? null}
            close={() => setOpen(false)}
            pick={(picked) => {
              setTyped(null);
              setOpen(false);
              change(picked);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

function parse(text: string, withTime: boolean): string | null {
  return withTime ? parseInstant(text) : parseDay(text);
}

/** Seconds nobody typed are not shown. */
function shownValue(value: string | null | undefined, withTime: boolean): string {
  if (!value) return "";
  return withTime ? value.replace(/^(.{16}):00$/, "$1") : value;
}
