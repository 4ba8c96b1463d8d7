import { Outlet } from "@tanstack/react-router";
import { DialogHost } from "@/platform/dialog-host";
import { ToastHost } from "@/platform/toast-host";

/** What surrounds every page, public or not. The component library comes with the shell, not with the log-in page. */
export function Root() {
  return (
    <>
      <Outlet />
      <ToastHost />
      <DialogHost />
    </>
  );
}
