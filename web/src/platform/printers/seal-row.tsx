/** Which seals and signatures stand on what is printed: the default ones, until the user ticks others. */
import { Checkbox } from "antd";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PrintRow } from "@/platform/printers/print-row";
import { isSignature, useSeals } from "@/platform/printers/seals";

interface SealRowProps {
  /** The call that tells what there is to choose from. */
  path: string;
  params: Record<string, string>;
  /** What was ticked; null for what the server puts there by itself. */
  value: string[] | null;
  change(ids: string[]): void;
}

/** Nothing where there is nothing to choose. */
export function SealRow({ path, params, value, change }: SealRowProps) {
  const t = useText();
  const { data, error, refetch } = useSeals(path, params);
  if (error) {
    return (
      <PrintRow label={t("platform:seal.title")}>
        <LoadFailed message={error.message} retry={() => void refetch()} />
      </PrintRow>
    );
  }
  if (!data || (data.seals.length === 0 && !data.withheld)) return null;
  const ticked = value ?? data.seals.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  return (
    <PrintRow label={t("platform:seal.title")}>
      <Checkbox.Group value={ticked} onChange={(ids) => change(ids)}>
        {data.seals.map((seal) => (
          <Checkbox key={seal.id} value={seal.id}>
            {isSignature(seal) ? t("platform:seal.signature", { name: seal.name }) : seal.name}
          </Checkbox>
        ))}
      </Checkbox.Group>
      {data.withheld && <p className="soft">{t("platform:seal.withheld")}</p>}
    </PrintRow>
  );
}
