import { Suspense, useEffect, useState } from 'react';

import { withTexts } from '../../app/with-texts.ts';
import { usePalette } from './palette-store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () => withTexts(import('./palette.tsx'));
const Palette = lazyPart(async () => ({ default: (await load()).Palette }));

/** Milliseconds after the first page, when the palette is fetched: who opens it types at once. */
const idleAfter = 3000;

/** The palette, loaded when it is first opened or when there is time. */
export const PaletteHost = () => {
  const isOpen = usePalette((palette) => palette.isOpen);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Palette />
    </Suspense>
  );
};
