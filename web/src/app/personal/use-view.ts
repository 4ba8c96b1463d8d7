/** Which parts of 个人设置 are open, and the way to a field in any of them. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { placeOf } from "@/app/personal/personal-rules";
import type { Finding } from "@/platform/contract";
import { jumpTo } from "@/platform/forms/form-keys";
import type { Scope } from "@/platform/scopes";
import { toast } from "@/platform/toast";

type Folded = "mail" | "cc";

export interface View {
  /** The element around all fields. */
  box: RefObject<HTMLDivElement | null>;
  scope: Scope;
  choose(scope: Scope): void;
  open: Record<Folded, boolean>;
  toggle(part: Folded): void;
  /** Opens the part of the first finding and goes to its field. */
  show(findings: Finding[]): void;
}

export function useView(): View {
  const box = useRef<HTMLDivElement>(null);
  const [scope, choose] = useState<Scope>("AE");
  const [open, setOpen] = useState({ mail: false, cc: false });
  const [wanted, setWanted] = useState<Finding | null>(null);
  useEffect(() => {
    if (!wanted) return;
    // The fields of a tab are drawn a moment after it is chosen.
    const timer = setTimeout(() => {
      // A finding about no field of the form would otherwise be seen by nobody.
      if (!box.current || !jumpTo(wanted.field, box.current)) toast.failed(wanted.message);
    });
    return () => clearTimeout(timer);
  }, [wanted]);
  const show = ([first]: Finding[]) => {
    if (!first) return;
    const place = placeOf(first.field);
    if (place.section === "orders") choose(place.scope);
    else if (place.section !== "basic") setOpen((parts) => ({ ...parts, [place.section]: true }));
    setWanted({ ...first });
  };
  const toggle = (part: Folded) => setOpen((parts) => ({ ...parts, [part]: !parts[part] }));
  return { box, scope, choose, open, toggle, show };
}

/** The parts with mistakes: `mail`, `cc`, `basic`, and scopes by their codes. */
export function wrongParts(findings: Finding[]): ReadonlySet<string> {
  const errors = findings.filter((each) => each.severity === "error").map((each) => placeOf(each.field));
  return new Set(errors.map((place) => (place.section === "orders" ? place.scope : place.section)));
}
