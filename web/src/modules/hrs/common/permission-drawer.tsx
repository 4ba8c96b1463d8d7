/** The rights somebody has, to tick in a tree: a role, an edition, a company. */
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { PermissionModules, useTicked } from "@/modules/hrs/common/permission-modules";
import { type PermissionNode, count, search, treeOf } from "@/modules/hrs/common/permission-tree";
import { VersionedDrawer } from "@/modules/hrs/common/versioned-drawer";
import { get } from "@/platform/call/client";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

export interface Granted {
  version: number;
  permissionIds: string[];
  /** The tree, where it comes with the ticks. */
  nodes?: PermissionNode[];
}

/** Sorted, so that a tick given and taken again leaves nothing unsaved. */
export const sortedIds = (ids: Iterable<unknown>): string[] => [...ids].map(String).toSorted();
const idsOf = (data: Granted): Values => ({ ids: sortedIds(data.permissionIds) });
const bodyOf = ({ ids }: Values): Values => ({ permissionIds: ids });

interface PermissionDrawerProps<T extends Granted> {
  title: string;
  /** The ticks: read by GET, saved by PUT. */
  path: string;
  /** Where the tree is read when it does not come with the ticks. */
  treePath?: string;
  /** What is edited beside the ticks, and what is sent of it; stands outside the component. */
  values?(data: T): Values;
  body?(values: Values): Values;
  /** Above the tree. */
  head?(data: T, form: FormStore): ReactNode;
  list: ListContext;
  close(): void;
}

export function PermissionDrawer<T extends Granted>({ title, path, treePath, values = idsOf, body = bodyOf, head, list, close }: PermissionDrawerProps<T>) {
  const tree = useQuery({
    queryKey: ["hrs-permission-tree", treePath],
    enabled: treePath !== undefined,
    queryFn: () => get<PermissionNode[]>(treePath ?? "", undefined, { quiet: true }),
  });
  const nodesOf = (data: T) => data.nodes ?? tree.data;
  return (
    <VersionedDrawer<T>
      title={title}
      size={960}
      path={path}
      values={values}
      body={body}
      note={(form, data) => {
        const nodes = nodesOf(data);
        return nodes && <Count nodes={nodes} form={form} before={data.permissionIds} />;
      }}
      list={list}
      close={close}
    >
      {(data, form) => {
        const nodes = nodesOf(data);
        if (nodes) return <Permissions nodes={nodes} form={form} head={head?.(data, form)} />;
        return tree.error ? <LoadFailed message={tree.error.message} retry={() => void tree.refetch()} /> : <PageLoading rows={8} />;
      }}
    </VersionedDrawer>
  );
}

interface PermissionsProps {
  nodes: PermissionNode[];
  form: FormStore;
  head?: ReactNode;
}

function Permissions({ nodes, form, head }: PermissionsProps) {
  const t = useText();
  const tree = useMemo(() => treeOf(nodes), [nodes]);
  const [words, setWords] = useState("");
  const looked = useDeferredValue(words);
  const found = useMemo(() => search(tree, looked), [tree, looked]);
  return (
    <div className="permission-tree">
      {head}
      <div className="permission-find">
        <Input
          allowClear
          value={words}
          aria-label={t("hrs:permission.find")}
          placeholder={t("hrs:permission.find")}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="soft">{t("hrs:permission.hint")}</p>
      </div>
      {found?.hits.size === 0 && <p className="empty">{t("hrs:permission.notFound")}</p>}
      <PermissionModules tree={tree} form={form} found={found} />
    </div>
  );
}

/** How many are ticked, and what saving would change. */
function Count({ nodes, form, before }: PermissionsProps & { before: string[] }) {
  const t = useText();
  const ticked = useTicked(form);
  const { ticked: n, total } = count(nodes.map(({ id }) => id), ticked);
  const had = useMemo(() => new Set(before.map(String)), [before]);
  const more = nodes.filter(({ id }) => ticked.has(id) && !had.has(id));
  const less = nodes.filter(({ id }) => !ticked.has(id) && had.has(id));
  const names = (list: PermissionNode[]) => list.map(({ name }) => name).join("、");
  return (
    <span className="soft tabular" role="status">
      {t("hrs:permission.count", { n, total })}
      {more.length > 0 && <span title={names(more)}>{t("hrs:permission.more", { n: more.length, names: shortly(names(more)) })}</span>}
      {less.length > 0 && <span title={names(less)}>{t("hrs:permission.less", { n: less.length, names: shortly(names(less)) })}</span>}
    </span>
  );
}

const SHOWN_MAX = 24;

/** The beginning of a long list of names. */
function shortly(names: string): string {
  return names.length > SHOWN_MAX ? `${names.slice(0, SHOWN_MAX)}…` : names;
}
