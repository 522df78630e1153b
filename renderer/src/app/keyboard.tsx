import { Suspense, useEffect, useState } from 'react';

import { openShortcutSheet, useShortcutSheet } from '../commands/sheet-store.ts';
import { listenToKeys, useCommands } from '../commands/use-commands.ts';
import { undoNewest } from '../ui/undo.ts';
import { withTexts } from './with-texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Loaded when it is first asked for. */
const ShortcutSheet = lazyPart(async () => ({
  default: (await withTexts(import('../commands/shortcut-sheet.tsx'))).ShortcutSheet,
}));

const everywhere = { help: openShortcutSheet, undo: undoNewest };

/** The keys that work in every view, the reader too, and the sheet that lists them all. */
export const Keyboard = () => {
  useEffect(listenToKeys, []);
  useCommands('global', everywhere);
  const open = useShortcutSheet((sheet) => sheet.open);
  const [needed, setNeeded] = useState(false);
  if (open && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <ShortcutSheet />
    </Suspense>
  );
};
