import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Button, Modal } from "antd";
import { useEffect, useRef, useState } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { closeDept } from "@/modules/hrs/dept/dept-store";
import { childrenOf } from "@/modules/hrs/dept/dept-tree";
import type { DeptDialogProps } from "@/modules/hrs/dept/move-dialog";
import { useDeptCall } from "@/modules/hrs/dept/use-dept-call";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { moved } from "@/platform/lists/moved";

type Way = "up" | "down";

/** The departments beside each other, in the order their codes will have. */
export function SortDialog({ row, depts, list }: DeptDialogProps) {
  const t = useText();
  const { sending, send } = useDeptCall(list);
  const own = depts.find((each) => each.id === String(row.id));
  const [before] = useState(() => (own?.parentId ? childrenOf(depts, own.parentId) : []));
  const [order, setOrder] = useState(before);
  const [said, setSaid] = useState("");
  const { box, follow } = useFocusFollows();
  const move = (from: number, way: Way) => {
    const to = way === "up" ? from - 1 : from + 1;
    const dept = order[from];
    if (!dept || to < 0 || to >= order.length) return;
    setOrder(moved(order, from, to));
    setSaid(t("hrs:dept.sortPlace", { name: dept.deptName, at: to + 1, n: order.length }));
    follow(dept.id, way);
  };
  const ids = order.map((each) => each.id);
  const body = { parentId: own?.parentId, ids };
  const same = ids.every((id, at) => id === before[at]?.id);
  const parent = depts.find((each) => each.id === own?.parentId);
  return (
    <Modal
      open
      width={480}
      title={t("hrs:dept.sortTitle", { name: parent?.deptName ?? String(row["deptName"] ?? "") })}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ disabled: same, loading: busy(sending) }}
      onOk={() => void send((confirmed) => post("/hrs/dept/sort", withConfirmed(body, confirmed), { quiet: true }))}
      onCancel={closeDept}
    >
      <div className="dept-dialog">
        <p className="soft">{t(order.length > 1 ? "hrs:dept.sortNote" : "hrs:dept.sortAlone")}</p>
        <ol ref={box} className="column-list">
          {order.map((dept, at) => (
            <li key={dept.id} data-dept={dept.id} className={dept.id === own?.id ? "is-own" : ""}>
              <span className="dept-place tabular">{at + 1}</span>
              <span className="dept-name">{dept.active ? dept.deptName : t("hrs:dept.stopped", { name: dept.deptName })}</span>
              <Button
                size="small"
                type="text"
                data-way="up"
                icon={<ArrowUpOutlined />}
                aria-label={`${dept.deptName} ${t("platform:list.up")}`}
                disabled={at === 0}
                onClick={() => move(at, "up")}
              />
              <Button
                size="small"
                type="text"
                data-way="down"
                icon={<ArrowDownOutlined />}
                aria-label={`${dept.deptName} ${t("platform:list.down")}`}
                disabled={at === order.length - 1}
                onClick={() => move(at, "down")}
              />
            </li>
          ))}
        </ol>
        <p className="sr-only" aria-live="polite">
          {said}
        </p>
      </div>
    </Modal>
  );
}

/** The focus stays with the department that moves, on its other button when it has come to the end. */
function useFocusFollows() {
  const box = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ id: string; way: Way } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { id, way } = wanted.current;
    wanted.current = null;
    const buttons = box.current?.querySelectorAll<HTMLButtonElement>(`[data-dept="${id}"] button:not(:disabled)`) ?? [];
    const [first] = buttons;
    ([...buttons].find((button) => button.dataset["way"] === way) ?? first)?.focus();
  });
  return { box, follow: (id: string, way: Way) => void (wanted.current = { id, way }) };
}
