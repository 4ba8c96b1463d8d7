import { Dropdown, type DropdownProps, type MenuProps } from "antd";
import { useRef } from "react";

interface DropMenuProps {
  menu: MenuProps;
  /** The button it opens at. */
  children: DropdownProps["children"];
}

const BY_CLICK: NonNullable<DropdownProps["trigger"]> = ["click"];

/** A menu that opens at a button, by mouse and by keys: the arrows move in it, and its button has the focus again. */
export function DropMenu({ menu, children }: DropMenuProps) {
  const button = useRef<Element | null>(null);
  const turn: DropdownProps["onOpenChange"] = (open, { source }) => {
    if (open) button.current = document.activeElement;
    else if (source === "menu" && button.current instanceof HTMLElement) button.current.focus();
  };
  return (
    <Dropdown trigger={BY_CLICK} menu={menu} autoFocus onOpenChange={turn}>
      {children}
    </Dropdown>
  );
}
