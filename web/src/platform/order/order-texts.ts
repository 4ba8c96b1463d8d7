/** The texts all orders share, for rooms that draw them. */
import { loadRoom } from "@/platform/i18n";

/** A page of an order with the words of its tabs and moves. */
export async function withOrderTexts<T>(page: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([page, loadRoom("order")]);
  return loaded;
}
