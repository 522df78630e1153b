import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingLayer } from './choices.ts';
import { Segmented } from './controls.tsx';
import type { ReadingKind } from './fields.ts';
import classes from './reading-panel.module.css';
import { SaveScope } from './save-scope.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ReadingSettings } from './use-reading-settings.ts';

interface ReadingPanelProps<Kind extends ReadingKind> {
  settings: ReadingSettings<Kind>;
  onClose: () => void;
  children: ReactNode;
}

/** Settings panel of a reader; every change applies at once. */
export const ReadingPanel = <Kind extends ReadingKind>({
  settings,
  onClose,
  children,
}: ReadingPanelProps<Kind>) => {
  const { t } = useTranslation('reading');
  return (
    <SidePanel title={t('title')} onClose={onClose} footer={<SaveScope settings={settings} />}>
      <div className={classes.scope}>
        <span aria-hidden>{t('keepFor')}</span>
        <Segmented
          label={t('keepFor')}
          value={settings.keepOn}
          options={layers.map((layer) => ({
            value: layer,
            text: t(`short.${layer}`),
            name: t(`for.${layer}`),
          }))}
          onChange={settings.setKeepOn}
        />
      </div>
      {children}
      <Link className={classes.all} to="/settings/reading">
        <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden />
        {t('all')}
      </Link>
    </SidePanel>
  );
};

/** From this book to all books; this device stands last, because it is across them. */
const layers: readonly ReadingLayer[] = ['book', 'series', 'library', 'default', 'device'];
