import { type ReactNode, useId } from "react";
import { WrongMark } from "@/app/personal/wrong-mark";

interface FoldedSectionProps {
  title: string;
  open: boolean;
  toggle(): void;
  wrong: boolean;
  children: ReactNode;
}

/** A section whose heading opens and closes it. */
export function FoldedSection({ title, open, toggle, wrong, children }: FoldedSectionProps) {
  const id = useId();
  return (
    <section className="form-section" aria-label={title}>
      <h2>
        <button type="button" className="fold-button" aria-expanded={open} aria-controls={id} onClick={toggle}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
          </svg>
          {title}
          {wrong && <WrongMark />}
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
