import { useTranslation } from 'react-i18next';

import type { Layout } from '../../ui/preferences.ts';
import type { Gap } from './gaps.ts';
import classes from './series-books.module.css';

interface GapMarkProps {
  gap: Gap;
  layout: Layout;
  /** In a list whose arrow keys stop at it. */
  tabIndex?: 0 | -1;
}

/** "#4 missing", at its position in the order. */
export const GapMark = ({ gap, layout, tabIndex }: GapMarkProps) => {
  const { t } = useTranslation('series');
  const value =
    gap.start === gap.end ? String(gap.start) : `${String(gap.start)}–${String(gap.end)}`;
  return (
    <span className={classes.gap} data-layout={layout} tabIndex={tabIndex}>
      {t('missing', {
        mark: t(`mark.${gap.kind}`, { value }),
        count: gap.end - gap.start + 1,
      })}
    </span>
  );
};
