import type { FormStore, Values } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";

const STEPS_MAX = 20;

/** The last states of the rows of one member, for as long as their grid is there. */
export class RowHistory {
  private past: Values[][] = [];
  /** The cell that is typed in. */
  private typing: string | null = null;

  constructor(
    private readonly form: FormStore,
    private readonly path: string,
  ) {}

  /** Before the rows change; `cell`: by typing into it, which is one step however long it takes. */
  note = (cell?: string): void => {
    if (cell !== undefined && cell === this.typing) return;
    this.typing = cell ?? null;
    // What was saved is not taken back.
    if (!this.form.dirty()) this.past = [];
    this.past = [...this.past, rowsOf(this.form.get(this.path))].slice(-STEPS_MAX);
  };

  /** A cell was left: what is typed next is a step of its own. */
  left = (): void => {
    this.typing = null;
  };

  /** Takes the last step back; false where there is none since the form was read or saved. */
  undo(): boolean {
    // A cell that is typed in settles its value first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.typing = null;
    const before = this.form.dirty() ? this.past.pop() : undefined;
    if (before) this.form.set(this.path, before);
    return before !== undefined;
  }
}
