import { lazy, Suspense, useState } from 'react';

import { withTexts } from '../../app/with-texts.ts';
import { usePalette } from './palette-store.ts';

const Palette = lazy(async () => ({
  default: (await withTexts(import('./palette.tsx'))).Palette,
}));

/** The palette, loaded when it is first opened. */
export const PaletteHost = () => {
  const isOpen = usePalette((palette) => palette.isOpen);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Palette />
    </Suspense>
  );
};
