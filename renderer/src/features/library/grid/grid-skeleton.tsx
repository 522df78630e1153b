import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { CoverCardSkeleton } from '../../../ui/cover/cover-card.tsx';
import { useRem } from '../../../ui/layout/use-rem.ts';
import { useWidth } from '../../../ui/lists/use-width.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { columnGap, gridGeometry, rowGap } from './grid-geometry.ts';

/** Four rows of empty cards at the size in use. */
export const GridSkeleton = () => {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const density = usePreferences((preferences) => preferences.density);
  const { columns } = gridGeometry(width, density, useRem());
  return (
    <div
      ref={ref}
      role="status"
      aria-label={t('loading')}
      data-awaited
      style={{
        display: 'grid',
        gap: `${String(rowGap)}px ${String(columnGap)}px`,
        gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
      }}
    >
      {width > 0 &&
        Array.from({ length: columns * 4 }, (_, index) => <CoverCardSkeleton key={index} />)}
    </div>
  );
};
