import { Button } from "antd";
import { type ReactNode, useId } from "react";
import { CallError } from "@/platform/call/client";
import { translate, useText } from "@/platform/i18n";
import { PageLoading } from "@/platform/page-loading";
import { ToneIcon } from "@/platform/tone-icon";

interface CardProps {
  title: string;
  /** Beside the title: a way to more of it. */
  extra?: ReactNode;
  /** What the tour calls it. */
  tour?: string;
  children: ReactNode;
}

/** One block of the home page. */
export function Card({ title, extra, tour, children }: CardProps) {
  const id = useId();
  return (
    <section className="home-card" aria-labelledby={id} data-tour={tour}>
      <header>
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}

interface LoadedProps<T> {
  data: T | undefined;
  error: Error | null;
  /** What to say of the failure. */
  failed: string;
  retry(): void;
  rows: number;
  children(data: T): ReactNode;
}

/** What a card says once its call has answered; while it has not, and when it fails, that alone. */
export function Loaded<T>({ data, error, failed, retry, rows, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <Failed text={failed} retry={retry} /> : <PageLoading rows={rows} />;
}

/** What a card says where it cannot say more, in one line. */
export function Failed({ text, retry }: { text: string; retry?: () => void }) {
  const t = useText();
  return (
    <p className="home-failed" role="alert">
      <ToneIcon tone="danger" />
      <span>{text}</span>
      {retry && (
        <Button size="small" onClick={retry}>
          {t("platform:action.retry")}
        </Button>
      )}
    </p>
  );
}

/** What the client says itself where the server said nothing. */
const UNSAID = ["server", "network", "timeout", "notFound", "notImplemented"];

/** The sentence of the server about a failure, else the one at hand. */
export function reason(error: Error | null, otherwise: string): string {
  const unsaid = UNSAID.map((name) => translate(`platform:error.${name}`));
  return error instanceof CallError && !unsaid.includes(error.message) ? error.message : otherwise;
}
