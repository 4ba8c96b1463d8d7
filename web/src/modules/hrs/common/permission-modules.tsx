/** The tree of permissions to tick: one part for each module, its pages below each other, their buttons as chips. */
import { memo, useCallback, useMemo, useState } from "react";
import {
  BUTTON,
  type Found,
  type PermissionNode,
  type PermissionTree,
  type Ticked,
  count,
  outline,
  tick,
  toggle,
  untick,
  wholeOf,
} from "@/modules/hrs/common/permission-tree";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

/** The tick marks live as a sorted list in the form; ids this company does not see now stay in it. */
export function useTicked(form: FormStore): Set<string> {
  const ids = useValue<string[] | undefined>(form, "ids");
  return useMemo(() => new Set(ids), [ids]);
}

interface PermissionModulesProps {
  tree: PermissionTree;
  form: FormStore;
  found: Found | null;
}

export function PermissionModules({ tree, form, found }: PermissionModulesProps) {
  const ticked = useTicked(form);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback(
    (next: (now: Ticked) => Set<string>) => {
      const now = new Set(form.get("ids") as string[]);
      form.set("ids", [...next(now)].toSorted());
    },
    [form],
  );
  const flip = useCallback((id: string) => change((now) => toggle(tree, now, id)), [change, tree]);
  const fold = (id: string) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const roots = tree.roots.filter(({ id }) => !found || found.shown.has(id));
  return (
    <>
      {roots.map((root) => (
        <Module
          key={root.id}
          tree={tree}
          root={root}
          found={found}
          ticked={ticked}
          // What was found is to be seen.
          open={found !== null || !folded.has(root.id)}
          fold={() => fold(root.id)}
          flip={flip}
          all={(on) => change((now) => (on ? tick : untick)(tree, now, wholeOf(tree, root, found)))}
        />
      ))}
    </>
  );
}

interface ModuleProps {
  tree: PermissionTree;
  root: PermissionNode;
  found: Found | null;
  ticked: Ticked;
  open: boolean;
  fold(): void;
  flip(id: string): void;
  all(on: boolean): void;
}

function Module({ tree, root, found, ticked, open, fold, flip, all }: ModuleProps) {
  const t = useText();
  const shown = (node: PermissionNode) => !found || found.shown.has(node.id);
  const buttonsOf = (node: PermissionNode) => (tree.children.get(node.id) ?? []).filter((each) => each.kind === BUTTON && shown(each));
  const rows = outline(tree, () => true, (node) => node.kind !== BUTTON && shown(node), tree.children.get(root.id) ?? []);
  const { ticked: n, total } = count(wholeOf(tree, root, null), ticked);
  return (
    <section className="permission-module" aria-label={root.name}>
      <header>
        <button type="button" className="permission-fold" aria-expanded={open} aria-label={t("hrs:permission.fold", { name: root.name })} onClick={fold}>
          <i className="menu-arrow" aria-hidden="true" />
        </button>
        <Tick node={root} on={ticked.has(root.id)} flip={flip} />
        <span className="soft tabular">{t("hrs:permission.part", { n, total })}</span>
        <span className="top-space" />
        <button type="button" className="text-button" aria-label={t("hrs:permission.allOf", { name: root.name })} onClick={() => all(true)}>
          {t("hrs:permission.all")}
        </button>
        <button type="button" className="text-button" aria-label={t("hrs:permission.noneOf", { name: root.name })} onClick={() => all(false)}>
          {t("hrs:permission.none")}
        </button>
      </header>
      {open && (
        <ul>
          {[{ node: root, depth: 0 }, ...rows].map(({ node, depth }) => {
            const buttons = buttonsOf(node);
            // The module itself stands in the head; only buttons of its own need a line.
            if (node === root && buttons.length === 0) return null;
            const marks = [node, ...buttons].map(({ id }) => (ticked.has(id) ? "1" : "0")).join("");
            return <PageLine key={node.id} node={node} depth={depth} buttons={buttons} marks={marks} headed={node === root} flip={flip} />;
          })}
        </ul>
      )}
    </section>
  );
}

interface PageLineProps {
  node: PermissionNode;
  depth: number;
  buttons: PermissionNode[];
  /** "1" or "0" for the page and each of its buttons. */
  marks: string;
  /** The node has its tick in the head of the module. */
  headed: boolean;
  flip(id: string): void;
}

/** One page. Drawn again only when one of its own marks changes: a company has hundreds of pages. */
const PageLine = memo(
  function PageLine({ node, depth, buttons, marks, headed, flip }: PageLineProps) {
    return (
      <li className="permission-line">
        <span className="permission-page" style={{ paddingInlineStart: depth * INDENT_PX }}>
          {!headed && <Tick node={node} on={marks[0] === "1"} flip={flip} />}
        </span>
        {buttons.length > 0 && (
          <span className="permission-chips" role="group" aria-label={node.name}>
            {buttons.map((button, at) => (
              <label key={button.id} className="permission-chip" title={button.code}>
                <input type="checkbox" checked={marks[at + 1] === "1"} onChange={() => flip(button.id)} />
                {button.name}
              </label>
            ))}
          </span>
        )}
      </li>
    );
  },
  (before, now) =>
    before.marks === now.marks &&
    before.node === now.node &&
    before.depth === now.depth &&
    before.flip === now.flip &&
    before.buttons.every((button, at) => button === now.buttons[at]) &&
    before.buttons.length === now.buttons.length,
);

const INDENT_PX = 20;

function Tick({ node, on, flip }: { node: PermissionNode; on: boolean; flip(id: string): void }) {
  return (
    <label className="check permission-tick" title={node.code}>
      <input type="checkbox" checked={on} onChange={() => flip(node.id)} />
      {node.name}
    </label>
  );
}
