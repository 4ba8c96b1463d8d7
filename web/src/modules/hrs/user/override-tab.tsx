import { Checkbox, Input, Radio } from "antd";
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";
import { type OutlineRow, type PermissionTree, ancestorsOf, outline, search } from "@/modules/hrs/common/permission-tree";
import { type OverrideState, type Overrides, type RightNode, NO_OVERRIDES, overridePath, withState } from "@/modules/hrs/user/override-model";
import type { Field } from "@/platform/contract";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";

const REASON_MAX = 200;

/** Until when, and why: the fields of one own right. */
export function overrideFields(): Field[] {
  return [
    { name: "until", kind: "day", label: labelPair("hrs:rights.until") },
    { name: "reason", kind: "text", required: true, maxLength: REASON_MAX, label: labelPair("hrs:rights.reason") },
  ];
}

interface OverrideTabProps {
  tree: PermissionTree<RightNode>;
  form: FormStore;
}

/** All nodes below each other, each of which follows the roles, is allowed or denied. */
export function OverrideTab({ tree, form }: OverrideTabProps) {
  const t = useText();
  const overrides = useValue<Overrides | undefined>(form, "overrides") ?? NO_OVERRIDES;
  const [words, setWords] = useState("");
  const [ownOnly, setOwnOnly] = useState(false);
  const [open, setOpen] = useState(() => firstOpen(tree, overrides));
  const looked = useDeferredValue(words);
  const shown = useMemo(() => shownNodes(tree, looked, ownOnly ? overrides : null), [tree, looked, ownOnly, overrides]);
  const rows = outline(tree, ({ id }) => shown !== null || open.has(id), ({ id }) => shown === null || shown.has(id));
  const fold = useCallback((id: string) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return (
    <div>
      <div className="permission-find">
        <Input
          allowClear
          value={words}
          aria-label={t("hrs:permission.find")}
          placeholder={t("hrs:permission.find")}
          onChange={(event) => setWords(event.target.value)}
        />
        <Checkbox checked={ownOnly} onChange={(event) => setOwnOnly(event.target.checked)}>
          {t("hrs:rights.ownOnly")}
        </Checkbox>
      </div>
      {rows.length === 0 && <p className="empty">{t("hrs:permission.notFound")}</p>}
      <ul className="override-list">
        {rows.map(({ node, depth, hasChildren }) => (
          <OverrideRow
            key={node.id}
            node={node}
            depth={depth}
            hasChildren={hasChildren}
            form={form}
            state={overrides[node.id]?.state ?? "role"}
            open={shown !== null || open.has(node.id)}
            // What is looked for is open as far as it goes.
            fold={shown === null ? fold : null}
          />
        ))}
      </ul>
    </div>
  );
}

/** The modules, and the way to what is set already. */
function firstOpen(tree: PermissionTree<RightNode>, overrides: Overrides): Set<string> {
  return new Set([...tree.roots.map(({ id }) => id), ...Object.keys(overrides).flatMap((id) => ancestorsOf(tree, id))]);
}

/** What a search and the wish to see only own rights leave; null when both are absent. */
function shownNodes(tree: PermissionTree<RightNode>, words: string, own: Overrides | null): Set<string> | null {
  const found = search(tree, words);
  if (!own) return found?.shown ?? null;
  const ids = Object.keys(own).filter((id) => !found || found.hits.has(id));
  return new Set(ids.flatMap((id) => [id, ...ancestorsOf(tree, id)]));
}

const STATES: OverrideState[] = ["role", "allow", "deny"];
const INDENT_PX = 20;

interface OverrideRowProps extends OutlineRow<RightNode> {
  form: FormStore;
  state: OverrideState;
  open: boolean;
  fold: ((id: string) => void) | null;
}

/** One node. Drawn again only when something of its own changes: a company has hundreds of nodes. */
const OverrideRow = memo(function OverrideRow({ node, depth, hasChildren, form, state, open, fold }: OverrideRowProps) {
  const t = useText();
  const finding = useFinding(form, overridePath(node.id, "state"));
  const set = (next: OverrideState) => form.set("overrides", withState((form.get("overrides") ?? {}) as Overrides, node.id, next));
  return (
    <li className={`override-row is-${state}`}>
      <div className="override-name" style={{ paddingInlineStart: depth * INDENT_PX }}>
        {hasChildren ? (
          <button
            type="button"
            className="permission-fold"
            aria-expanded={open}
            aria-label={t("hrs:permission.fold", { name: node.name })}
            disabled={fold === null}
            onClick={() => fold?.(node.id)}
          >
            <i className="menu-arrow" aria-hidden="true" />
          </button>
        ) : (
          <span className="permission-fold" />
        )}
        <span title={node.code}>{node.name}</span>
        <small className="soft">{t(`hrs:kind.${node.kind}`)}</small>
      </div>
      <div className="override-state" data-field={overridePath(node.id, "state")}>
        {!node.ofOrg && <small className="soft">{t("hrs:rights.notOfOrg")}</small>}
        <Radio.Group
          size="small"
          optionType="button"
          name={overridePath(node.id, "state")}
          value={state}
          aria-label={t("hrs:rights.stateOf", { name: node.name })}
          options={STATES.map((each) => ({
            value: each,
            label: t(`hrs:rights.${each}`),
            // A company cannot give what it does not hold itself.
            disabled: each === "allow" && !node.ofOrg,
          }))}
          onChange={(event) => set(event.target.value as OverrideState)}
        />
        {finding && <p className="finding">{finding.message}</p>}
      </div>
      {state !== "role" && (
        <div className="override-more">
          {overrideFields().map((field) => (
            <FormField key={field.name} form={form} field={field} path={overridePath(node.id, field.name)} />
          ))}
        </div>
      )}
    </li>
  );
});
