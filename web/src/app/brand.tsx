import { boot } from "@/platform/boot";

/** The product's sign and name. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <span className="brand">
      <svg width={small ? 22 : 28} height={small ? 22 : 28} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" fill="var(--primary)" />
        <path d="M8 21.5 16 8l8 13.5h-5L16 16l-3 5.5z" fill="#fff" />
      </svg>
      <span className="brand-name">{boot().product}</span>
    </span>
  );
}
