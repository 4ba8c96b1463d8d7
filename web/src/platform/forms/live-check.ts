/** The rules live on the server; while the user types it is asked a moment after the last key. */
import { CallError } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";
import type { FormStore } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { isNothing } from "@/platform/nothing";

/** What the server finds in a form that is not saved. */
export interface Found {
  findings: Finding[];
}

/** The same, with the figures that follow from it. */
export interface Checked extends Found {
  computed: Record<string, unknown>;
}

type Show<Answer> = (checked: Answer, attempted: boolean) => void;
type Fail = (why: string) => void;

const AFTER_MS = 300;

/** Asks a moment after the last change; only the newest answer is shown. */
export class LiveCheck<Answer extends Found> {
  private asked = 0;
  private attempt = false;
  private show: Show<Answer> | null = null;
  private fail: Fail | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Changed since the last look. */
  private readonly waiting = new Set<string>();

  constructor(
    private readonly form: FormStore,
    private readonly ask: () => Promise<Answer>,
    /** Nothing follows from half a value: what is typed in is asked about when it is left. */
    private readonly whenLeft = false,
  ) {}

  /** Follows the typing until the returned function is called; `fail`: the newest question got no answer. */
  listen(show: Show<Answer>, fail?: Fail): () => void {
    this.show = show;
    this.fail = fail;
    const stop = this.form.onChange((path) => this.changed(path));
    const left = () => this.waiting.size > 0 && this.soon();
    if (this.whenLeft) document.addEventListener("focusout", left);
    return () => {
      stop();
      document.removeEventListener("focusout", left);
      clearTimeout(this.timer);
      this.show = null;
      this.fail = undefined;
    };
  }

  /** From now on emptiness is complained about as well; an answer under way must not cover what saving says. */
  attempted(): void {
    this.attempt = true;
    this.drop();
  }

  /** A fresh order: nothing was attempted, no answer under way counts. */
  forget(): void {
    this.attempt = false;
    this.drop();
  }

  async look(): Promise<void> {
    this.drop();
    if (!this.show) return;
    const number = this.asked;
    try {
      const checked = await this.ask();
      if (number === this.asked) this.show?.(checked, this.attempt);
    } catch (error) {
      // The check is a help while typing; saving tells what is wrong.
      if (!(error instanceof CallError)) throw error;
      if (number === this.asked) this.fail?.(error.message);
    }
  }

  /** No answer under way counts, and there is nothing new to ask about. */
  private drop(): void {
    this.asked++;
    this.waiting.clear();
    clearTimeout(this.timer);
  }

  private changed(path: string): void {
    this.waiting.add(path);
    if (this.whenLeft) this.asked++;
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.whenLeft || !this.waiting.has(fieldInHand() ?? "")) void this.look();
    }, AFTER_MS);
  }
}

/** The path of the field the cursor is in. */
function fieldInHand(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset["field"];
}

/** The findings to show while typing: what has been given and left, unless a save was tried. */
export function shownFindings(form: FormStore, findings: Finding[], attempted: boolean): Finding[] {
  return attempted ? findings : findings.filter((found) => isTyped(form, found.field));
}

/** Whether the user has given something a finding can speak about, and has left the field. */
function isTyped(form: FormStore, path: string): boolean {
  const value = form.get(path);
  if (isNothing(value) || value === false) return false;
  if (Array.isArray(value) && rowsOf(value).length === 0) return false;
  return fieldInHand() !== path;
}
