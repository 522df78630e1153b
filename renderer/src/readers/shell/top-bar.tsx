import { IconArrowsMaximize, IconSettings, IconSpy, IconX, type Icon } from '@tabler/icons-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import classes from './bars.module.css';
import { canFillScreen } from './fullscreen.ts';
import { TopBarExtra } from './top-bar-extra.ts';

/** A button of a bar. */
export interface BarItem {
  /** The accessible name, also shown when the pointer rests on it. */
  label: string;
  icon: Icon;
  onClick: () => void;
  /** For toggle buttons only. */
  isPressed?: boolean;
  /** Hidden in narrow windows. */
  isSecondary?: boolean;
}

export type TopBarCommand = 'incognito' | 'fullscreen' | 'settings';

interface TopBarProps {
  title: string;
  /** Below the title: the series, and how far the book is read. */
  subtitle: string;
  isIncognito: boolean;
  areSettingsOpen: boolean;
  /** The reader's own buttons. */
  items: readonly BarItem[];
  run: (command: TopBarCommand) => void;
  /** Closes the book. */
  onClose: () => void;
}

/** Close button, title, position, and the buttons of the panels. */
export const TopBar = (props: TopBarProps) => {
  const { title, subtitle, isIncognito, areSettingsOpen, items, run, onClose } = props;
  const { t } = useTranslation('reader');
  return (
    <div className={classes.top} role="toolbar" aria-label={t('toolbar.top')}>
      <BarButton label={t('close')} icon={IconX} onClick={onClose} />
      <div className={classes.title}>
        <strong>{title}</strong>
        <span>{subtitle}</span>
      </div>
      {isIncognito && <span className={classes.badge}>{t('incognito.on')}</span>}
      {use(TopBarExtra)}
      <div className={classes.actions}>
        {items.map((item) => (
          <BarButton key={item.label} {...item} />
        ))}
        <BarButton
          label={t('incognito.toggle')}
          icon={IconSpy}
          isPressed={isIncognito}
          isSecondary
          onClick={() => run('incognito')}
        />
        {canFillScreen() && (
          <BarButton
            label={t('fullscreen')}
            icon={IconArrowsMaximize}
            isSecondary
            onClick={() => run('fullscreen')}
          />
        )}
        <BarButton
          label={t('settings.open')}
          icon={IconSettings}
          isPressed={areSettingsOpen}
          onClick={() => run('settings')}
        />
      </div>
    </div>
  );
};
