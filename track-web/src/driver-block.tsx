// What the driver of an air order's notice tells: his truck and hour, that he has set out, that he is there.

import { useRef, useState, type FormEvent } from "react";
import { tellDriver, type DriverAction, type DriverSheet, type DriverTold } from "./call";
import { Field, goToFault } from "./form";
import { joined, minute, text } from "./format";
import { useSpeech, type Key } from "./i18n";
import { useNotify } from "./notify";
import { whereAmI } from "./position";
import { Facts } from "./section";
import type { Place, ShareLink } from "./share-link";
import { Refusal, type Finding } from "./wire";

/** Hours of a day, as the desk books them. */
const SLOTS = Array.from({ length: 24 }, (_, hour) => {
  const name = `${two(hour)}:00-${two(hour + 1)}:00`;
  return { value: name, name };
});

function two(hour: number): string {
  return String(hour).padStart(2, "0");
}

/** Before he is there. */
const AWAITED = ["UNSENT", "SENT", "VIEWED", "TRANSIT"];

interface Props {
  notice: DriverTold;
  link: ShareLink;
  flag: Place;
  /** What the notice says after he has told something. */
  told: (told: DriverTold) => void;
}

/** How far the delivery is, and what is left to tell. */
export function DriverBlock(props: Props) {
  const { t } = useSpeech();
  const { notice } = props;
  return (
    <section className="section sheet-form no-print" aria-labelledby="driver">
      <h2 id="driver">{t("delivery.driver")}</h2>
      <div className="driver-state" role="status">
        <Facts
          of={[
            ["delivery.state", text(notice.stateName)],
            ...(notice.departTime ? ([["delivery.departed", minute(notice.departTime)]] as [Key, string][]) : []),
            ...(notice.arriveTime ? ([["delivery.arrived", minute(notice.arriveTime)]] as [Key, string][]) : []),
          ]}
        />
        {notice.queueNo ? (
          <p className="queue">
            {t("delivery.queue")} <b className="number">{notice.queueNo}</b>
          </p>
        ) : null}
      </div>
      {AWAITED.includes(notice.state ?? "") ? <DriverForm {...props} /> : null}
    </section>
  );
}

function DriverForm({ notice, link, flag, told }: Props) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [sheet, setSheet] = useState<DriverSheet>(() => ({
    plateNo: notice.plateNo ?? "",
    driverName: notice.driverName ?? "",
    driverPhone: "",
    slot: notice.slot ?? "",
  }));
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState<DriverAction>();
  const [findings, setFindings] = useState<Finding[]>([]);
  const phoneKnown = Boolean(notice.driverPhone);
  const change = (member: keyof DriverSheet) => (value: string): void => {
    setSheet((before) => ({ ...before, [member]: value }));
    setFindings((before) => before.filter(({ field }) => field !== member));
  };
  const fault = (member: keyof DriverSheet): string | undefined => findings.find(({ field }) => field === member)?.message;
  const refused = (cause: unknown): void => {
    const wrong = cause instanceof Refusal ? cause.findings.filter(({ field }) => field in sheet) : [];
    setFindings(wrong);
    if (wrong.length > 0) goToFault(form.current);
    else notify(cause);
  };
  const tell = async (action: DriverAction): Promise<void> => {
    setChecked(true);
    if (!sheet.plateNo.trim() || !sheet.driverName.trim() || !(phoneKnown || sheet.driverPhone.trim())) {
      goToFault(form.current);
      return;
    }
    setBusy(action);
    try {
      const position = action === "arrive" ? await whereAmI() : undefined;
      told(await tellDriver({ language, link }, flag, action, { ...sheet, ...position }));
      setSheet((before) => ({ ...before, driverPhone: "" }));
      setFindings([]);
    } catch (cause) {
      refused(cause);
    } finally {
      setBusy(undefined);
    }
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void tell("save");
  };
  const button = (action: DriverAction, label: Key, kind: string) => (
    <button type="button" className={kind} disabled={busy !== undefined} onClick={() => void tell(action)}>
      {t(busy === action ? "delivery.busy" : label)}
    </button>
  );
  return (
    <form ref={form} onSubmit={save} noValidate>
      <div className="fields">
        <Field label={t("driver.plate")} value={sheet.plateNo} change={change("plateNo")} required checked={checked} max={20} fault={fault("plateNo")} />
        <Field label={t("driver.name")} value={sheet.driverName} change={change("driverName")} required checked={checked} max={50} fault={fault("driverName")} />
        <Field label={joined([t("driver.tel"), notice.driverPhone], " ")} value={sheet.driverPhone} change={change("driverPhone")} required={!phoneKnown} checked={checked} max={30} type="tel" fault={fault("driverPhone")} />
        <Field label={t("delivery.slot")} value={sheet.slot} change={change("slot")} options={SLOTS} fault={fault("slot")} />
      </div>
      <p className="hint">{t("delivery.hint")}</p>
      <div className="driver-buttons">
        <button type="submit" className="tile" disabled={busy !== undefined}>
          {t(busy === "save" ? "delivery.busy" : "delivery.save")}
        </button>
        {notice.state === "TRANSIT" ? null : button("depart", "delivery.depart", "primary")}
        {button("arrive", "delivery.arrive", notice.state === "TRANSIT" ? "primary" : "tile")}
      </div>
    </form>
  );
}
