import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { axisOfStrip } from '../input/navigation.ts';
import { drawnPageWidth, drawSpread } from '../stage/spread-layout.ts';
import { useReader } from '../store/reader-context.tsx';
import { stripAcross } from '../strip/strip-size.ts';
import { BarButton } from '../../shell/bar-button.tsx';
import { useFocusReturn } from '../../shell/use-focus-return.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { CoverActions } from './cover-actions.tsx';
import classes from './page-info.module.css';
import { SavePage } from './save-page.tsx';

/** Details of the current page: number, pixel size and scale. */
export const PageInfo = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['reader', 'reading']);
  useFocusReturn();
  const page = useReader((state) => state.pages[state.page - 1]);
  const count = useReader((state) => state.pages.length);
  const mode = useReader((state) => state.mode);
  const layout = useReader((state) => state.layout);
  const drawn = useReader((state) => {
    const { spreads, spreadIndex, pages, viewport, settings, zoom, page: number } = state;
    const axis = axisOfStrip(state.mode);
    const shape = pages[number - 1];
    if (!shape?.size) return null;
    if (axis !== null) {
      const across = stripAcross(axis, viewport, settings, zoom);
      return across / (axis === 'y' ? shape.size.width : shape.size.height);
    }
    const spread = spreads[spreadIndex];
    const leaf = spread && drawSpread(spread, state, zoom).find((item) => item.page === shape);
    return leaf ? drawnPageWidth(leaf.view, leaf.size) / shape.size.width : null;
  });
  if (!page) return null;

  const facts: [string, string][] = [
    [t('info.page'), t('info.of', { page: page.number, count })],
    [t('info.size'), page.size ? `${page.size.width} × ${page.size.height}` : t('info.unknown')],
    [
      t('info.drawn'),
      drawn === null ? t('info.unknown') : t('percent', { percent: Math.round(drawn * 100) }),
    ],
    [t('info.type'), page.mediaType.replace('image/', '').toUpperCase()],
    [t('settings.mode.label'), t(`settings.mode.${mode}`)],
    [t('settings.layout.label'), t(`settings.layout.${layout}`)],
  ];
  return (
    <section className={classes.info} aria-label={t('info.title')}>
      <FactList facts={facts} />
      <SavePage page={page} />
      <CoverActions />
      <div className={classes.close}>
        <BarButton label={t('reading:close')} icon={IconX} onClick={onClose} />
      </div>
    </section>
  );
};
