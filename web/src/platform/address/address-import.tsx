import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import type { AddressField, PartyRole } from "@/platform/address/party";
import { useText } from "@/platform/i18n";

const AddressImportDialog = lazy(async () => ({
  default: (await import("@/platform/address/address-import-dialog")).AddressImportDialog,
}));

interface AddressImportProps {
  role: PartyRole;
  /** The role in the words of the form. */
  roleName: string;
  /** The fields of the party in the order of the form. */
  fields: AddressField[];
  /** Whether the party holds something that an import replaces. */
  filled: boolean;
  /** Takes the recognised texts over; every field of the form is in them, by its name. */
  take(party: Record<string, string>): void;
}

/** The button of a party that reads a pasted address into its fields. */
export function AddressImport(props: AddressImportProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const name = t("platform:address.import");
  return (
    <>
      <Button type="link" size="small" aria-label={t("platform:address.importOf", { role: props.roleName })} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AddressImportDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
