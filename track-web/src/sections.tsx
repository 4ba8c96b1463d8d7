// The sections that the pages of the scopes share. Each begins open where there is something to see.

import { useMemo, type ComponentType } from "react";
import { Files, Photos, split } from "./attachments";
import { useSpeech } from "./i18n";
import { ManifestSection } from "./manifest";
import type { Attachment, TrackedOrder } from "./record";
import { RouteSection } from "./route";
import { Section } from "./section";

/** Where the cargo has been. */
export function TrackPart({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  return (
    <Section title={t("section.track")} initiallyOpen={order.routeTracks.length > 0}>
      <RouteSection order={order} />
    </Section>
  );
}

/** The customs manifest. */
export function ManifestPart({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  return (
    <Section title={t("section.manifest")} initiallyOpen={order.manifestList.length > 0}>
      <ManifestSection order={order} />
    </Section>
  );
}

interface FilesProps {
  order: TrackedOrder;
  /** Whether files may begin open when there are some. */
  filesOpen: boolean;
  /** How the photos are shown; thumbnails unless told otherwise. */
  Gallery?: ComponentType<{ photos: Attachment[] }>;
}

/** The files and the photos. */
export function FileSections({ order, filesOpen, Gallery = Photos }: FilesProps) {
  const { t } = useSpeech();
  const { files, photos } = useMemo(() => split(order.attachments), [order.attachments]);
  return (
    <>
      <Section title={t("section.files")} count={files.length} initiallyOpen={filesOpen && files.length > 0}>
        <Files files={files} />
      </Section>
      <Section title={t("section.images")} count={photos.length} initiallyOpen={photos.length > 0}>
        <Gallery photos={photos} />
      </Section>
    </>
  );
}
