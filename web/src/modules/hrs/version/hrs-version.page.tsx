/** /hrs_version 版本管理: a version is published, with a notice when that is wanted. */
import { create } from "zustand";
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { versionTabs } from "@/modules/hrs/version/version-tabs";
import type { Row } from "@/platform/contract";
import { definePage } from "@/platform/page-registry";

export const usePublishing = create<{ open: Row | null }>(() => ({ open: null }));

export default definePage({
  list: {
    header: versionTabs("/hrs_version"),
    dialogs: lazyDialogs(usePublishing, async () => (await import("@/modules/hrs/version/publish-dialog")).PublishDialog),
    actions: { sys_version_publish: ([row]) => usePublishing.setState({ open: row ?? null }) },
  },
});
