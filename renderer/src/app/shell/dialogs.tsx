import { Suspense, useState, type ReactNode } from 'react';

import { useBookMail } from '../../features/book-mail/book-mail-store.ts';
import { useBookFeed } from '../../features/book-feeds/book-feed-store.ts';
import { useEditor } from '../../features/editing/editor-store.ts';
import { useExport } from '../../features/exporting/export-store.ts';
import { useLibraryDialog } from '../../features/library/manage/dialogs.ts';
import { desktop } from '../../api/desktop.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** Loaded with the first dialog. */
const LibraryDialogs = lazyPart(async () => {
  const { LibraryDialogs: component } = await withTranslations(
    import('../../features/library/manage/library-dialogs.tsx'),
  );
  return { default: component };
});

const EditingDialogs = lazyPart(async () => {
  const { EditingDialogs: component } = await withTranslations(
    import('../../features/editing/editing-dialogs.tsx'),
  );
  return { default: component };
});

const DropHost = lazyPart(async () => {
  const { DropHost: component } = await withTranslations(
    import('../../features/opened-files/drop-host.tsx'),
  );
  return { default: component };
});

const ExportDialog = lazyPart(async () => {
  const { ExportDialog: component } = await withTranslations(
    import('../../features/exporting/export-dialog.tsx'),
  );
  return { default: component };
});

const BookFeedDialog = lazyPart(async () => {
  const { BookFeedDialog: component } = await withTranslations(
    import('../../features/book-feeds/book-feed-dialog.tsx'),
  );
  return { default: component };
});

const BookMailDialog = lazyPart(async () => {
  const { BookMailDialog: component } = await withTranslations(
    import('../../features/book-mail/book-mail-dialog.tsx'),
  );
  return { default: component };
});

/** Dialogs that any view can open. */
export const Dialogs = () => (
  <>
    {desktop?.openDropped && (
      <Suspense>
        <DropHost openDropped={desktop.openDropped} />
      </Suspense>
    )}
    <FromFirstUse isUsed={useLibraryDialog(({ open }) => open !== null)}>
      <LibraryDialogs />
    </FromFirstUse>
    <FromFirstUse isUsed={useEditor(({ open }) => open !== null)}>
      <EditingDialogs />
    </FromFirstUse>
    <FromFirstUse isUsed={useExport(({ scope }) => scope !== null)}>
      <ExportDialog />
    </FromFirstUse>
    <FromFirstUse isUsed={useBookFeed(({ choice }) => choice !== null)}>
      <BookFeedDialog />
    </FromFirstUse>
    <FromFirstUse isUsed={useBookMail(({ target }) => target !== null)}>
      <BookMailDialog />
    </FromFirstUse>
  </>
);

/** Mounts on first use and stays mounted, so that the closing transition runs. */
const FromFirstUse = ({ isUsed, children }: { isUsed: boolean; children: ReactNode }) => {
  const [isNeeded, setNeeded] = useState(false);
  if (isUsed && !isNeeded) setNeeded(true);
  return isNeeded && <Suspense>{children}</Suspense>;
};
