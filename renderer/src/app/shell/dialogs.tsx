import { useState, type ReactNode } from 'react';

import { useBookMail } from '../../features/book-mail/book-mail-store.ts';
import { useBookFeed } from '../../features/book-feeds/book-feed-store.ts';
import { useEditor } from '../../features/editing/editor-store.ts';
import { useExport } from '../../features/exporting/export-store.ts';
import { useLibraryDialog } from '../../features/library/manage/dialogs.ts';
import { useBulkDialog } from '../../features/selection/bulk-dialog-store.ts';
import { desktop } from '../../api/desktop.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useOnLeave } from '../../ui/layout/use-on-leave.ts';
import { closeDialogsForOthers, closeDialogsOfPage } from './close-dialogs.ts';

/** Loaded with the first dialog. */
const LibraryDialogs = lazyPart(async () => ({
  default: (await withTranslations(import('../../features/library/manage/library-dialogs.tsx')))
    .LibraryDialogs,
}));

const EditingDialogs = lazyPart(async () => ({
  default: (await withTranslations(import('../../features/editing/editing-dialogs.tsx')))
    .EditingDialogs,
}));

const DropHost = lazyPart(async () => ({
  default: (await withTranslations(import('../../features/opened-files/drop-host.tsx'))).DropHost,
}));

const MenuDialogs = lazyPart(async () => ({
  default: (await withTranslations(import('./menu-dialogs.tsx'))).MenuDialogs,
}));

closeDialogsForOthers();

/** Dialogs that any view can open. */
export const Dialogs = () => {
  useOnLeave(closeDialogsOfPage);
  return (
    <>
      {desktop?.openDropped && <DropHost openDropped={desktop.openDropped} />}
      <FromFirstUse isUsed={useLibraryDialog(isOpen)}>
        <LibraryDialogs />
      </FromFirstUse>
      <FromFirstUse isUsed={useEditor(isOpen)}>
        <EditingDialogs />
      </FromFirstUse>
      <FromFirstUse
        isUsed={[
          useExport(isOpen),
          useBookFeed(isOpen),
          useBookMail(isOpen),
          useBulkDialog(isOpen),
        ].includes(true)}
      >
        <MenuDialogs />
      </FromFirstUse>
    </>
  );
};

const isOpen = (state: { open: unknown }): boolean => state.open !== null;

/** Mounts on first use and stays mounted, so that the closing transition runs. */
const FromFirstUse = ({ isUsed, children }: { isUsed: boolean; children: ReactNode }) => {
  const [isNeeded, setNeeded] = useState(false);
  if (isUsed && !isNeeded) setNeeded(true);
  return isNeeded ? children : null;
};
