/** 分配用户: who holds a role. */
import { PeopleList } from "@/modules/hrs/common/people-list";
import { VersionedDrawer } from "@/modules/hrs/common/versioned-drawer";
import { type OpenRole, closeRole } from "@/modules/hrs/role/role-store";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

interface RoleUsers {
  version: number;
  userIds: string[];
  /** Whom the role can be given to; others who hold it keep it untold. */
  users: { id: string; name: string; deptName: string | null }[];
}

const values = (data: RoleUsers): Values => ({ ids: data.userIds.map(String).toSorted() });
const body = ({ ids }: Values): Values => ({ userIds: ids });

export function UserDrawer({ role, list }: { role: OpenRole; list: ListContext }) {
  const t = useText();
  return (
    <VersionedDrawer<RoleUsers>
      title={t("hrs:role.usersOf", { name: role.name })}
      size={800}
      path={`/hrs/roleUser/${encodeURIComponent(role.id)}`}
      values={values}
      body={body}
      list={list}
      close={closeRole}
    >
      {(data, form) => <Holders users={data.users} form={form} />}
    </VersionedDrawer>
  );
}

function Holders({ users, form }: { users: RoleUsers["users"]; form: FormStore }) {
  const t = useText();
  const ids = useValue<string[]>(form, "ids");
  const set = (next: Iterable<string>) => form.set("ids", [...next].toSorted());
  const holds = new Set(ids);
  const people = users.map(({ id, name, deptName }) => ({ id: String(id), name, hint: deptName ?? "" }));
  const give = (given: string[]) => set(new Set([...ids, ...given]));
  const take = (taken: string[]) => set(ids.filter((id) => !taken.includes(id)));
  return (
    <div className="people-lists">
      <PeopleList title={t("hrs:role.free")} act={t("hrs:role.give")} people={people.filter(({ id }) => !holds.has(id))} move={give} />
      <PeopleList title={t("hrs:role.holders")} act={t("hrs:role.take")} people={people.filter(({ id }) => holds.has(id))} move={take} />
    </div>
  );
}
