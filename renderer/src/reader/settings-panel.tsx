import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import { Choice, Range, Switch } from './controls.tsx';
import { useReader, useReaderActions } from './reader-context.tsx';
import classes from './settings-panel.module.css';
import { settingValues, type ComicSettings } from './settings.ts';
import type { SettingsControl } from './use-settings.ts';

/** Settings beside the page, which shows each change at once. */
export const SettingsPanel = ({ control }: { control: SettingsControl }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const panel = useRef<HTMLDivElement>(null);
  const mode = useReader((state) => state.mode);
  const settings = useReader((state) => state.settings);
  const sources = useReader((state) => state.sources);
  const series = useReader((state) => state.book.series_name);

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const source = (name: keyof ComicSettings) => t(`settings.source.${sources[name]}`);
  /** A group of radio buttons for a setting with named values. */
  const choice = (name: keyof typeof settingValues, detail = '') => (
    <Choice<string>
      label={t(`settings.${name}.label`)}
      note={[source(name), detail].filter(Boolean).join(' · ')}
      value={settings[name]}
      values={settingValues[name]}
      // Each value of each setting has its text; the types cannot pair the two by themselves.
      nameOf={(value) => t(`settings.${name}.${value}` as 'settings.mode.auto')}
      onChange={(value) => control.change({ [name]: value })}
    />
  );
  const isStrip = mode === 'webtoon';
  const isDoublePossible = mode === 'ltr' || mode === 'rtl';
  const stripWidth = settings.stripWidth === 'auto' ? null : settings.stripWidth;

  return (
    <div
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-label={t('settings.title')}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <h2>{t('settings.title')}</h2>
        <BarButton
          label={t('settings.close')}
          icon={IconX}
          onClick={() => actions.set({ panel: null })}
        />
      </header>
      <div className={classes.body}>
        {choice('mode', settings.mode === 'auto' ? t(`settings.mode.${mode}`) : '')}
        {isDoublePossible && choice('layout')}
        {isDoublePossible && (
          <Switch
            label={t('settings.shift.label')}
            note={source('shift')}
            isOn={settings.shift}
            onChange={(shift) => control.change({ shift })}
          />
        )}
        {!isStrip && choice('fit')}
        {isStrip && (
          <>
            <Range
              label={t('settings.stripWidth.label')}
              note={source('stripWidth')}
              value={stripWidth ?? 60}
              least={30}
              most={100}
              step={5}
              text={stripWidth === null ? t('settings.stripWidth.auto') : `${stripWidth} %`}
              onChange={(value) => control.change({ stripWidth: value })}
            />
            <Range
              label={t('settings.gap.label')}
              note={source('gap')}
              value={settings.gap}
              least={0}
              most={40}
              step={2}
              text={`${settings.gap} px`}
              onChange={(gap) => control.change({ gap })}
            />
          </>
        )}
        {choice('background')}
        {!isStrip && choice('transition')}
        {choice('zones')}
        <Range
          label={t('settings.preload.label')}
          note={source('preload')}
          value={settings.preload}
          least={0}
          most={10}
          step={1}
          text={t('settings.preload.pages', { count: settings.preload })}
          onChange={(preload) => control.change({ preload })}
        />
      </div>
      <footer className={classes.foot}>
        <Switch
          label={t('settings.forSeries')}
          note={series}
          isOn={control.isForSeries}
          onChange={control.setForSeries}
        />
        <button type="button" className={classes.reset} onClick={control.reset}>
          {t('settings.reset')}
        </button>
      </footer>
    </div>
  );
};
