import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { axisOfStrip } from '../comic/input/navigation.ts';
import type { ReadingMode } from '../comic/store/reading-mode.ts';
import { Group, MoreSettings, Range, UsualSettings } from './controls.tsx';
import { useSettingSource } from './setting-source.ts';
import type { ReadingSettings } from './use-reading-settings.ts';
import { useSettingControls } from './use-setting-controls.tsx';

interface ComicFieldsProps {
  settings: ReadingSettings<'comic'>;
  /** How the open book is shown; null without a book. */
  shown: {
    mode: ReadingMode;
    /** The mode with its reason, if it was not chosen. */
    detail: string | undefined;
    hasSpreads: boolean;
    /** Controls of the spread that is shown. */
    spread: ReactNode;
  } | null;
  /** Further groups. */
  children?: ReactNode;
}

const pixels = (value: number) => `${value} px`;

/** All settings of the comic reader that apply to the mode; all of them if the mode is open. */
export const ComicFields = ({ settings, shown, children }: ComicFieldsProps) => {
  const { t } = useTranslation('reader');
  const { values } = settings;
  const percent = (value: number) => t('percent', { percent: value });
  const share = { step: 5, text: percent };
  const strength = { ...share, min: 20 };
  const mode = shown?.mode ?? (values.mode === 'auto' ? null : values.mode);
  const axis = mode && axisOfStrip(mode);
  const isPaged = axis === null;
  const isStrip = mode === null || axis !== null;
  const hasSpreads = shown?.hasSpreads ?? (isPaged && values.layout !== 'single');
  const { choice, range, flag } = useSettingControls('comic', settings, {
    // Each setting and each of its values has its text; the types alone cannot pair the two.
    label: (field) => t(`settings.${field}.label` as 'settings.mode.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.mode.auto'),
  });
  return (
    <>
      <UsualSettings>
        {choice('mode', { detail: shown?.detail })}
        {isPaged && mode !== 'vertical' && choice('layout')}
        {isPaged && choice('fit')}
        {isPaged && values.fit === 'custom' && range('custom_fit', share)}
        {axis === 'y' && <StripWidth settings={settings} />}
        {choice('background')}
      </UsualSettings>
      <MoreSettings>
        <Group title={t('settings.groups.pages')}>
          {/* The shift corrects the scan of one series; it never applies to others. */}
          {shown?.hasSpreads && flag('shift', settings.keepOn === 'book' ? 'book' : 'series')}
          {shown?.hasSpreads && shown.spread}
          {isPaged && choice('wide_pages')}
          {mode === null && <StripWidth settings={settings} />}
          {(isStrip || hasSpreads) && range('gap', { step: 2, text: pixels })}
          {axis !== 'x' && range('side_padding', { step: 2, text: percent })}
          {isPaged && choice('crop_borders')}
          {flag('page_text')}
        </Group>
        <Group title={t('settings.groups.image')}>
          {range('brightness', strength)}
          {range('contrast', strength)}
          {range('gamma', strength)}
          {range('saturation', share)}
          {range('warmth', share)}
          {flag('greyscale')}
          {flag('invert')}
          {choice('sharpen')}
        </Group>
        <Group title={t('settings.groups.turning')}>
          {isPaged && choice('transition')}
          {choice('zones')}
          {values.zones !== 'off' && flag('zones_inverted')}
          {choice('wheel')}
          {range('preload', { step: 1, text: (count) => t('settings.preload.pages', { count }) })}
        </Group>
        <Group title={t('settings.groups.behaviour')}>
          {choice('at_end')}
          {values.at_end !== 'ask' &&
            values.at_end !== 'stop' &&
            range('at_end_delay', {
              step: 1,
              text: (count) => t('settings.at_end_delay.seconds', { count }),
            })}
          {range('auto_scroll', {
            max: 400,
            step: 10,
            text: (count) =>
              count === 0
                ? t('settings.auto_scroll.off')
                : t('settings.auto_scroll.speed', { count }),
          })}
          {values.auto_scroll > 0 && flag('auto_scroll_pause')}
          {flag('incognito')}
          {flag('keep_awake')}
        </Group>
        {children}
      </MoreSettings>
    </>
  );
};

/** Width of a strip; follows the window until the user changes it. */
const StripWidth = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const sourceOf = useSettingSource('comic', settings);
  const { strip_width: width } = settings.values;
  return (
    <Range
      label={t('settings.strip_width.label')}
      {...sourceOf('strip_width')}
      value={width === 'auto' ? 60 : width}
      min={30}
      max={100}
      step={5}
      text={width === 'auto' ? t('settings.strip_width.auto') : t('percent', { percent: width })}
      onChange={(value) => settings.set({ strip_width: value })}
    />
  );
};
