/** The rows behind a sheet, and everything that is done to them: each one step that can be taken back, told once. */
import { type Finding, standing } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { fieldFinding } from "@/platform/forms/client-rules";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { RowHistory } from "@/platform/forms/row-history";
import { findingsWithout, freshRow, isBlank, isClosed, rowClosed, rowsOf, withAlong } from "@/platform/forms/rows";
import { type CellOption, type SheetField, emptyOf, isTyped, readText, typedText } from "@/platform/grid/cell-text";
import { unreadFinding, unreadReference } from "@/platform/grid/unread";
import { isEmpty } from "@/platform/nothing";

/** Places from 0, both ends included. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The columns of cells that follow from others, by row and place; null where a cell is a value of its own. */
export type Follow = (string | null)[][];

export interface SheetSetup {
  fields: SheetField[];
  readOnly: boolean;
  editing: boolean;
  most: number;
  fresh?: ((before: Values[]) => Values) | undefined;
  /** Why a row can't be removed; without, what is closed is kept. */
  keeps?: ((row: Values) => string | null) | undefined;
  /** What can be chosen, by column. */
  options: Record<string, CellOption[]>;
}

/** A text that is looked for among the choices of a column. */
export interface Sought {
  field: SheetField;
  text: string;
}

export class Sheet {
  readonly history: RowHistory;
  constructor(
    readonly form: FormStore,
    readonly path: string,
    /** As it is at present: options come when they are there, a form opens and closes. */
    private readonly latest: { readonly current: SheetSetup },
    /** Of a form that changes the rows by other ways, too. */
    history?: RowHistory,
  ) {
    this.history = history ?? new RowHistory(form, path);
  }

  get setup(): SheetSetup {
    return this.latest.current;
  }

  rows(): Values[] {
    return rowsOf(this.form.get(this.path));
  }

  field(column: number): SheetField | undefined {
    return this.setup.fields[column];
  }

  at(place: number, name: string): string {
    return `${this.path}.${place}.${name}`;
  }

  isClosed(field: SheetField, row: Values): boolean {
    const { readOnly, editing } = this.setup;
    return readOnly || !isTyped(field) || isClosed(field, row) || (editing && field.readOnlyOnEdit === true);
  }

  text(place: number, column: number): string {
    const [field, row] = [this.field(column), this.rows()[place]];
    return field && row ? typedText(field, row, this.optionsOf(field)) : "";
  }

  optionsOf(field: SheetField): CellOption[] {
    return this.setup.options[field.name] ?? [];
  }

  /** Writes what a text means into one cell; false where that changes nothing. */
  type(place: number, column: number, text: string): boolean {
    const [field, row] = [this.field(column), this.rows()[place]];
    if (!field || !row || this.isClosed(field, row) || text === this.text(place, column)) return false;
    return this.put(place, field, readText(field, text, this.optionsOf(field), true));
  }

  /** Writes a chosen value, with its words. */
  choose(place: number, column: number, value: unknown, label: string): boolean {
    const [field, row] = [this.field(column), this.rows()[place]];
    if (!field || !row || this.isClosed(field, row)) return false;
    const words = field.kind === "reference" ? { [labelMember(field.name)]: label } : {};
    return this.put(place, field, { [field.name]: value, ...words });
  }

  /**
   * Cells from a place on; those of closed columns are passed over, rows come as they are needed. `follow`: the columns of
   * cells that follow from others where they were copied. Answers what did not fit.
   */
  paste(place: number, column: number, cells: string[][], follow: Follow = []): number {
    const { fields, most } = this.setup;
    const next = this.rows().slice();
    cells.forEach((line, down) => {
      const at = place + down;
      if (at >= most) return;
      next[at] = this.lineOver(next[at] ?? this.begin(), line, fields.slice(column), follow[down]);
    });
    this.step(next);
    return Math.max(0, place + cells.length - most);
  }

  /** Rows that take the place of one. */
  pasteWhole(place: number, whole: Values[]): void {
    const rows = this.rows();
    if (rowClosed(rows[place]) !== null) return;
    this.step([...rows.slice(0, place), ...whole, ...rows.slice(place + 1)].slice(0, this.setup.most));
  }

  /** One text in all cells of an area. */
  pasteOver(area: Area, text: string): void {
    const line = Array.from({ length: area.right - area.left + 1 }, () => text);
    this.paste(area.top, area.left, Array.from({ length: area.bottom - area.top + 1 }, () => line));
  }

