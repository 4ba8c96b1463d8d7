/** The station a user's new orders of air freight begin with. */
import { get } from "@/platform/call/client";

/** Where exports can be brought to. */
export const EXPORT_TERMINALS = "/afbase/aeArrival/getWarehouseIds";
/** Where imports arrive: cargo stations and distribution warehouses. */
export const IMPORT_TERMINALS = "/afbase/warehouse/getWarehouse/1,3/AI";

interface Terminal {
  warehouseId: unknown;
  warehouseName: string;
}

/** The station of an id among those a call offers; none where it is not offered any more. */
export async function usualTerminal(offers: string, id: string | null): Promise<Terminal | null> {
  if (!id) return null;
  const offered = await get<Terminal[]>(offers, undefined, { quiet: true }).catch(() => []);
  return offered.find((one) => String(one.warehouseId) === id) ?? null;
}
