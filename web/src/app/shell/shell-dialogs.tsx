import { Suspense, lazy, memo, useEffect } from "react";
import { usePersonalSettings } from "@/app/personal/personal-store";
import { endAssistant } from "@/app/shell/assistant-store";
import { useHotMenu } from "@/app/shell/hot-menu-store";
import { usePalette } from "@/app/shell/palette-store";
import { closeKeySheet } from "@/platform/keys/key-sheet-store";
import { loadPageIndex } from "@/platform/page-registry";

// Most visits open none of them; each brings its code with the first time.
const HotMenuDialog = lazy(() => import("@/app/shell/hot-menu-dialog"));
const PersonalDialog = lazy(() => import("@/app/personal/personal-dialog"));
const Palette = lazy(async () => {
  // The index tells the titles of pages in the other language.
  const [palette] = await Promise.all([import("@/app/shell/palette"), loadPageIndex()]);
  return palette;
});

/** The dialogs that can be opened from every page. */
export const ShellDialogs = memo(function ShellDialogs() {
  const hotMenu = useHotMenu((state) => state.open);
  const personal = usePersonalSettings((state) => state.open);
  const palette = usePalette((state) => state.open);
  // A dialog left open by an earlier session would surprise.
  useEffect(() => closeAll, []);
  return (
    <Suspense fallback={null}>
      {hotMenu && <HotMenuDialog />}
      {personal && <PersonalDialog />}
      {palette && <Palette />}
    </Suspense>
  );
});

function closeAll(): void {
  for (const store of [useHotMenu, usePersonalSettings, usePalette]) store.setState({ open: false });
  closeKeySheet();
  endAssistant();
}
