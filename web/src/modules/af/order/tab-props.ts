/** What the tabs of an order beside its form receive. */
export interface OrderTabProps {
  order: OrderRead;
  /** Nothing may be changed: another user's page lock, a closed or a locked order. */
  readOnly: boolean;
  /** Something was changed that the head of the page shows: counts, master number, state. */
  changed(): void;
}

/** The members of a stored order that the tabs look at. */
export interface OrderRead {
  orderUuid: string;
  orderCode: string;
  rowUuid: string;
  awbNumber: string;
  departureStation: string;
  arrivalStation: string;
  /** Codes of the operations the user may do on it now. */
  buttons: string[];
}
