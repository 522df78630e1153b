import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingKind } from './fields.ts';
import { KeepFor } from './keep-for.tsx';
import classes from './reading-panel.module.css';
import type { ReadingSettings } from './use-reading-settings.ts';

interface ReadingPanelProps<Kind extends ReadingKind> {
  settings: ReadingSettings<Kind>;
  onClose: () => void;
  /** Groups of controls. */
  children: ReactNode;
}

/** The settings of a reader beside the page, which shows each change at once. */
export const ReadingPanel = <Kind extends ReadingKind>({
  settings,
  onClose,
  children,
}: ReadingPanelProps<Kind>) => {
  const { t } = useTranslation('reading');
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <div ref={panel} className={classes.panel} role="dialog" aria-label={t('title')} tabIndex={-1}>
      <header className={classes.head}>
        <h2>{t('title')}</h2>
        <button type="button" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </button>
      </header>
      <div className={classes.body}>{children}</div>
      <KeepFor settings={settings} />
    </div>
  );
};
