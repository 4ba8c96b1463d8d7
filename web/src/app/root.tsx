import { Outlet } from "@tanstack/react-router";
import { DialogHost } from "@/platform/dialog-host";
import { ThemeProvider } from "@/platform/theme/theme-provider";
import { ToastHost } from "@/platform/toast-host";

/** What surrounds every page, public or not. */
export function Root() {
  return (
    <ThemeProvider>
      <Outlet />
      <ToastHost />
      <DialogHost />
    </ThemeProvider>
  );
}
