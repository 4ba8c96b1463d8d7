/** The rules live on the server; while the user types it is asked a moment after the last key. */
import { CallError, post } from "@/platform/call/client";
import type { Finding, Section } from "@/platform/contract";
import type { FormStore } from "@/platform/forms/form-store";
import { orderBody } from "./order-body";

export interface Mark {
  level: "outside" | "differs";
  text: string;
  tip: string;
}

/** Differences of the actual figures to the planned ones, by member. */
export type Marks = Record<string, Mark>;

/** What the server says about a form that is not saved. */
export interface Checked {
  computed: Record<string, unknown>;
  findings: Finding[];
  marks: Marks;
}

type Show = (checked: Checked, attempted: boolean) => void;

const AFTER_MS = 300;

export class LiveCheck {
  private asked = 0;
  private attempt = false;
  private show: Show | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly form: FormStore,
    private readonly sections: Section[],
  ) {}

  /** Follows the typing until the returned function is called. */
  listen(show: Show): () => void {
    this.show = show;
    const stop = this.form.onChange((path) => this.changed(path));
    return () => {
      stop();
      clearTimeout(this.timer);
      this.show = null;
    };
  }

  /** From now on emptiness is complained about as well; an answer under way must not cover what saving says. */
  attempted(): void {
    this.attempt = true;
    this.asked++;
  }

  /** A fresh order: nothing was attempted, no answer under way counts. */
  forget(): void {
    this.attempt = false;
    this.asked++;
  }

  async look(): Promise<void> {
    const number = ++this.asked;
    try {
      const body = orderBody(this.sections, this.form.all());
      const checked = await post<Checked>("/afbase/order/check", body, { quiet: true });
      if (number === this.asked) this.show?.(checked, this.attempt);
    } catch (error) {
      // The check is a help while typing; saving tells what is wrong.
      if (!(error instanceof CallError)) throw error;
    }
  }

  private changed(path: string): void {
    if (path === "planChargeWeight" || path === "confirmChargeWeight") {
      const value = this.form.get(path);
      // A charge weight that was typed stays; an emptied one follows again.
      this.form.compute({ [path.replace("Weight", "Manual")]: value !== null && value !== undefined });
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), AFTER_MS);
  }
}
