/** The declared tree beside a list; one of its branches narrows the list to what belongs to it. */
import { useQuery } from "@tanstack/react-query";
import { Input, Tree, TreeSelect } from "antd";
import { useMemo, useState } from "react";
import { useClearSign } from "@/platform/fields/clear-sign";
import { get } from "@/platform/call/client";
import type { ListPage } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import "@/platform/lists/branch-aside.css";
import { type Branch, filtersOf, findBranches, keyOf, wayTo } from "@/platform/lists/branches";
import type { ListUrl } from "@/platform/lists/list-url";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useNarrow } from "@/platform/use-narrow";

/** More branches than these are folded until one looks for them. */
const OPEN_AT_MOST = 30;

interface BranchAsideProps {
  page: ListPage;
  declared: NonNullable<ListPage["branches"]>;
  url: ListUrl;
}

export function BranchAside({ page, declared, url }: BranchAsideProps) {
  const narrow = useNarrow();
  const { call, filters: names } = declared;
  const { data, error, refetch } = useQuery({
    queryKey: ["list", page.key, "branches"],
    queryFn: () => get<Branch[]>(call, undefined, { quiet: true }),
  });
  const way = useMemo(() => wayTo(data ?? [], url.query.filters), [data, url.query.filters]);
  const choose = (branch: Branch | null) => url.filter(filtersOf(names, branch));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={6} />;
  const Drawn = narrow ? BranchSelect : BranchTree;
  return <Drawn branches={data} way={way} choose={choose} />;
}

interface BranchesProps {
  branches: Branch[];
  /** To the chosen one; empty: all rows are shown. */
  way: Branch[];
  choose(branch: Branch | null): void;
}

function BranchTree({ branches, way, choose }: BranchesProps) {
  const t = useText();
  const label = useLabel();
  const [words, setWords] = useState("");
  const found = useMemo(() => findBranches(branches, words), [branches, words]);
  const items = useMemo(() => itemsOf(found, label), [found, label]);
  const few = branches.reduce((sum, branch) => sum + branch.branches.length, 0) <= OPEN_AT_MOST;
  const chosen = way.at(-1);
  return (
    <nav className="branch-tree" aria-label={t("platform:list.branches")}>
      <Input
        allowClear
        size="small"
        value={words}
        aria-label={t("platform:list.findBranch")}
        placeholder={t("platform:list.findBranch")}
        onChange={(event) => setWords(event.target.value)}
      />
      <button type="button" className="branch-all" aria-pressed={!chosen} onClick={() => choose(null)}>
        {t("platform:list.allBranches")}
      </button>
      {found.length === 0 && <p className="drawer-note">{t("platform:list.noBranch")}</p>}
      <div className="branch-scroll">
        <Tree
          // What is found is to be seen, also below what was folded before.
          key={words}
          blockNode
          defaultExpandAll={few || words !== ""}
          defaultExpandedKeys={way.map(keyOf)}
          expandAction="click"
          aria-label={t("platform:list.branches")}
          selectedKeys={chosen ? [keyOf(chosen)] : []}
          treeData={items}
          onSelect={(_, { node, selected }) => choose(selected ? node.branch : null)}
        />
      </div>
    </nav>
  );
}

function BranchSelect({ branches, way, choose }: BranchesProps) {
  const clearSign = useClearSign();
  const t = useText();
  const label = useLabel();
  const items = useMemo(() => itemsOf(branches, label), [branches, label]);
  const chosen = way.at(-1);
  return (
    <TreeSelect
      className="wide"
      allowClear={clearSign}
      showSearch={{ treeNodeFilterProp: "title" }}
      fieldNames={{ value: "key", label: "title", children: "children" }}
      value={chosen ? keyOf(chosen) : null}
      aria-label={t("platform:list.branches")}
      placeholder={t("platform:list.allBranches")}
      treeData={items}
      onChange={(next: string | null | undefined) => choose(next ? (branchOf(items, next) ?? null) : null)}
    />
  );
}

interface Item {
  key: string;
  title: string;
  branch: Branch;
  children: Item[];
}

function itemsOf(branches: Branch[], label: (label: Branch["label"]) => string): Item[] {
  return branches.map((branch) => ({ key: keyOf(branch), title: label(branch.label), branch, children: itemsOf(branch.branches, label) }));
}

function branchOf(items: Item[], key: string): Branch | undefined {
  for (const item of items) {
    const found = item.key === key ? item.branch : branchOf(item.children, key);
    if (found) return found;
  }
  return undefined;
}
