// A section of the page that can be folded. Printing unfolds all of them.

import { useId, useState, type ReactNode } from "react";
import { text } from "./format";
import { useSpeech, type Key } from "./i18n";
import { Icon } from "./icons";

interface Props {
  title: string;
  /** How many things are inside, where that helps to decide whether to open it. */
  count?: number;
  initiallyOpen: boolean;
  children: ReactNode;
}

/** A titled, foldable section; whether it begins open is decided once, by the data. */
export function Section({ title, count, initiallyOpen, children }: Props) {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  return (
    <section className="section" aria-labelledby={`${id}-title`}>
      <h2 className="section-head">
        <button type="button" aria-expanded={open} aria-controls={`${id}-body`} onClick={() => setOpen(!open)}>
          <span id={`${id}-title`}>{title}</span>
          {count ? <span className="section-count">{count}</span> : null}
          <Icon name="chevron" />
        </button>
      </h2>
      <div className="section-body" id={`${id}-body`} hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** What stands where a section has nothing to show. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** A caption with its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A number in the face of numbers. */
export function numbered(value: string | null | undefined): ReactNode {
  return <span className="number">{text(value)}</span>;
}

/** Captions with their values, in columns. */
export function Facts({ of, className = "facts" }: { of: [Key, ReactNode][]; className?: string }) {
  const { t } = useSpeech();
  return (
    <dl className={className}>
      {of.map(([label, value]) => (
        <Fact key={label} label={t(label)}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
