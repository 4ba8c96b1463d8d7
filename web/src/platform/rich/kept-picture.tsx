import { useEffect, useRef } from "react";
import { showPicture } from "@/platform/rich/pictures";

/** A picture of the own file store; where it is gone its alternative text stands. */
export function KeptPicture({ path, alt, className }: { path: string; alt: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (image.current) showPicture(image.current, path);
  }, [path]);
  return <img ref={image} alt={alt} className={className} />;
}