  clear(area: Area): void {
    this.over(area, emptied);
  }

  /** The first row of an area in all rows below it; of a single row, the one above. */
  fill(area: Area): void {
    const from = area.top === area.bottom ? area.top - 1 : area.top;
    const source = this.rows()[from];
    if (!source) return;
    this.over({ ...area, top: from + 1 }, (field) => {
      const { name } = field;
      if (field.cell?.follows?.(source)) return emptied(field);
      const words = labelMember(name);
      return { [name]: source[name] ?? emptyOf(field), ...(words in source ? { [words]: source[words] } : {}) };
    });
  }

  copy(area: Area): string[][] {
    const { fields } = this.setup;
    const row = (values: Values) =>
      fields.slice(area.left, area.right + 1).map((field) => typedText(field, values, this.optionsOf(field)));
    return this.rows().slice(area.top, area.bottom + 1).map(row);
  }

  /** The columns of an area whose cells follow from others in it, cell by cell. */
  followsOf(area: Area): Follow {
    const columns = this.setup.fields.slice(area.left, area.right + 1);
    const names = new Set(columns.map(({ name }) => name));
    const within = ({ cell }: SheetField) => cell?.from?.some((each) => names.has(each)) === true;
    const row = (values: Values) => columns.map((field) => (within(field) && field.cell?.follows?.(values) ? field.name : null));
    return this.rows().slice(area.top, area.bottom + 1).map(row);
  }

  /** A new row at the end. */
  add(): boolean {
    const rows = this.rows();
    if (this.setup.readOnly || rows.length >= this.setup.most) return false;
    this.history.note();
    this.form.set(this.path, [...rows, this.begin()]);
    return true;
  }

  /** Why a row can't be removed. */
  keepsRow(row: Values): string | null {
    return this.setup.keeps ? this.setup.keeps(row) : rowClosed(row);
  }

  /** Why a block of rows can't be removed. */
  keeps(top: number, bottom: number): string | null {
    return this.rows().slice(top, bottom + 1).map((row) => this.keepsRow(row)).find((why) => why !== null) ?? null;
  }

  /** Takes rows away; answers how they come back, null where nobody had filled anything in. */
  remove(top: number, bottom: number): (() => void) | null {
    const rows = this.rows();
    const gone = rows.slice(top, bottom + 1);
    if (this.setup.readOnly || gone.length === 0 || this.keeps(top, bottom) !== null) return null;
    this.history.note();
    let findings = this.form.findings();
    for (const _ of gone) findings = findingsWithout(findings, this.path, top);
    this.form.patch({ [this.path]: [...rows.slice(0, top), ...rows.slice(bottom + 1)] }, findings);
    if (gone.every((row) => isBlank(this.setup.fields, row))) return null;
    return () => {
      const now = this.rows();
      this.step([...now.slice(0, top), ...gone, ...now.slice(top)]);
    };
  }

  undo(): boolean {
    return this.history.back((rows) => this.write(rows));
  }

  redo(): boolean {
    return this.history.forth((rows) => this.write(rows));
  }

  isBlank(place: number): boolean {
    return isBlank(this.setup.fields, this.rows()[place] ?? {});
  }

  /** The texts of references nobody has looked for yet, each once. */
  sought(): Sought[] {
    const found = new Map<string, Sought>();
    for (const field of this.setup.fields.filter(({ kind }) => kind === "reference")) {
      for (const row of this.rows()) {
        const text = unreadReference(field, row);
        if (text !== null) found.set(`${field.name} ${text}`, { field, text });
      }
    }
    return [...found.values()];
  }

  /** Puts what was found for texts in their cells, wherever these still stand; what was not found is refused there. */
  settle(answers: (Sought & { choice: { value: unknown; label: string } | null })[]): void {
    const byText = new Map(answers.map((each) => [`${each.field.name} ${each.text}`, each]));
    const fields = this.setup.fields.filter(({ kind }) => kind === "reference");
    const missed: Finding[] = [];
    let hit = false;
    const next = this.rows().map((row, place) => {
      const found = fields.flatMap((field) => {
        const answer = byText.get(`${field.name} ${unreadReference(field, row)}`);
        const told = this.form.finding(this.at(place, field.name)) !== undefined;
        if (answer && !answer.choice && !told) missed.push(this.refused(place, field, unreadFinding(field, row) ?? ""));
        return answer?.choice ? [{ [field.name]: answer.choice.value, [labelMember(field.name)]: answer.choice.label }] : [];
      });
      if (found.length === 0) return row;
      hit = true;
      return Object.assign({}, row, ...found) as Values;
    });
    const told = new Set(missed.map(({ field }) => field));
    const kept = this.form.findings().filter(({ field }) => !told.has(field));
    if (hit) this.write(next, [...kept, ...missed]);
    else if (missed.length > 0) this.form.setFindings([...kept, ...missed]);
  }

