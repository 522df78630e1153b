import { closeShortcutSheet } from '../../commands/sheet-store.ts';
import { useBookFeed } from '../../features/book-feeds/book-feed-store.ts';
import { useBookMail } from '../../features/book-mail/book-mail-store.ts';
import { closeEditor } from '../../features/editing/editor-store.ts';
import { useExport } from '../../features/exporting/export-store.ts';
import { closeLibraryDialog } from '../../features/library/manage/dialogs.ts';
import { closeAddToList } from '../../features/lists/add-store.ts';
import { closePalette } from '../../features/palette/palette-store.ts';
import { closeBulkDialog } from '../../features/selection/bulk-dialog-store.ts';

/** Closes all dialogs that any view can open. */
export const closeDialogs = (): void => {
  closeEditor();
  closeLibraryDialog();
  closeBulkDialog();
  closeAddToList();
  closePalette();
  closeShortcutSheet();
  useExport.setState({ open: null });
  useBookFeed.setState({ open: null });
  useBookMail.setState({ open: null });
};
