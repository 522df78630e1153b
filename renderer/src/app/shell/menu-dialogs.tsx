import { BookFeedDialog } from '../../features/book-feeds/book-feed-dialog.tsx';
import { BookMailDialog } from '../../features/book-mail/book-mail-dialog.tsx';
import { ConvertDialog } from '../../features/conversions/convert-dialog.tsx';
import { DeleteFilesDialog } from '../../features/file-deletions/delete-files-dialog.tsx';
import { RenumberDialog } from '../../features/organise/renumber-dialog.tsx';
import { ReprocessDialog } from '../../features/reprocess/reprocess-dialog.tsx';
import { ExportDialog } from '../../features/exporting/export-dialog.tsx';
import { MoveDialog } from '../../features/volumes/move-dialog.tsx';

/** Dialogs that menus of several views open. */
export const MenuDialogs = () => (
  <>
    <ExportDialog />
    <BookFeedDialog />
    <BookMailDialog />
    <MoveDialog />
    <ReprocessDialog />
    <RenumberDialog />
    <ConvertDialog />
    <DeleteFilesDialog />
  </>
);
