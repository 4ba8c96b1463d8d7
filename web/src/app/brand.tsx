import { boot } from "@/platform/boot";

/** The product's sign and name. */
export function Brand({ small = false }: { small?: boolean }) {
  const size = small ? 22 : 28;
  const { logo, product } = boot();
  return (
    <span className="brand">
      {logo ? <img className="brand-logo" src={logo} alt="" height={size} /> : <Sign size={size} />}
      <span className="brand-name">{product}</span>
    </span>
  );
}

/** The built-in sign. */
function Sign({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--primary)" />
      <path d="M8 21.5 16 8l8 13.5h-5L16 16l-3 5.5z" fill="#fff" />
    </svg>
  );
}
