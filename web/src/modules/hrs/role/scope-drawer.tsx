/** 数据范围: whose orders, partners, inquiries and settlement documents a role sees. */
import { Select } from "antd";
import { VersionedDrawer } from "@/modules/hrs/common/versioned-drawer";
import { type OpenRole, closeRole } from "@/modules/hrs/role/role-store";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { SCOPES } from "@/platform/scopes";

type Levels = Record<string, number>;

interface RoleScope {
  version: number;
  levels: Levels;
}

const LEVELS = [1, 2, 3, 4, 5, 6];
/** Orders alone are seen in the whole group. */
const LEVEL_GROUP = 6;
/** Behind orders by business scope, the other classes of data, in the order the product shows them. */
const OTHERS = ["coop", "inquiry", "finance"];

const values = (data: RoleScope): Values => ({ levels: data.levels });
const body = ({ levels }: Values): Values => ({ levels });

export function ScopeDrawer({ role, list }: { role: OpenRole; list: ListContext }) {
  const t = useText();
  return (
    <VersionedDrawer
      title={t("hrs:role.scopeOf", { name: role.name })}
      size={640}
      path={`/hrs/roleScope/${encodeURIComponent(role.id)}`}
      values={values}
      body={body}
      list={list}
      close={closeRole}
    >
      {(_, form) => <Scopes form={form} />}
    </VersionedDrawer>
  );
}

function Scopes({ form }: { form: FormStore }) {
  const t = useText();
  const levels = useValue<Levels>(form, "levels");
  const orders = SCOPES.filter((key) => key in levels);
  const set = (keys: string[], level: number) => form.set("levels", { ...levels, ...Object.fromEntries(keys.map((key) => [key, level])) });
  const same = orders.every((key) => levels[key] === levels[orders[0] ?? ""]) ? levels[orders[0] ?? ""] : null;
  return (
    <div className="scope-levels">
      <p className="soft">{t("hrs:role.scopeHint")}</p>
      <label className="scope-orders">
        {t("hrs:role.allOrders")}
        <Select
          value={same ?? null}
          aria-label={t("hrs:role.allOrders")}
          placeholder={t("hrs:role.different")}
          options={LEVELS.map((level) => ({ value: level, label: t(`hrs:level.${level}`) }))}
          onChange={(level: number) => set(orders, level)}
        />
      </label>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("hrs:role.dataClass")}</th>
            {LEVELS.map((level) => (
              <th key={level}>{t(`hrs:level.${level}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...orders, ...OTHERS.filter((key) => key in levels)].map((key) => (
            <LevelRow key={key} name={key} order={SCOPES.some((scope) => scope === key)} level={levels[key]} set={(level) => set([key], level)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LevelRowProps {
  name: string;
  order: boolean;
  level: number | undefined;
  set(level: number): void;
}

function LevelRow({ name, order, level, set }: LevelRowProps) {
  const t = useText();
  const label = order ? t("hrs:role.orders", { scope: t(`hrs:scope.${name}`) }) : t(`hrs:scope.${name}`);
  return (
    <tr>
      <th scope="row">
        {label}
        {order && <span className="unit mono">{name}</span>}
      </th>
      {LEVELS.map((each) => (
        <td key={each}>
          {(order || each < LEVEL_GROUP) && (
            <label className="scope-level">
              <input
                type="radio"
                name={`scope-${name}`}
                checked={each === level}
                aria-label={`${label} ${t(`hrs:level.${each}`)}`}
                onChange={() => set(each)}
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  );
}
