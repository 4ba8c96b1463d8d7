import { Button, Input, Modal } from "antd";
import { useEffect, useState } from "react";
import { type BookedParty, type PartyRole, partiesOfBook } from "@/platform/address/party";
import { useText } from "@/platform/i18n";
import "@/platform/address/address-import.css";

const WIDTH_PX = 760;
/** Nobody types a letter faster than this without meaning the next one. */
const TYPING_MS = 250;

interface PartyBookDialogProps {
  role: PartyRole;
  roleName: string;
  coopId: string | undefined;
  choose(party: Record<string, string>): void;
  close(): void;
}

/** The parties of the book for a role, by name or mnemonic. */
export function PartyBookDialog({ role, roleName, coopId, choose, close }: PartyBookDialogProps) {
  const t = useText();
  const [keyword, setKeyword] = useState("");
  const found = useFound(role, keyword, coopId);
  const first = found?.[0];
  return (
    <Modal open width={WIDTH_PX} title={t("platform:address.bookOf", { role: roleName })} onCancel={close} footer={null}>
      <div className="address-import">
        <Input
          autoFocus
          allowClear
          aria-label={t("platform:address.find")}
          placeholder={t("platform:address.find")}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          onPressEnter={() => first && choose(first.party)}
        />
        {found?.length === 0 && <p className="soft">{t("platform:address.none")}</p>}
        <ul className="party-book" aria-label={t("platform:address.book")}>
          {found?.map(({ id, mnemonicCode, party }) => (
            <li key={id}>
              <div>
                <strong>{party["scName"]}</strong> {mnemonicCode && <span className="soft mono">{mnemonicCode}</span>}
                <p className="soft">
                  {[party["scAddress"], party["cityNameEn"], party["stateCode"], party["postCode"], party["nationCode"]].filter(Boolean).join(" ")}
                </p>
              </div>
              <Button size="small" aria-label={`${t("platform:address.choose")} ${party["scName"] ?? ""}`} onClick={() => choose(party)}>
                {t("platform:address.choose")}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

/** What was found last; an answer to an earlier text is passed over. */
function useFound(role: PartyRole, keyword: string, coopId: string | undefined): BookedParty[] | null {
  const [found, setFound] = useState<BookedParty[] | null>(null);
  useEffect(() => {
    let left = false;
    const ask = async () => {
      // The call has told its failure.
      const rows = await partiesOfBook(role, keyword, coopId).catch(() => null);
      if (!left && rows) setFound(rows);
    };
    const timer = setTimeout(() => void ask(), keyword ? TYPING_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [role, keyword, coopId]);
  return found;
}
