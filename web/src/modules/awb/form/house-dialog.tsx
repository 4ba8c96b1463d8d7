/** 新增 and 复制 of a house waybill: its own figures; everything else comes from the order or the house it is like. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Modal } from "antd";
import { useState } from "react";
import type { House } from "@/modules/awb/form/waybill-model";
import { busy } from "@/platform/busy";
import { CallError, get, post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { type FormStore, readPath, type Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading, useLate } from "@/platform/page-loading";
import { declaredForm, loadPages } from "@/platform/page-registry";
import { loadPersonal } from "@/platform/personal";

const ROLES = ["shipper", "consignee", "notify"] as const;
/** Members of the order a new house begins with; parties and goods for those who have set it up so. */
const STATIONS = ["departureStation", "arrivalStation"];
const TAKEN_OVER = ["goodsNameCn", "goodsNameEn", "hsCode", "paymentMethod"];

interface HouseDialogProps {
  orderUuid: string;
  /** The house to begin like, null for an empty one. */
  like: House | null;
  close(): void;
  saved(hawbId: string): void;
}

export function HouseDialog(props: HouseDialogProps) {
  const t = useText();
  const { orderUuid, like, close } = props;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["awb-new-house", orderUuid, like?.hawbId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      await loadPages("af.order.form");
      if (like) return { start: await likeHouse(orderUuid, like.hawbId), master: null, copies: false };
      const { hawbCopy } = await loadPersonal(queries);
      const { stations, master } = await ofOrder(orderUuid);
      return { start: hawbCopy ? { ...stations, ...master } : stations, master, copies: hawbCopy };
    },
  });
  const late = useLate(!data && !error);
  if (data) return <Filled {...props} {...data} />;
  if (!error && !late) return null;
  return (
    <Modal open width={460} title={titleOf(like, t)} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={6} />}
    </Modal>
  );
}

function titleOf(like: House | null, t: ReturnType<typeof useText>): string {
  return like ? t("awb:house.copyTitle", { number: like.hawbNumber }) : t("awb:house.addTitle");
}

interface FilledProps extends HouseDialogProps {
  start: Values;
  /** Parties, goods and payment of the master; none for one like another house. */
  master: Values | null;
  /** Whether it begins with them. */
  copies: boolean;
}

function Filled({ orderUuid, like, close, saved, start, master, copies: first }: FilledProps) {
  const t = useText();
  const [copies, setCopies] = useState(first);
  const fields = usePlacedFields(fieldsOf("hawb"), "AE");
  const from = master === null ? start : copies ? master : {};
  const parties = Object.fromEntries(ROLES.map((role) => [role, from[role] ?? partyOf(undefined)]));
  const copy = (form: FormStore, on: boolean) => {
    setCopies(on);
    // What was typed stays: only boxes that are empty are filled, and only those still as filled are emptied.
    const members = TAKEN_OVER.map((name) => [name, master?.[name] ?? null] as const);
    const touched = members.filter(([name, value]) => (form.get(name) ?? null) === (on ? null : value));
    form.patch(Object.fromEntries(touched.map(([name, value]) => [name, on ? value : null])));
  };
  return (
    <MoveDialog
      title={titleOf(like, t)}
      ok={t("platform:action.save")}
      note={(form) => (
        <div className="awb-house-note">
          <NumberButton form={form} orderUuid={orderUuid} />
          {master && (
            <Checkbox checked={copies} onChange={(event) => copy(form, event.target.checked)}>
              {t("awb:house.fromMaster")}
            </Checkbox>
          )}
        </div>
      )}
      fields={fields}
      initial={start}
      send={({ confirmed, ...hawb }) =>
        post<{ id: string }>("/afbase/hawb/doSave", { orderUuid, hawb: { ...parties, ...hawb }, ...(confirmed ? { confirmed } : {}) }, { quiet: true })
      }
      done={({ id }) => {
        close();
        saved(id);
      }}
      close={close}
    />
  );
}

function fieldsOf(section: "hawb" | "party"): Field[] {
  return declaredForm("af.order.form")?.sections.find(({ key }) => key === section)?.fields ?? [];
}

/** The declared members of a part alone, with the texts of references for their inputs. */
function partyOf(from: unknown): Values {
  return Object.fromEntries(fieldsOf("party").map(({ name }) => [name, readPath(from, name) ?? null]));
}

async function likeHouse(orderUuid: string, hawbId: string): Promise<Values> {
  const { records } = await get<{ records: Values[] }>("/afbase/aforder/hawb/page", { orderUuid }, { quiet: true });
  const { id: _, version: _version, hawbNumber: _number, ...rest } = records.find((each) => String(each["id"]) === hawbId) ?? {};
  return { ...rest, ...Object.fromEntries(ROLES.map((role) => [role, partyOf(rest[role])])) };
}

/** What the order lends a new house: its stations, and what of its master may be copied. */
async function ofOrder(orderUuid: string): Promise<{ stations: Values; master: Values }> {
  const order = await get<Values>(`/afbase/order/view/${orderUuid}`, undefined, { quiet: true });
  const parties = order["parties"] as Values | undefined;
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, order[name] ?? null]));
  return {
    stations: pick(STATIONS),
    master: { ...pick(TAKEN_OVER), ...Object.fromEntries(ROLES.map((role) => [role, partyOf(parties?.[role])])) },
  };
}

/** 生成分单号: the next number of the company; the house that is saved takes it. */
function NumberButton({ form, orderUuid }: { form: FormStore; orderUuid: string }) {
  const t = useText();
  const [running, setRunning] = useState(false);
  const run = async () => {
    if (running) return;
    setRunning(true);
    try {
      const { hawbNumber } = await get<{ hawbNumber: string }>("/afbase/hawb/nextNumber", { orderUuid });
      form.set("hawbNumber", hawbNumber);
    } catch (error) {
      // The client has said why.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button size="small" loading={busy(running)} onClick={() => void run()}>
      {t("awb:house.nextNumber")}
    </Button>
  );
}
