import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useAccessRecords } from "@/app/shell/access-records";
import { openAssistant } from "@/app/shell/assistant-store";
import { manualName, searchManual } from "@/app/shell/manual";
import { goToMenu, menuHref } from "@/app/shell/menus";
import {
  type Found,
  NUMBERED,
  type NumberKind,
  PARTNERS,
  RESULTS_MAX,
  findMenus,
  findNumbers,
  findPartners,
  isName,
  isNumber,
  menuIndex,
} from "@/app/shell/palette-search";
import { findCustomers, newOrderHref, wishedOrders } from "@/app/shell/palette-actions";
import { closePalette } from "@/app/shell/palette-store";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";
import { openKeySheet } from "@/platform/keys/key-sheet-store";
import { goTo } from "@/platform/navigate";
import { usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import { useReturnedFocus } from "@/platform/use-returned-focus";
import "./palette.css";

/** One line to choose. */
interface Hit {
  key: string;
  title: string;
  note: string;
  /** Absent where a line opens no page. */
  href?: string;
  act(): void;
}

interface Part {
  title: string;
  hits: Hit[];
}

/** Finds menus and numbers from anywhere, by keyboard alone. */
export default function Palette() {
  const t = useText();
  useReturnedFocus();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const { parts, note } = useParts(text);
  const hits = parts.flatMap((part) => part.hits);
  const [at, setAt] = useState(0);
  const active = Math.min(at, hits.length - 1);
  const run = (hit: Hit) => {
    closePalette();
    hit.act();
  };
  return (
    <Modal
      open
      width={620}
      className="palette"
      style={{ top: 72 }}
      title={<span className="sr-only">{t("app:palette.title")}</span>}
      closable={false}
      footer={null}
      transitionName=""
      maskTransitionName=""
      // Who opens the palette wants to type.
      afterOpenChange={() => input.current?.focus()}
      onCancel={closePalette}
    >
      <input
        className="palette-input"
        ref={input}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls="palette-hits"
        aria-activedescendant={hits[active] && `hit-${hits[active].key}`}
        aria-label={t("app:palette.title")}
        placeholder={t("app:palette.hint")}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => press(event, { hits, active, setAt, run })}
      />
      <Hits parts={parts} active={hits[active]} run={run} />
      <p className="palette-note" role="status">
        {note}
      </p>
    </Modal>
  );
}

interface Pressed {
  hits: Hit[];
  active: number;
  setAt(at: number): void;
  run(hit: Hit): void;
}

function press(event: KeyboardEvent, { hits, active, setAt, run }: Pressed): void {
  const hit = hits[active];
  // The Enter that ends the choice of Chinese characters belongs to the input method.
  if (!hit || event.nativeEvent.isComposing) return;
  if (event.key === "ArrowDown") setAt((active + 1) % hits.length);
  else if (event.key === "ArrowUp") setAt((active - 1 + hits.length) % hits.length);
  else if (event.key !== "Enter") return;
  else if ((event.ctrlKey || event.metaKey) && hit.href) window.open(hit.href, "_blank", "noopener");
  else run(hit);
  event.preventDefault();
}

/** Recent visits before anything is typed; then menus, partners, and what bears a number where the text looks like one. */
function useParts(text: string): { parts: Part[]; note: string } {
  const t = useText();
  const { recent } = useAccessRecords();
  const tree = usePermission((state) => state.tree);
  const index = useMemo(() => menuIndex(tree ?? []), [tree]);
  const numbers = useFound(text, NUMBER_SEARCH);
  const partners = useFound(text, PARTNER_SEARCH);
  const held = useSession((state) => state.buttons);
  const wishes = useMemo(() => wishedOrders(text, held ?? []), [text, held]);
  const customer = useSettled(wishes.find((wish) => wish.customer)?.customer ?? "");
  const { data: customers } = useQuery({
    queryKey: ["palette", "customers", customer],
    enabled: customer !== "",
    queryFn: ({ signal }) => findCustomers(customer, signal),
  });
  const manual = useFound(text, MANUAL_SEARCH);
  if (!text.trim()) {
    const visited = recent.map(({ permissionId: id, permissionName: name, path }) => menuHit({ id, name, path, trail: [] }));
    return { parts: filled([{ title: t("app:nav.recent"), hits: visited }]), note: visited.length > 0 ? "" : t("app:palette.start") };
  }
  const actions = wishes.flatMap(({ prefix, title, customer }) => {
    const hit = (key: string, named: string, note: string, coopId?: string): Hit => {
      const href = newOrderHref(prefix, coopId);
      return { key: `new-${prefix}-${key}`, title: named, note, href, act: () => goTo(href) };
    };
    if (!customer) return [hit("", title, "")];
    return (customers ?? []).map(({ value, label, hint }) => hit(value, t("app:palette.newFor", { title, name: label }), hint ?? "", value));
  });
  const menus = findMenus(index, text).map(menuHit);
  const keys = t("platform:keys.title");
  if (keys.toLowerCase().includes(text.trim().toLowerCase())) menus.push({ key: "keys", title: keys, note: "?", act: openKeySheet });
  const assistant = t("app:ball.title");
  if (assistant.toLowerCase().includes(text.trim().toLowerCase())) menus.push({ key: "assistant", title: assistant, note: "", act: openAssistant });
  const numbered = numbers.found.length;
  const names = partners.found.map((partner) => foundHit("p", partner));
  const parts = filled([
    { title: t("app:palette.actions"), hits: actions },
    { title: t("app:palette.menus"), hits: menus.slice(0, RESULTS_MAX - numbered - names.length) },
    ...KINDS.map(([kind, title]) => ({
      title: t(title),
      hits: numbers.found.filter((each) => each.kind === kind).map((each) => foundHit(kind, each)),
    })),
    { title: t("app:palette.partners"), hits: names },
    { title: t("app:user.manual"), hits: manual.found.map((part) => foundHit("h", part)) },
  ]);
  // Of older numbers no parts are looked for.
  const nothing = isNumber(text) ? "app:palette.noNumber" : "app:palette.nothing";
  const note = numbers.note || partners.note || (parts.length === 0 ? nothing : "");
  return { parts, note: note && t(note) };
}

