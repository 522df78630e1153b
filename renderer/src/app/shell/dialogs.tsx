import { Suspense, useState, type ReactNode } from 'react';

import { useEditor } from '../../features/editing/editor-store.ts';
import { useExport } from '../../features/exporting/export-store.ts';
import { useLibraryDialog } from '../../features/library/dialogs.ts';
import { desktop } from '../desktop.ts';
import { withTexts } from '../with-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Forms are loaded when the first dialog opens. */
const LibraryDialogs = lazyPart(async () => {
  const { LibraryDialogs: component } = await withTexts(
    import('../../features/library/library-dialogs.tsx'),
  );
  return { default: component };
});

const EditingDialogs = lazyPart(async () => {
  const { EditingDialogs: component } = await withTexts(
    import('../../features/editing/editing-dialogs.tsx'),
  );
  return { default: component };
});

const DropHost = lazyPart(async () => {
  const { DropHost: component } = await withTexts(
    import('../../features/opened-files/drop-host.tsx'),
  );
  return { default: component };
});

const ExportDialog = lazyPart(async () => {
  const { ExportDialog: component } = await withTexts(
    import('../../features/exporting/export-dialog.tsx'),
  );
  return { default: component };
});

/** The dialogs that any view may open. */
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
  </>
);

/** Stays when it is closed, so that it can leave with its motion. */
const FromFirstUse = ({ isUsed, children }: { isUsed: boolean; children: ReactNode }) => {
  const [isNeeded, setNeeded] = useState(false);
  if (isUsed && !isNeeded) setNeeded(true);
  return isNeeded && <Suspense>{children}</Suspense>;
};
