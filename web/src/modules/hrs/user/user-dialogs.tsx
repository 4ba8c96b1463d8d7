/** Dialogs over one user: leave, blacklist, part-time departments, own rights, and what is shown once. */
import { Button, Modal } from "antd";
import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { DeptsDialog } from "@/modules/hrs/user/depts-dialog";
import { LeavingFigures } from "@/modules/hrs/user/leaving-figures";
import { PasswordDialog } from "@/modules/hrs/user/password-dialog";
import { RightsDrawer } from "@/modules/hrs/user/rights-drawer";
import { type Person, type UserDialog, closeUser } from "@/modules/hrs/user/user-store";
import { businessDay } from "@/platform/business-time";
import { put } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { Copyable } from "@/platform/fields/field-value";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function UserDialogs({ open, list }: { open: UserDialog; list: ListContext }) {
  switch (open.dialog) {
    case "leave":
      return <LeaveDialog person={open.person} list={list} />;
    case "black":
      return <BlackDialog person={open.person} list={list} />;
    case "depts":
      return <DeptsDialog person={open.person} list={list} />;
    case "rights":
      return <RightsDrawer person={open.person} list={list} />;
    case "password":
      return <PasswordDialog name={open.name} password={open.password} close={closeUser} />;
    case "idNumber":
      return <IdNumberDialog name={open.name} idNumber={open.idNumber} />;
  }
}

interface DialogProps {
  person: Person;
  list: ListContext;
}

const REASON_MAX = 200;

/** Who takes over what the user answers for. */
const successor = (): Field => ({
  name: "successorId",
  kind: "reference",
  reference: "user",
  label: labelPair("hrs:user.successor"),
});

function LeaveDialog({ person, list }: DialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "leaveDate", kind: "day", required: true, label: labelPair("hrs:user.leaveDate") },
    { name: "leaveReason", kind: "longText", maxLength: REASON_MAX, label: labelPair("hrs:user.leaveReason") },
    successor(),
  ];
  return (
    <FieldsDialog
      title={t("hrs:user.leaveOf", { name: person.name })}
      note={<LeavingFigures person={person.id} note={t("hrs:user.leaveNote")} />}
      fields={fields}
      initial={{ leaveDate: businessDay(new Date()) }}
      danger
      list={list}
      send={(body) => put("/hrs/user/leave", { id: person.id, version: person.version, ...body }, { quiet: true })}
      close={closeUser}
    />
  );
}

function BlackDialog({ person, list }: DialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "blacklistDate", kind: "day", required: true, label: labelPair("hrs:user.blackDate") },
    { name: "blacklistReason", kind: "longText", required: true, maxLength: REASON_MAX, label: labelPair("hrs:user.blackReason") },
    successor(),
  ];
  return (
    <FieldsDialog
      title={t("hrs:user.blackOf", { name: person.name })}
      note={<LeavingFigures person={person.id} note={t("hrs:user.blackNote")} />}
      fields={fields}
      initial={{ blacklistDate: businessDay(new Date()) }}
      danger
      list={list}
      send={(body) => put("/hrs/user/black", { id: person.id, version: person.version, ...body }, { quiet: true })}
      close={closeUser}
    />
  );
}

function IdNumberDialog({ name, idNumber }: { name: string; idNumber: string }) {
  const t = useText();
  return (
    <Modal
      open
      centered
      width={400}
      title={t("hrs:user.idNumberOf", { name })}
      footer={<Button onClick={closeUser}>{t("platform:action.close")}</Button>}
      onCancel={closeUser}
    >
      <p className="shown-secret">
        <Copyable text={idNumber} />
      </p>
      <p className="soft">{t("hrs:user.idNumberNote")}</p>
    </Modal>
  );
}
