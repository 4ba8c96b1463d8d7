import { useEffect, useState } from "react";
import type { Section } from "@/platform/contract";
import { type FormStore, useFindings, useShownSections } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";

interface SectionIndexProps {
  sections: Section[];
  form: FormStore;
}

/** The index at the left: where one is, and which sections have findings. */
export function SectionIndex({ sections: all, form }: SectionIndexProps) {
  const sections = useShownSections(all, form);
  const t = useText();
  const label = useLabel();
  const findings = useFindings(form);
  const at = usePresent(sections.map((section) => section.key));
  const wrong = (section: Section) =>
    findings.some((each) => each.severity === "error" && membersOf(section).some((name) => owns(name, each.field)));
  return (
    <nav className="section-index" aria-label={t("platform:form.index")}>
      <ul>
        {sections.map((section) => (
          <li key={section.key}>
            <button
              type="button"
              aria-current={section.key === at ? "true" : undefined}
              className={wrong(section) ? "is-wrong" : ""}
              onClick={() => document.getElementById(`section-${section.key}`)?.scrollIntoView({ block: "start" })}
            >
              {label(section.label)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Child rows are one member of the thing; everything else is a member of its own. */
function membersOf({ key, rows, fields }: Section): string[] {
  return rows ? [key] : fields.map(({ name }) => name);
}

function owns(name: string, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

/** The key of the topmost section in view. */
function usePresent(keys: string[]): string | undefined {
  const [at, setAt] = useState(keys[0]);
  const joined = keys.join(" ");
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return;
    const seen = new Map<string, boolean>();
    const order = joined.split(" ");
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) seen.set(entry.target.id.replace("section-", ""), entry.isIntersecting);
      const first = order.find((key) => seen.get(key));
      if (first) setAt(first);
    });
    for (const key of order) {
      const element = document.getElementById(`section-${key}`);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [joined]);
  return at;
}
