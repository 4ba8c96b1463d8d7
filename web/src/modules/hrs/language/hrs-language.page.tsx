import { TextsSection, furtherLanguages } from "@/modules/hrs/language/texts-section";
import type { Row } from "@/platform/contract";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { forgetWords } from "@/platform/page-words";
import { useSession } from "@/platform/session";

/** A company changes a word of the platform by a row of its own, which begins with the platform's texts. */
function edit([row]: Row[], list: ListContext): void {
  if (!row?.id) return;
  const own = String(row["orgId"]) === String(useSession.getState().user?.orgId);
  if (own) return list.openForm(row.id);
  const { pageType, labelKey, textZh, textEn } = row;
  list.openForm(null, { preset: { pageType, labelKey, textZh, textEn } });
}

export default definePage({
  // The words this browser keeps are asked for anew from the next page on.
  list: { actions: { sys_language_edit: edit }, imported: forgetWords },
  form: {
    saved: forgetWords,
    sections: { texts: TextsSection },
    without: () => (furtherLanguages().length > 0 ? [] : ["texts"]),
  },
});
