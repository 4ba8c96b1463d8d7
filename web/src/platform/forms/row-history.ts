import type { FormStore, Values } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";

const STEPS_MAX = 20;

/** The last states of the rows of one member, for as long as their grid is there. */
export class RowHistory {
  private past: Values[][] = [];
  /** What was taken back, the last at the end. */
  private future: Values[][] = [];
  /** The rows as a step back or forth left them. */
  private left: Values[] | null = null;
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
    this.past = [...this.past, this.now()].slice(-STEPS_MAX);
    this.future = [];
  };

  /** A cell was left: what is typed next is a step of its own. */
  settled = (): void => {
    this.typing = null;
  };

  /** The rows are those of somebody else by now: there is nothing to go back to. */
  forget(): void {
    this.past = [];
    this.future = [];
    this.typing = null;
  }

  /** Takes the last step back; false where there is none since the form was read or saved. */
  undo(): boolean {
    // A cell that is typed in settles its value first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return this.back(this.set);
  }

  /** Does again what was taken back last. */
  redo(): boolean {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return this.forth(this.set);
  }

  /** One step back, by a way of writing the rows of one's own. */
  back(write: (rows: Values[]) => void): boolean {
    this.typing = null;
    const before = this.form.dirty() ? this.past.pop() : undefined;
    if (!before) return false;
    if (this.changed()) this.future = [];
    this.future.push(this.now());
    write(before);
    this.left = this.now();
    return true;
  }

  /** One step forth again; none once anything else was done to the rows. */
  forth(write: (rows: Values[]) => void): boolean {
    this.typing = null;
    const after = this.changed() ? undefined : this.future.pop();
    if (!after) return false;
    if (!this.form.dirty()) this.past = [];
    this.past.push(this.now());
    write(after);
    this.left = this.now();
    return true;
  }

  private now = (): Values[] => rowsOf(this.form.get(this.path));

  private set = (rows: Values[]): void => this.form.set(this.path, rows);

  /** Whether the rows are others than the last step left. */
  private changed = (): boolean => this.left !== this.form.get(this.path);
}
