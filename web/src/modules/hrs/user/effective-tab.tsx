import { Input, Select, Table } from "antd";
import { useMemo, useState } from "react";
import { type PermissionTree, pathOf } from "@/modules/hrs/common/permission-tree";
import type { RightNode } from "@/modules/hrs/user/override-model";
import { useClearSign } from "@/platform/fields/clear-sign";
import { useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ToneTag } from "@/platform/tone-tag";

const VIRTUAL_ABOVE = 50;

/** What is in force, one line for each node, and whence it comes: the state that is saved. */
export function EffectiveTab({ tree }: { tree: PermissionTree<RightNode> }) {
  const clearSign = useClearSign();
  const t = useText();
  const [words, setWords] = useState("");
  const [only, setOnly] = useState<"yes" | "no" | null>(null);
  const all = useMemo(() => tree.nodes.map((node) => ({ ...node, path: pathOf(tree, node.id) })), [tree]);
  const wanted = words.trim().toLowerCase();
  const rows = all.filter(({ path, code, source, effective }) => {
    if (only && effective !== (only === "yes")) return false;
    return !wanted || [path, code, source].some((text) => text.toLowerCase().includes(wanted));
  });
  const force = (effective: boolean) => t(effective ? "hrs:rights.inForce" : "hrs:rights.notInForce");
  return (
    <div>
      <div className="permission-find">
        <Input allowClear value={words} aria-label={t("hrs:rights.find")} placeholder={t("hrs:rights.find")} onChange={(event) => setWords(event.target.value)} />
        <Select
          allowClear={clearSign}
          value={only}
          aria-label={t("hrs:rights.force")}
          placeholder={t("hrs:rights.force")}
          options={[
            { value: "yes", label: force(true) },
            { value: "no", label: force(false) },
          ]}
          onChange={(next: "yes" | "no" | undefined) => setOnly(next ?? null)}
        />
        <span className="soft tabular" role="status">
          {t("platform:list.total", { total: rows.length })}
        </span>
      </div>
      <Table
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={false}
        virtual={rows.length > VIRTUAL_ABOVE}
        scroll={{ x: 640, y: TABLE_HEIGHT.large }}
        columns={[
          { dataIndex: "path", title: t("hrs:rights.permission"), width: 320, ellipsis: true },
          { dataIndex: "kind", title: t("hrs:rights.kind"), width: 72, render: (kind: number) => t(`hrs:kind.${kind}`) },
          {
            dataIndex: "effective",
            title: t("hrs:rights.force"),
            width: 96,
            render: (effective: boolean) => <ToneTag tone={effective ? "done" : "neutral"}>{force(effective)}</ToneTag>,
          },
          { dataIndex: "source", title: t("hrs:rights.source"), width: 152, ellipsis: true },
        ]}
      />
    </div>
  );
}
