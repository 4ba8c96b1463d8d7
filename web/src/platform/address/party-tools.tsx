import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { AddressImport } from "@/platform/address/address-import";
import { type AddressField, type PartyRole, keepParty } from "@/platform/address/party";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";

const PartyBookDialog = lazy(async () => ({ default: (await import("@/platform/address/party-book-dialog")).PartyBookDialog }));

interface PartyToolsProps {
  role: PartyRole;
  /** The role in the words of the form. */
  roleName: string;
  /** The fields of the party in the order of the form. */
  fields: AddressField[];
  /** The form, and where in it the party stands. */
  form: FormStore;
  path: string;
  /** The customer the form is for: his parties come first, and what is kept is his. */
  coopId?: string | undefined;
}

/** What every party of a form offers: the book, a pasted address, and keeping it in the book. */
export function PartyTools({ role, roleName, fields, form, path, coopId }: PartyToolsProps) {
  const t = useText();
  const values = useValue<Record<string, unknown> | null | undefined>(form, path);
  const take = (party: Record<string, string>) =>
    form.patch(Object.fromEntries(Object.entries(party).map(([name, text]) => [`${path}.${name}`, text])));
  const [open, setOpen] = useState(false);
  const mayKeep = useCan("prm-party-add");
  const filled = fields.some(({ name }) => Boolean(values?.[name]));
  const keepable = mayKeep && Boolean(values?.["scName"]) && Boolean(values?.["scAddress"]);
  const choose = (party: Record<string, string>) => {
    take(Object.fromEntries(fields.map(({ name }) => [name, party[name] ?? ""])));
    setOpen(false);
  };
  const keep = async () => {
    const party = Object.fromEntries(fields.map(({ name }) => [name, String(values?.[name] ?? "")]));
    // The call has told its failure.
    const kept = await keepParty(role, party, coopId).catch(() => null);
    if (kept) toast.done(t(kept.added ? "platform:address.kept" : "platform:address.again"));
  };
  return (
    <>
      <Button type="link" size="small" aria-label={t("platform:address.bookOf", { role: roleName })} onClick={() => setOpen(true)}>
        {t("platform:address.book")}
      </Button>
      <AddressImport role={role} roleName={roleName} fields={fields} filled={filled} take={take} />
      {keepable && (
        <Button type="link" size="small" aria-label={t("platform:address.keepOf", { role: roleName })} onClick={() => void keep()}>
          {t("platform:address.keep")}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <PartyBookDialog role={role} roleName={roleName} coopId={coopId} choose={choose} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
