import { PlayCircleOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { blobOf } from "@/platform/call/client";
import "./tutorial.css";

/** The cover of a tutorial, or a sign in its place; the title stands beside it. */
export function Cover({ id }: { id: string | null }) {
  const { data } = useQuery({
    queryKey: ["tutorial-cover", id],
    queryFn: () => blobOf(`/hrs/tutorial/cover/${encodeURIComponent(id ?? "")}`),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return <span className="tutorial-cover">{url ? <img src={url} alt="" /> : <PlayCircleOutlined aria-hidden="true" />}</span>;
}
