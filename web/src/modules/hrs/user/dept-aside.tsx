import { useQuery } from "@tanstack/react-query";
import { Input, Tree, TreeSelect } from "antd";
import { useMemo, useState } from "react";
import { type Dept, type DeptNode, deptAddress, deptTree, findDepts } from "@/modules/hrs/user/dept-model";
import { useClearSign } from "@/platform/fields/clear-sign";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import { useNarrow } from "@/platform/use-narrow";

/** The departments; one of them shows its users and those below. */
export function DeptAside({ list }: { list: ListContext }) {
  const narrow = useNarrow();
  const { pathname, searchStr } = usePageLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ["list", "hrs.user.list", "depts"],
    queryFn: () => get<Dept[]>("/hrs/dept/tree", undefined, { quiet: true }),
  });
  const nodes = useMemo(() => deptTree(data ?? []), [data]);
  const chosen = list.filters["deptId"] ?? null;
  const choose = (id: string | null) => goTo(deptAddress(pathname, searchStr, id));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (narrow) return <DeptSelect nodes={nodes} chosen={chosen} choose={choose} />;
  return data ? <DeptTree nodes={nodes} chosen={chosen} choose={choose} /> : <PageLoading rows={6} />;
}

interface DeptProps {
  nodes: DeptNode[];
  chosen: string | null;
  choose(id: string | null): void;
}

function DeptTree({ nodes, chosen, choose }: DeptProps) {
  const t = useText();
  const [words, setWords] = useState("");
  const found = useMemo(() => findDepts(nodes, words), [nodes, words]);
  return (
    <nav className="dept-tree" aria-label={t("hrs:user.depts")}>
      <Input
        allowClear
        size="small"
        value={words}
        aria-label={t("hrs:user.findDept")}
        placeholder={t("hrs:user.findDept")}
        onChange={(event) => setWords(event.target.value)}
      />
      <button type="button" className="dept-all" aria-pressed={chosen === null} onClick={() => choose(null)}>
        {t("hrs:user.allDepts")}
      </button>
      {found.length === 0 && <p className="drawer-note">{t("hrs:user.noDept")}</p>}
      <div className="dept-scroll">
        <Tree
          // What is found is to be seen, also below what was folded before.
          key={words}
          blockNode
          defaultExpandAll
          aria-label={t("hrs:user.depts")}
          selectedKeys={chosen ? [chosen] : []}
          treeData={treeData(found)}
          titleRender={({ dept }) => <DeptTitle dept={dept} />}
          onSelect={(keys) => choose(keys[0] === undefined ? null : String(keys[0]))}
        />
      </div>
    </nav>
  );
}

interface DeptItem {
  key: string;
  dept: Dept;
  children: DeptItem[];
}

function treeData(nodes: DeptNode[]): DeptItem[] {
  return nodes.map(({ dept, children }) => ({ key: dept.id, dept, children: treeData(children) }));
}

function DeptTitle({ dept }: { dept: Dept }) {
  const t = useText();
  return (
    <span className={dept.active ? "dept-title" : "dept-title is-stopped"} title={dept.fullName}>
      <span>{dept.deptName}</span>
      {!dept.active && <small>{t("hrs:user.stoppedDept")}</small>}
      {dept.actual !== null && <small className="tabular">{formatFigure(dept.actual, 0)}</small>}
    </span>
  );
}

function DeptSelect({ nodes, chosen, choose }: DeptProps) {
  const clearSign = useClearSign();
  const t = useText();
  return (
    <TreeSelect
      className="wide"
      allowClear={clearSign}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: "title" }}
      value={chosen}
      aria-label={t("hrs:user.depts")}
      placeholder={t("hrs:user.allDepts")}
      treeData={selectData(nodes)}
      onChange={(next: string | null | undefined) => choose(next ?? null)}
    />
  );
}

interface SelectItem {
  value: string;
  title: string;
  children: SelectItem[];
}

function selectData(nodes: DeptNode[]): SelectItem[] {
  return nodes.map(({ dept, children }) => ({ value: dept.id, title: dept.deptName, children: selectData(children) }));
}
