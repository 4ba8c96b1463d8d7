import { useEffect, useRef } from "react";
import type { ChosenMenu } from "@/app/shell/hot-menu";
import { useText } from "@/platform/i18n";

interface HotMenuTableProps {
  chosen: ChosenMenu[];
  move(id: string, step: 1 | -1): void;
  remove(id: string): void;
}

/** The chosen menus in their order, moved and removed by buttons. */
export function HotMenuTable({ chosen, move, remove }: HotMenuTableProps) {
  const t = useText();
  const { box, keep } = useKeptFocus(chosen);
  if (chosen.length === 0) return <p className="hot-menu-none soft">{t("app:hotMenu.none")}</p>;
  const last = chosen.length - 1;
  return (
    <table className="plain-table hot-menu-table">
      <thead>
        <tr>
          <th scope="col">{t("app:hotMenu.number")}</th>
          <th scope="col">{t("app:hotMenu.name")}</th>
          <th scope="col">{t("app:hotMenu.actions")}</th>
        </tr>
      </thead>
      <tbody ref={box}>
        {chosen.map(({ id, name }, at) => {
          const up = () => {
            keep(id, "up");
            move(id, -1);
          };
          const down = () => {
            keep(id, "down");
            move(id, 1);
          };
          const away = () => {
            keep(chosen[at === last ? at - 1 : at + 1]?.id ?? "", "remove");
            remove(id);
          };
          return (
            <tr key={id} data-menu={id}>
              <td className="tabular">{at + 1}</td>
              <td>{name}</td>
              <td>
                <span className="row-buttons">
                  <RowButton act="up" name={name} disabled={at === 0} run={up} />
                  <RowButton act="down" name={name} disabled={at === last} run={down} />
                  <RowButton act="remove" name={name} run={away} />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Act = "up" | "down" | "remove";

interface RowButtonProps {
  act: Act;
  name: string;
  disabled?: boolean;
  run(): void;
}

function RowButton({ act, name, disabled = false, run }: RowButtonProps) {
  const t = useText();
  const text = t(`app:hotMenu.${act}`);
  return (
    <button type="button" data-act={act} disabled={disabled} aria-label={t("app:hotMenu.of", { act: text, name })} onClick={run}>
      {text}
    </button>
  );
}

/** A row that moves takes the focus along; one that goes leaves it to its neighbour. */
function useKeptFocus(chosen: ChosenMenu[]) {
  const box = useRef<HTMLTableSectionElement>(null);
  const wanted = useRef<{ id: string; act: Act } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { id, act } = wanted.current;
    wanted.current = null;
    const row = [...(box.current?.rows ?? [])].find((each) => each.dataset["menu"] === id);
    const open = [...(row?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
    (open.find((each) => each.dataset["act"] === act) ?? open[0])?.focus();
  }, [chosen]);
  const keep = (id: string, act: Act) => {
    wanted.current = { id, act };
  };
  return { box, keep };
}