const filled = (parts: Part[]): Part[] => parts.filter(({ hits }) => hits.length > 0);

function menuHit(menu: { id: string; name: string; path: string; trail: string[] }): Hit {
  return { key: `m-${menu.id}`, title: menu.name, note: menu.trail.join(" / "), href: menuHref(menu), act: () => goToMenu(menu) };
}

function foundHit(kind: string, { id, title, note, href }: Found): Hit {
  return { key: `${kind}-${id}`, title, note, href, act: () => goTo(href) };
}

/** The parts what bears a number is shown in. */
const KINDS: [NumberKind, string][] = [
  ["ORDER", "app:palette.orders"],
  ["WAYBILL", "app:palette.waybills"],
  ["MASTER", "app:palette.masters"],
];

/** Something looked for on the server. */
interface Search {
  name: string;
  /** Pages of which its user must hold one; null: it is everybody's. */
  access: string[] | null;
  fits(text: string): boolean;
  find(text: string, signal: AbortSignal): Promise<Found[]>;
  searching: string;
  failed: string;
}

const NUMBER_SEARCH: Search = {
  name: "numbers",
  access: NUMBERED,
  fits: isNumber,
  find: findNumbers,
  searching: "app:palette.searching",
  failed: "app:palette.numbersFailed",
};
const PARTNER_SEARCH: Search = {
  name: "partners",
  access: [PARTNERS.access],
  fits: isName,
  find: findPartners,
  searching: "app:palette.searchingNames",
  failed: "app:palette.partnersFailed",
};

/** Most parts of the manual a text brings. */
const MANUAL_MAX = 3;
/** What fails here is found in the manual itself; nothing is said. */
const MANUAL_SEARCH: Search = {
  name: "manual",
  access: null,
  fits: (text) => isName(text) && !isNumber(text),
  find: async (text, signal) =>
    (await searchManual(text.trim(), signal)).slice(0, MANUAL_MAX).map((part) => ({ id: part.url, title: manualName(part), note: "", href: part.url })),
  searching: "",
  failed: "",
};

/** What is found for who may open it, and what to say meanwhile. */
function useFound(text: string, search: Search): { found: Found[]; note: string } {
  const settled = useSettled(text);
  const may = usePermission((state) => search.access === null || search.access.some((path) => state.paths.has(path)));
  const enabled = may && search.fits(text);
  const { data, isFetching, isError } = useQuery({
    queryKey: ["palette", search.name, settled.trim()],
    enabled: enabled && search.fits(settled),
    queryFn: ({ signal }) => search.find(settled, signal),
  });
  const behind = settled !== text;
  const note = isError ? search.failed : isFetching || behind ? search.searching : "";
  return { found: enabled && !behind && data ? data : [], note: enabled ? note : "" };
}

interface HitsProps {
  parts: Part[];
  active: Hit | undefined;
  run(hit: Hit): void;
}

function Hits({ parts, active, run }: HitsProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active?.key]);
  return (
    <div className="palette-hits" id="palette-hits" role="listbox" aria-label={t("app:palette.results")} ref={box}>
      {parts.map(({ title, hits }) => (
        <div key={title} role="group" aria-label={title}>
          <p className="palette-part" aria-hidden="true">
            {title}
          </p>
          {hits.map((hit) => (
            <HitLine key={hit.key} hit={hit} active={hit === active} run={run} />
          ))}
        </div>
      ))}
    </div>
  );
}

function HitLine({ hit, active, run }: { hit: Hit; active: boolean; run(hit: Hit): void }) {
  const click = (event: MouseEvent) => {
    // The browser's own ways of opening a link stay as they are.
    if (hit.href && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return;
    event.preventDefault();
    run(hit);
  };
  return (
    <a className="palette-hit" id={`hit-${hit.key}`} role="option" aria-selected={active} tabIndex={-1} href={hit.href} onClick={click}>
      <span className="palette-title">{hit.title}</span>
      <span className="palette-trail">{hit.note}</span>
    </a>
  );
}
