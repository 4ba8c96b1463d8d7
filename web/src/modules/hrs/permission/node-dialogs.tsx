import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { type OpenNode, closeNode } from "@/modules/hrs/permission/node-store";
import { OrgGrants } from "@/modules/hrs/permission/org-grants";
import { put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { formByKey } from "@/platform/page-registry";

export function NodeDialogs({ open: node, list }: { open: OpenNode; list: ListContext }) {
  return node.dialog === "orgs" ? <OrgGrants open={node} list={list} /> : <MoveDialog node={node} list={list} />;
}

const PLACE = ["parentId", "sort"];

function MoveDialog({ node, list }: { node: OpenNode; list: ListContext }) {
  const t = useText();
  const fields = formByKey("hrs.permission.form")?.sections.flatMap((section) => section.fields) ?? [];
  const send = (body: Record<string, unknown>) => {
    const place = { version: node.version, parentId: null, ...body };
    return put(`/hrs/permissionNode/move/${encodeURIComponent(node.id)}`, place, { quiet: true });
  };
  return (
    <FieldsDialog
      title={t("hrs:grant.moveOf", { name: node.name })}
      note={t("hrs:grant.moveNote")}
      fields={fields.filter(({ name }) => PLACE.includes(name))}
      initial={{ parentId: node.parentId, sort: node.sort }}
      list={list}
      send={send}
      close={closeNode}
    />
  );
}
