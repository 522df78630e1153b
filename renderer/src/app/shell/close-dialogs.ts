import { currentUserId, useSession } from '../../api/session-store.ts';
import { closeShortcutSheet } from '../../commands/sheet-store.ts';
import { useBookFeed } from '../../features/book-feeds/book-feed-store.ts';
import { useBookMail } from '../../features/book-mail/book-mail-store.ts';
import { closeEditor } from '../../features/editing/editor-store.ts';
import { useExport } from '../../features/exporting/export-store.ts';
import { closeLibraryDialog, useLibraryDialog } from '../../features/library/manage/dialogs.ts';
import { closeAddToList } from '../../features/lists/add-store.ts';
import { closePalette } from '../../features/palette/palette-store.ts';
import { closeBulkDialog } from '../../features/selection/bulk-dialog-store.ts';

/** Closes the dialogs that any view can open when a page is left; an upload goes on. */
export const closeDialogsOfPage = (): void => {
  if (useLibraryDialog.getState().open?.kind !== 'upload') closeLibraryDialog();
  closeOtherDialogs();
};

const closeDialogs = (): void => {
  closeLibraryDialog();
  closeOtherDialogs();
};

const closeOtherDialogs = (): void => {
  closeEditor();
  closeBulkDialog();
  closeAddToList();
  closePalette();
  closeShortcutSheet();
  useExport.setState({ open: null });
  useBookFeed.setState({ open: null });
  useBookMail.setState({ open: null });
};

/**
 * Closes all of them when somebody signs out or another person signs in, but not for a person whose
 * session expired and who signs in again. Returns the function that stops it.
 */
export const closeDialogsForOthers = (): (() => void) => {
  let lastId = currentUserId();
  return useSession.subscribe((session) => {
    const id = currentUserId();
    const hasLeft = session.status === 'signed-out' && session.reason === 'left';
    if (hasLeft || (id !== null && id !== lastId)) closeDialogs();
    lastId = id ?? lastId;
  });
};
