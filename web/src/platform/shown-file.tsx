import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Params, blobOf } from "@/platform/call/client";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { PdfFrame } from "@/platform/pdf-frame";
import "@/platform/shown-file.css";

const IMAGES = ["jpg", "jpeg", "png", "bmp"];
/** So long bytes that never change stay in memory when they are not shown any more. */
const KEPT_MS = 60_000;

/** How a file of this name is shown on a page, null when it has to be fetched. */
export function wayToShow(name: string): "picture" | "pdf" | null {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  if (ending === "pdf") return "pdf";
  return IMAGES.includes(ending) ? "picture" : null;
}

/** The bytes at an address where they never change; an image tag cannot carry the token. */
export function lastingBytes(path: string, params: Params = { inline: 1 }) {
  return queryOptions({
    queryKey: ["shown-file", path, params],
    gcTime: KEPT_MS,
    staleTime: Infinity,
    queryFn: ({ signal }) => blobOf(path, params, signal),
  });
}

interface ShownFileProps {
  path: string;
  name: string;
  /** Whether other bytes may lie there later, as with a file that has versions. */
  changing?: boolean;
}

/** A picture or a PDF as it is. */
export function ShownFile({ path, name, changing }: ShownFileProps) {
  const lasting = lastingBytes(path);
  const { data, error, refetch } = useQuery(changing ? { ...lasting, gcTime: 0, staleTime: 0 } : lasting);
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={8} />;
  return wayToShow(name) === "pdf" ? <PdfFrame blob={data} title={name} /> : <Picture blob={data} name={name} />;
}

export function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <img className="shown-picture" src={url} alt={name} />;
}
