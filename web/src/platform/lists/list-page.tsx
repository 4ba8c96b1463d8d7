import type { ListPage } from "@/platform/contract";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { useLabel } from "@/platform/i18n";

export function ListPageView({ page }: { page: ListPage; overrides: ListOverrides }) {
  const label = useLabel();
  return <main className="list-page"><h1>{label(page.title)}</h1></main>;
}