  private begin(): Values {
    return { ...freshRow(this.setup.fields), ...this.setup.fresh?.(this.rows()) };
  }

  private lineOver(row: Values, line: string[], fields: SheetField[], follow: (string | null)[] = []): Values {
    const next: Values = { ...row };
    line.forEach((cell, right) => {
      const field = fields[right];
      if (!field || this.isClosed(field, next)) return;
      const options = this.optionsOf(field);
      if (follow[right] === field.name) Object.assign(next, withAlong(field, next, emptied(field)));
      else if (cell !== typedText(field, next, options)) Object.assign(next, withAlong(field, next, readText(field, cell, options)));
    });
    return next;
  }

  /** Members of each open cell of an area. */
  private over(area: Area, members: (field: SheetField) => Values): void {
    const columns = this.setup.fields.slice(area.left, area.right + 1);
    this.step(
      this.rows().map((row, place) => {
        if (place < area.top || place > area.bottom) return row;
        const next: Values = { ...row };
        for (const field of columns) if (!this.isClosed(field, row)) Object.assign(next, withAlong(field, next, members(field)));
        return next;
      }),
    );
  }

  /** One cell, by the paths of its members. */
  private put(place: number, field: SheetField, members: Values): boolean {
    const row = this.rows()[place] ?? {};
    if (Object.entries(members).every(([name, value]) => same(row[name], value))) return false;
    this.history.note();
    const at = this.at(place, field.name);
    const message = this.refusal(field, { ...row, ...members });
    const findings = this.form.findings().filter((each) => each.field !== at);
    const changes = Object.entries(withAlong(field, row, members)).map(([name, value]) => [this.at(place, name), value]);
    this.form.patch(
      Object.fromEntries(changes) as Values,
      message === null ? findings : [...findings, this.refused(place, field, message)],
    );
    return true;
  }

  /** All rows at once, as one step; none where nothing is different. */
  private step(next: Values[]): void {
    const before = this.rows();
    const one = next.length === before.length && next.every((row, place) => this.sameRow(row, before[place] ?? {}));
    if (one) return;
    this.history.note();
    this.write(next);
  }

  /** Rows with the findings of what is different in them: one notification, however many rows there are. */
  private write(next: Values[], known: Finding[] = this.form.findings()): void {
    const before = this.rows();
    const told = new Set<string>([this.path]);
    const found: Finding[] = [];
    next.forEach((row, place) => {
      const old = before[place];
      if (old === row) return;
      for (const field of this.setup.fields) {
        const { name } = field;
        if (old && same(old[name], row[name]) && same(old[labelMember(name)], row[labelMember(name)])) continue;
        told.add(this.at(place, name));
        const message = this.refusal(field, row);
        if (message !== null) found.push(this.refused(place, field, message));
      }
    });
    const beyond = (path: string) => path.startsWith(`${this.path}.`) && Number(path.slice(this.path.length + 1).split(".")[0]) >= next.length;
    const kept = known.filter(({ field }) => !told.has(field) && !beyond(field));
    this.form.patch({ [this.path]: next }, [...kept, ...found]);
  }

  /** What the client knows to be wrong in a cell. An empty one is left to saving, a text that is looked for to the answer. */
  private refusal(field: SheetField, row: Values): string | null {
    const value = row[field.name];
    if (isEmpty(value) || this.isClosed(field, row)) return null;
    return unreadFinding(field, row) ?? fieldFinding(standing(field, row), value);
  }

  private refused(place: number, { name }: SheetField, message: string): Finding {
    return { field: this.at(place, name), severity: "error", key: "client", message };
  }

  private sameRow(one: Values, other: Values): boolean {
    if (one === other) return true;
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => same(one[name], other[name]));
  }
}

/** A cell with nothing in it. */
const emptied = (field: SheetField): Values => ({ [field.name]: emptyOf(field), ...(field.kind === "reference" ? { [labelMember(field.name)]: null } : {}) });

/** A member nobody has written is empty. */
function same(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null) || (Array.isArray(one) && Array.isArray(other) && String(one) === String(other));
}
