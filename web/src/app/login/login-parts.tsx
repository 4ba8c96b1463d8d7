/** What the forms before log-in share; without antd, which would weigh more than the page. */
import { type InputHTMLAttributes, useState } from "react";
import { diallingOptions } from "@/app/login/dialling-codes";
import { openLanguage } from "@/platform/catalogue-words";
import { chosenLanguage, language, languages, useText } from "@/platform/i18n";

/** What tells a screen reader about a finding. */
export function status(finding: string | undefined, id: string) {
  return finding ? ({ "aria-invalid": true, "aria-describedby": id } as const) : {};
}

export function Finding({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className="finding" role="alert">
      {text}
    </p>
  );
}

/** What is typed can be looked at: phones make passwords hard to type. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <span className="password-input">
      <input {...props} className="text-input" type={shown ? "text" : "password"} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={t(shown ? "app:login.hidePassword" : "app:login.showPassword")}
        onClick={() => setShown(!shown)}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path
            d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.2"
          />
          <circle cx="8" cy="8" r="2" fill="none" stroke="currentColor" strokeWidth="1.2" />
          {!shown && <path d="M3 13 13 3" stroke="currentColor" strokeWidth="1.2" />}
        </svg>
      </button>
    </span>
  );
}

interface DiallingChoiceProps {
  id: string;
  value: string;
  choose(dialling: string): void;
}

export function DiallingChoice({ id, value, choose }: DiallingChoiceProps) {
  const t = useText();
  return (
    <select
      id={id}
      className="native-select"
      aria-label={t("app:login.dialling")}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      {diallingOptions(language()).map(({ code, text }) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function LanguageSwitch() {
  const t = useText();
  return (
    <div className="language-switch" role="group" aria-label={t("app:login.language")}>
      {languages().map(({ id, paramText }) => (
        <button key={id} type="button" lang={id} aria-pressed={id === chosenLanguage()} onClick={() => void openLanguage(id)}>
          {paramText}
        </button>
      ))}
    </div>
  );
}
