/** 个人权限: what one user may do beside his roles, what is in force, and which orders he sees. */
import { Tabs } from "antd";
import { useMemo } from "react";
import { treeOf } from "@/modules/hrs/common/permission-tree";
import { VersionedDrawer } from "@/modules/hrs/common/versioned-drawer";
import { EffectiveTab } from "@/modules/hrs/user/effective-tab";
import { OrderVisibleTab } from "@/modules/hrs/user/order-visible-tab";
import { type Overrides, type UserRights, NO_OVERRIDES, overridePath, overridesBody, overridesOf, placeOverride } from "@/modules/hrs/user/override-model";
import { OverrideTab, overrideFields } from "@/modules/hrs/user/override-tab";
import { type Person, closeUser } from "@/modules/hrs/user/user-store";
import type { Finding } from "@/platform/contract";
import { fieldFinding } from "@/platform/forms/client-rules";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function RightsDrawer({ person, list }: { person: Person; list: ListContext }) {
  const t = useText();
  return (
    <VersionedDrawer<UserRights>
      title={t("hrs:user.rightsOf", { name: person.name })}
      size={960}
      path={`/hrs/userPermission/${encodeURIComponent(person.id)}`}
      values={overridesOf}
      body={overridesBody}
      check={check}
      place={placeOverride}
      stays
      note={(form) => <Count form={form} />}
      list={list}
      close={closeUser}
    >
      {(rights, form) => <Rights rights={rights} form={form} userId={person.id} />}
    </VersionedDrawer>
  );
}

function Rights({ rights, form, userId }: { rights: UserRights; form: FormStore; userId: string }) {
  const t = useText();
  const tree = useMemo(() => treeOf(rights.nodes), [rights]);
  return (
    <Tabs
      className="rights-tabs"
      // A finding on a pane that is not seen is told as a sentence; a mark on a hidden field would tell nothing.
      destroyOnHidden
      items={[
        { key: "own", label: t("hrs:rights.own"), children: <OverrideTab tree={tree} form={form} /> },
        { key: "effective", label: t("hrs:rights.effective"), children: <EffectiveTab tree={tree} /> },
        { key: "orders", label: t("hrs:rights.orders"), children: <OrderVisibleTab userId={userId} /> },
      ]}
    />
  );
}

/** Every own right has a reason; a date must be a day. */
function check(values: Values): Finding[] {
  return Object.entries((values["overrides"] ?? {}) as Overrides).flatMap(([id, own]) =>
    overrideFields().flatMap((field) => {
      const message = fieldFinding(field, own[field.name as "until" | "reason"]);
      return message ? [{ field: overridePath(id, field.name), severity: "error" as const, key: "client", message }] : [];
    }),
  );
}

function Count({ form }: { form: FormStore }) {
  const t = useText();
  const overrides = useValue<Overrides | undefined>(form, "overrides") ?? NO_OVERRIDES;
  return (
    <span className="soft tabular" role="status">
      {t("hrs:rights.count", { n: Object.keys(overrides).length })}
    </span>
  );
}
