/** 新增 and 复制 of a house waybill: its own figures; everything else comes from the order or the house it is like. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Modal } from "antd";
import type { House } from "@/modules/awb/form/waybill-model";
import { get, post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { readPath, type Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading, useLate } from "@/platform/page-loading";
import { declaredForm, loadContract } from "@/platform/page-registry";
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
      await loadContract();
      return like ? likeHouse(orderUuid, like.hawbId) : fromOrder(orderUuid, (await loadPersonal(queries)).hawbCopy);
    },
  });
  const late = useLate(!data && !error);
  if (data) return <Filled {...props} start={data} />;
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

function Filled({ orderUuid, like, close, saved, start }: HouseDialogProps & { start: Values }) {
  const t = useText();
  const fields = usePlacedFields(fieldsOf("hawb"), "AE");
  const parties = Object.fromEntries(ROLES.map((role) => [role, start[role]]));
  return (
    <MoveDialog
      title={titleOf(like, t)}
      ok={t("platform:action.save")}
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

async function fromOrder(orderUuid: string, copies: boolean): Promise<Values> {
  const order = await get<Values>(`/afbase/order/view/${orderUuid}`, undefined, { quiet: true });
  const taken = [...STATIONS, ...(copies ? TAKEN_OVER : [])];
  const parties = copies ? (order["parties"] as Values | undefined) : undefined;
  return {
    ...Object.fromEntries(taken.map((name) => [name, order[name] ?? null])),
    ...Object.fromEntries(ROLES.map((role) => [role, partyOf(parties?.[role])])),
  };
}
