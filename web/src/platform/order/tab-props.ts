/** The members of a stored order that the tabs of every scope look at. */
export interface OrderRead {
  orderUuid: string;
  orderCode: string;
  rowUuid: string;
  /** The two small letters its buttons begin with: `af`, `se`. */
  prefix: string;
  /** Codes of the operations the user may do on it now. */
  buttons: string[];
}

/** An order that flies: its tracks are those of its waybill number. */
export interface AirOrderRead extends OrderRead {
  awbNumber: string;
}

/** What the tabs of an order beside its form receive. */
export interface OrderTabProps<Order extends OrderRead = OrderRead> {
  order: Order;
  /** False while a tab that keeps what was typed in it stands behind another. */
  front?: boolean;
  /** Nothing may be changed: another user's page lock, a closed or a locked order. */
  readOnly: boolean;
  /** Goes to a field of the order's form. */
  reach?(path: string): void;
  /** Something was changed that the head of the page shows: counts, master number, state. */
  changed(): void;
}
