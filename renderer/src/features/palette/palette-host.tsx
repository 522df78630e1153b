import { useEffect, useState } from 'react';

import { withTranslations } from '../../locales/with-translations.ts';
import { stopTypingAhead, usePalette } from './palette-store.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const load = () => withTranslations(import('./palette.tsx'));
const Palette = lazyPart(async () => {
  try {
    return { default: (await load()).Palette };
  } catch (error) {
    stopTypingAhead();
    throw error;
  }
});

/**
 * Delay after the first page before the palette is preloaded (ms), because users type as soon as it
 * opens.
 */
const idleAfter = 3000;

/** The palette, loaded on first use or when idle. */
export const PaletteHost = () => {
  const isOpen = usePalette((palette) => palette.isOpen);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
  if (!isNeeded) return null;
  return <Palette />;
};
