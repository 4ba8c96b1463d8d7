// Reads the lines of `contract/pages/*.txt`, which `crates/app/src/contract_files/` writes: what is left out because it is
// usual is said again, what is told once at the head of a file stands wherever it is named.

const METHODS = /^(GET|POST|PUT|DELETE|PATCH):/;
const NAME = /^\w+/;
/** A word ends with a space or a bracket; braces around a name are part of it. */
const WORD = /^(?:\{\w*\}|[^\s"'{}[\]()|])+/;
const NUMBER = /^-?\d[\d.eE+-]*/;
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
/** What only a column has of all a field may have. */
const OF_COLUMNS = ["width", "shown", "sortable", "exported", "sum", "link", "copy", "needs", "only"];
const PLACES = ["primary", "toolbar", "row", "batch", "above"];
const LOOKED_FOR = { text: "contains", select: "oneOf", state: "oneOf", multi: "oneOf", day: "range", instant: "range", bool: "bool", reference: "equals" };
const USUAL_OF_FIELD = { text: { maxLength: 200 }, int: { digits: 0 }, decimal: { digits: 2 } };
const USUAL_OF_COLUMN = { shown: true, sortable: true, exported: true };
const MANY = { modes: ["contains", "starts", "equals", "many"], foundCall: "./found" };
const USUAL_OF_BUTTON = {
  create: { place: "primary" },
  edit: { place: "row", label: { zh: "修改", en: "Edit" } },
  remove: { place: "row", label: { zh: "删除", en: "Delete" } },
  export: { place: "toolbar", label: { zh: "导出", en: "Export" } },
  import: { place: "toolbar", label: { zh: "导入", en: "Import" }, call: { method: "POST", path: "./import" } },
};

// Values

/** A place in a line that is read on. */
class Reader {
  constructor(line) {
    this.line = line;
    this.rest = line.trim();
  }

  fail(what) {
    throw new Error(`${what} at "${this.rest.slice(0, 40)}" in: ${this.line.trim()}`);
  }

  take(pattern) {
    const [found] = pattern.exec(this.rest) ?? [];
    if (found !== undefined) this.rest = this.rest.slice(found.length);
    return found;
  }

  /** All up to a closing bracket, or the end of the line. */
  until(end, read) {
    const found = [];
    for (;;) {
      this.take(/^ +/);
      if (end ? this.rest.startsWith(end) : this.rest === "") break;
      if (this.rest === "") this.fail(`${end} is missing`);
      found.push(read());
    }
    this.rest = this.rest.slice(end.length);
    return found;
  }

  /** `name=value`, `!name`, `$name` or a value alone. */
  part() {
    if (this.take(/^!/)) return { gone: this.take(NAME) ?? this.fail("a name is missing") };
    if (this.take(/^\$/)) return { known: this.take(WORD) ?? this.fail("a name is missing") };
    const assigned = this.take(/^\w+=/);
    if (!assigned) return { value: this.value() };
    const name = assigned.slice(0, -1);
    return this.take(/^\$/) ? { name, known: this.take(WORD) } : { name, value: this.value() };
  }

  value() {
    if (this.take(/^\{/)) return membersOf(this.until("}", () => this.part()));
    if (this.take(/^\[/)) return this.until("]", () => this.value());
    if (this.take(/^\(/)) return choiceOf(this.until(")", () => this.value()));
    if (this.rest.startsWith("'")) return this.pair(this.take(/^'[^']*'/) ?? this.fail("a quote is missing"));
    const method = this.take(METHODS);
    if (method) return { method: method.slice(0, -1), path: this.text() };
    if (/^[-\d]/.test(this.rest) && !/^-(?=[\s)]|$)/.test(this.rest)) return Number(this.take(NUMBER));
    const quoted = this.rest.startsWith('"');
    const zh = this.text();
    if (this.take(/^\|/)) return { zh, en: this.text() };
    if (!quoted && zh === "true") return true;
    if (!quoted && zh === "false") return false;
    return !quoted && zh === "null" ? null : zh;
  }

  pair(quoted) {
    const [zh, en] = quoted.slice(1, -1).split("|");
    return en === undefined ? this.fail("a label has two texts") : { zh, en };
  }

  text() {
    const quoted = this.take(QUOTED);
    if (quoted !== undefined) return JSON.parse(quoted);
    return this.take(WORD) ?? this.fail("a value is missing");
  }
}

const isLabel = (value) => typeof value === "object" && value !== null && "zh" in value;

/** A bare word says that something is so, a number alone is a width. */
function membersOf(parts) {
  const bare = (value) => (typeof value === "number" ? ["width", value] : [value, true]);
  return Object.fromEntries(parts.map(({ name, gone, value }) => (gone ? [gone, null] : name ? [name, value] : bare(value))));
}

function choiceOf(parts) {
  const [value, label, tone] = isLabel(parts[0]) ? [parts[0].zh, ...parts] : parts;
  return tone === "-" ? { value, label } : { value, label, tone: tone ?? "neutral" };
}

const partsOf = (line) => {
  const reader = new Reader(line);
  return reader.until("", () => reader.part());
};

// What is usual

/** What is usual goes where nothing is said; what is said to be nothing goes. */
function fill(members, usual) {
  const filled = { ...usual, ...members };
  for (const name of Object.keys(filled)) if (filled[name] === null || filled[name] === undefined) delete filled[name];
  return filled;
}

/** What is said by its name alone is as usual. */
function lengthen(members, usual) {
  for (const [name, value] of Object.entries(usual)) if (members[name] === true) members[name] = value;
  return members;
}

/** Calls that begin with `./` begin with the path of their list or form. */
function absolute(value, base) {
  if (typeof value === "string") return value.startsWith("./") ? base + value.slice(1) : value;
  if (Array.isArray(value)) return value.map((each) => absolute(each, base));
  if (typeof value !== "object" || value === null) return value;
  const each = ([name, of]) => [name, name === "fields" || name === "lines" ? of : absolute(of, base)];
  return Object.fromEntries(Object.entries(value).map(each));
}

const folder = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
const asField = (column) => Object.fromEntries(Object.entries(column).filter(([name]) => !OF_COLUMNS.includes(name)));

// Lines

/** Lines with those that stand deeper below them. */
function treeOf(text) {
  const root = { below: [] };
  const open = [root];
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const depth = line.length - line.trimStart().length;
    const node = { line, below: [] };
    if (!open[depth]) throw new Error(`too deep: ${line.trim()}`);
    open[depth].below.push(node);
    open.length = depth + 1;
    open.push(node);
  }
  return root.below;
}

/** Lines that stand under headings of the same depth. */
function groupsOf(lines, ...names) {
  const groups = names.map(() => []);
  let open = -1;
  for (const each of lines) {
    const heading = names.indexOf(each.line.trim());
    if (heading >= 0) open = heading;
    else groups[open].push(each);
  }
  return groups;
}

/** A file that is being read: what its head tells, and the pages that are tabs of one. */
class Room {
  choices = new Map();
  fields = new Map();
  buttons = new Map();
  tabs = new Map();
  /** The right of the first list that has a form, by the key of the form. */
  rights = new Map();

  /** The members that parts tell, with the choices they name. */
  members(parts) {
    const named = ({ name, known, ...rest }) => (name && known ? { name, value: structuredClone(this.choices.get(known) ?? missing(known)) } : { name, known, ...rest });
    return membersOf(parts.map(named));
  }

  field(parts, column) {
    const [first] = parts;
    if (first.known && !first.name) {
      const known = structuredClone(this.fields.get(first.known) ?? missing(first.known));
      return fill(this.members(parts.slice(1)), column ? known : asField(known));
    }
    const [name, kind, label] = parts.map(({ value }) => value);
    const labelled = !parts[2]?.name && isLabel(label);
    const told = { name, ...(labelled ? { label } : {}), kind, ...this.members(parts.slice(labelled ? 3 : 2)) };
    return fill(told, { ...USUAL_OF_FIELD[kind], ...(column ? USUAL_OF_COLUMN : {}) });
  }

  section({ line, below }) {
    const [{ value: key }, ...parts] = partsOf(line);
    const labelled = parts[0] && !parts[0].name && isLabel(parts[0].value);
    const own = labelled ? { label: parts.shift().value } : {};
    return { key, ...own, ...this.members(parts), fields: below.map((each) => this.field(partsOf(each.line), false)) };
  }

  filter(line) {
    const parts = partsOf(line);
    const at = parts.findIndex(({ name, value }) => !name && value === "/");
    const field = this.field(at < 0 ? parts : parts.slice(0, at), false);
    const { nameless, ...own } = at < 0 ? {} : this.members(parts.slice(at + 1));
    const kind = own.kind ?? LOOKED_FOR[field.kind];
    const contains = kind === "contains";
    const { name, label } = field;
    const filter = fill(lengthen(own, contains ? {} : MANY), { name, label, kind, initial: "", main: true, ...(contains ? MANY : {}) });
    if (nameless) delete field.name;
    return { ...filter, field };
  }

  /** A button with its paths as they are written. */
  button({ line, below }) {
    const [first, ...parts] = partsOf(line);
    if (first.known) return fill(this.members(parts), structuredClone(this.buttons.get(first.known) ?? missing(first.known)));
    const own = { code: first.value, action: parts.shift().value };
    if (PLACES.includes(parts[0]?.value) && !parts[0].name) own.place = parts.shift().value;
    if (parts[0] && !parts[0].name && isLabel(parts[0].value)) own.label = parts.shift().value;
    if (parts[0]?.value?.method && !parts[0].name) own.call = parts.shift().value;
    const told = lengthen({ ...own, ...this.members(parts) }, { first: `${own.call?.path ?? ""}/first` });
    const lines = below.find((each) => each.line.trim() === "lines");
    const fields = below.filter((each) => each !== lines).map((each) => this.field(partsOf(each.line), false));
    if (fields.length > 0) told.fields = fields;
    if (lines) told.lines = lines.below.map((each) => this.section(each));
    return fill(told, USUAL_OF_BUTTON[own.action] ?? { place: "row" });
  }

  list({ line, below }) {
    const [, { value: key }, { value: path }, { value: title }, ...parts] = partsOf(line);
    const { at, member, ...own } = this.members(parts);
    const call = own.call ?? `${at}/page`;
    const base = folder(call);
    const [columns, filters, buttons] = groupsOf(below, "columns", "filters", "buttons");
    const list = { key, path, title, ...lengthen(own, { form: `${key.slice(0, key.lastIndexOf("."))}.form`, batchCall: "./batch" }), call };
    list.columns = columns.map((each) => this.field(partsOf(each.line), true));
    list.filters = filters.map((each) => absolute(this.filter(each.line), base));
    list.buttons = buttons.map((each) => absolute(this.button(each), base));
    this.tabsOf(list);
    const exports = list.exportCall !== null;
    const exportCode = list.buttons.find(({ action }) => action === "export")?.code ?? "";
    const usual = { access: path.slice(1), rowKey: "id", sort: "", sizes: [10, 20, 50, 100, 500], totalCall: "./total", exportCall: "./exportExcel" };
    const { columns: read, filters: asked, buttons: done, ...head } = fill(list, { ...usual, ...(exports ? { printCall: "./print", exportCode } : {}) });
    if (head.form && !this.rights.has(head.form)) this.rights.set(head.form, head.access);
    return { list: { ...absolute(head, base), columns: read, filters: asked, buttons: done }, member };
  }

  /** Tabs over the rows, and the lists that are tabs of one page. */
  tabsOf(list) {
    if (typeof list.tabs === "string") {
      const { field } = list.filters.find(({ name }) => name === list.tabs);
      const options = [{ value: "", label: { zh: "全部", en: "All" } }, ...(field.options ?? []).map(({ value, label }) => ({ value, label: { ...label } }))];
      list.tabs = { filter: list.tabs, call: "./tabs", options };
    }
    if (!list.tabsOf) return;
    const told = typeof list.tabsOf === "string" || Array.isArray(list.tabsOf) ? { pages: list.tabsOf } : list.tabsOf;
    const pages = typeof told.pages === "string" ? this.tabs.get(told.pages) : told.pages;
    if (!this.tabs.has(list.key)) this.tabs.set(list.key, pages);
    const title = told.title ?? { ...list.title };
    list.tabsOf = fill({ ...told, title, pages: [...pages] }, { tab: { ...title } });
  }

  form({ line, below }) {
    const [, { value: key }, { value: title }, ...parts] = partsOf(line);
    const own = this.members(parts);
    const base = own.create?.path ?? folder(own.view);
    const usual = own.create ? { view: "./{id}", update: { method: "PUT", path: "./{id}" }, check: "./check" } : {};
    const form = absolute(fill({ key, title, ...own }, { ...usual, access: this.rights.get(key), versionField: "version" }), base);
    const isActions = (each) => each.line.trim() === "actions";
    form.sections = below.filter((each) => !isActions(each)).map((each) => this.section(each));
    const actions = below.find(isActions);
    if (actions) form.actions = actions.below.map((each) => absolute(this.button(each), base));
    return form;
  }

  board({ line, below }) {
    const [, { value: key }, { value: path }, { value: title }, ...parts] = partsOf(line);
    const [cards, reports] = below.map((each) => each.below);
    const card = ([{ value: name }, { value: label }, ...rest]) => ({ key: name, label, ...this.members(rest) });
    const report = (each) => (({ list, member }) => ({ member, list }))(this.list(each));
    return { key, path, title, ...this.members(parts), cards: cards.map((each) => card(partsOf(each.line))), reports: reports.map(report) };
  }
}

function missing(name) {
  throw new Error(`nothing at the head of the file is named ${name}`);
}

/** The lists, forms and boards of a file, and the sum that was written over them. */
export function readRoom(text) {
  const room = new Room();
  const found = { lists: [], forms: [], boards: [], sum: "" };
  for (const node of treeOf(text)) {
    const [kind, rest] = node.line.split(" ", 2);
    if (kind === "sum") found.sum = rest;
    else if (kind === "options") for (const { line } of node.below) keep(room.choices, line, (reader) => reader.until("", () => reader.value()));
    else if (kind === "fields") for (const { line } of node.below) keepField(room, line);
    else if (kind === "buttons") for (const each of node.below) keepButton(room, each);
    else if (kind === "list") found.lists.push(room.list(node).list);
    else if (kind === "form") found.forms.push(room.form(node));
    else if (kind === "board") found.boards.push(room.board(node));
    else throw new Error(`no such line: ${node.line}`);
  }
  return found;
}

function keep(known, line, read) {
  const reader = new Reader(line);
  const name = reader.take(WORD);
  known.set(name, read(reader));
}

/** Further definitions of a name are numbered: `state.2`. */
const plain = (name) => name.replace(/\.\d+$/, "");

function keepField(room, line) {
  const field = room.field(partsOf(line), true);
  room.fields.set(field.name, { ...field, name: plain(field.name) });
}

function keepButton(room, node) {
  const button = room.button(node);
  room.buttons.set(button.code, { ...button, code: plain(button.code) });
}

/** The text that a sum is over: members in order, as the writer has it. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return typeof value === "number" ? String(value) : JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
