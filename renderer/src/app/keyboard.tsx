import { useEffect, useState } from 'react';

import { openShortcutSheet, useShortcutSheet } from '../commands/sheet-store.ts';
import { listenToKeys, useCommands } from '../commands/use-commands.ts';
import { undoNewest } from '../ui/feedback/undo.ts';
import { withTranslations } from '../locales/with-translations.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

const ShortcutSheet = lazyPart(async () => ({
  default: (await withTranslations(import('../commands/shortcut-sheet.tsx'))).ShortcutSheet,
}));

const everywhere = { help: openShortcutSheet, undo: undoNewest };

/** The global shortcuts, including in the readers, and the sheet that lists them all. */
export const Keyboard = () => {
  useEffect(listenToKeys, []);
  useCommands('global', everywhere);
  const open = useShortcutSheet((sheet) => sheet.open);
  const [needed, setNeeded] = useState(false);
  if (open && !needed) setNeeded(true);
  if (!needed) return null;
  return <ShortcutSheet />;
};
