/** The life of one order in its form: what is read and typed, what the server says of it meanwhile, the page lock, the save. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { FormPage } from "@/platform/contract";
import { type DeclaredForm, type FormWays, useDeclaredForm } from "@/platform/forms/declared-form";
import { type Values, useValue } from "@/platform/forms/form-store";
import type { Checked } from "@/platform/forms/live-check";
import { isNothing } from "@/platform/nothing";
import { useFormRules } from "@/platform/order/form-rules";
import { ORDER_LEASES } from "@/platform/order/locks";
import type { Marks } from "@/platform/order/marked";
import { usePlacedSections } from "@/platform/order/places";
import { useCan } from "@/platform/session";
import { type LeaseHands, useLease } from "@/platform/use-lease";
import { type OrderShape, orderBody } from "./order-body";
import type { OrderProfile } from "./order-profile";
import { baseOf, scopeOf } from "./scopes";

/** What the server says of an order that is typed. */
interface Told {
  /** All it computes. */
  computed: Values;
  /** Of that, what stands beside a figure that may be overwritten. */
  beside: Values;
  /** Differences to the plan, where they have a tolerance. */
  marks: Marks | undefined;
}

export interface Order extends Omit<DeclaredForm, "save"> {
  uuid: string | null;
  editing: boolean;
  readOnly: boolean;
  /** The sections as company and user want them. */
  shape: OrderShape;
  told: Told;
  buttons: string[];
  lease: LeaseHands;
  /** The uuid of the saved order, null when it was not saved. */
  save(): Promise<string | null>;
  /** What is stored by now, and the lock anew. */
  refresh(): Promise<void>;
}

const NO_BUTTONS: string[] = [];

export function useOrder(profile: OrderProfile, page: FormPage, uuid: string | null, begun: Values): Order {
  const seesPrices = useCan("af-order-price");
  // What is read and sent hangs on nothing but the declaration: a right that comes later must not begin the form anew.
  const declared = useMemo(() => shapeOf(profile, page.sections, true), [profile, page]);
  const shapedPage = useMemo(() => ({ ...page, sections: declared.own }), [page, declared]);
  const [told, setTold] = useState<Told>({ computed: {}, beside: {}, marks: undefined });
  const computed = useRef<Values>({});
  const [ways] = useState<FormWays>(() => ({
    body: (values) => orderBody(declared, values),
    follow: (form, answer) => {
      const { computed: figures, marks } = answer as Checked & { marks?: Marks };
      computed.current = figures;
      const followed = profile.followed?.(form.all(), figures) ?? untyped(declared, figures);
      form.compute({ ...followed, ...peopleOf(form.all(), figures) });
      setTold({ computed: figures, beside: profile.followed ? {} : figures, marks });
    },
  }));
  const { save: send, ...rest } = useDeclaredForm(shapedPage, uuid, begun, ways);
  const { form, state, renew } = rest;
  useEffect(() => form.onChange((path) => profile.typed?.(form, path, computed.current)), [form, profile]);
  const allowed = useValue<string[] | undefined>(form, "buttons");
  const editable = allowed ? allowed.includes(`${profile.prefix}-order-edit`) : uuid === null;
  const lease = useLease(ORDER_LEASES, uuid, state === "ready" && editable);
  const scoped = usePlacedSections(useFormRules(baseOf(page), page.sections), scopeOf(profile.prefix));
  const shape = useMemo(() => shapeOf(profile, scoped, seesPrices), [profile, scoped, seesPrices]);
  const before = useValue<Marks | undefined>(form, "marks");
  return {
    ...rest,
    uuid,
    editing: uuid !== null,
    readOnly: !editable || (uuid !== null && lease.lease?.mine === false),
    shape,
    told: { ...told, marks: told.marks ?? before },
    buttons: allowed ?? NO_BUTTONS,
    lease,
    save: async () => {
      const saved = await send(uuid ? { tab: lease.tab } : {});
      return saved && String(saved["orderUuid"] ?? "");
    },
    refresh: async () => {
      await renew();
      await lease.again();
    },
  };
}

function shapeOf({ shape }: OrderProfile, sections: OrderShape["own"], seesPrices: boolean): OrderShape {
  return shape?.(sections, seesPrices) ?? { own: sections, parts: [], drawn: sections };
}

/** The people that come with the customer, with their names, where nobody was chosen. */
function peopleOf(values: Values, computed: Values): Values {
  const missing = ["sales", "servicer"].filter((who) => isNothing(values[`${who}Id`]) && !isNothing(computed[`${who}Id`]));
  return Object.fromEntries(missing.flatMap((who) => [`${who}Id`, `${who}Name`].map((name) => [name, computed[name] ?? null])));
}

/** What is computed of members nobody types. */
function untyped({ own }: OrderShape, computed: Values): Values {
  const fields = own.flatMap((section) => (section.rows ? [] : section.fields));
  const typed = new Set(fields.filter(({ readOnly, kind }) => !readOnly && kind !== "state").map(({ name }) => name));
  return Object.fromEntries(Object.entries(computed).filter(([name]) => !typed.has(name)));
}
