import type { MouseEvent } from "react";
import { goToMenu, menuHref } from "@/app/shell/menus";

/** The way to a menu, as the sidebar goes it. */
export function MenuLink({ name, path }: { name: string; path: string }) {
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goToMenu({ name, path });
  };
  return (
    <a href={menuHref({ name, path })} className="home-link" onClick={click}>
      {name}
    </a>
  );
}
