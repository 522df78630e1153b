import { useTranslation } from 'react-i18next';

import { Group, Range } from '../../settings/controls.tsx';
import { OpenAs } from '../../settings/open-as.tsx';
import { OverflowActions } from '../../settings/overflow-actions.tsx';
import { ReadingPanel } from '../../settings/reading-panel.tsx';
import { useSettingSource } from '../../settings/setting-source.ts';
import { useReadingSettings, type ReadingSettings } from '../../settings/use-reading-settings.ts';
import { useSettingControls } from '../../settings/use-setting-controls.tsx';
import { axisOfStrip } from '../input/navigation.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import { settingValues } from '../store/settings.ts';
import { SpreadEditor } from './spread-editor.tsx';

const percent = (value: number) => `${value} %`;
const pixels = (value: number) => `${value} px`;
const strength = { least: 20, most: 200, step: 5, text: percent };

/** All settings of the comic reader that apply to the current mode. */
export const SettingsPanel = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const mode = useReader((state) => state.mode);
  const reason = useReader((state) => state.modeReason);
  const layout = useReader((state) => state.layout);
  const format = useReader((state) => state.book.format);
  const { choice, range, flag } = useSettingControls(settings, settingValues, {
    // Each setting and each of its values has its text; the types cannot pair the two by themselves.
    label: (field) => t(`settings.${field}.label` as 'settings.mode.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.mode.auto'),
  });
  const { values } = settings;
  const axis = axisOfStrip(mode);
  const isStrip = axis !== null;
  const isDoublePossible = mode === 'ltr' || mode === 'rtl';
  const auto = `${t(`settings.mode.${mode}`)} (${t(`reason.${reason}`)})`;

  return (
    <ReadingPanel settings={settings} onClose={() => actions.set({ panel: null })}>
      <OverflowActions
        actions={[{ label: t('info.title'), onClick: () => actions.set({ panel: 'info' }) }]}
      />
      <Group title={t('settings.groups.pages')} isOpen>
        {choice('mode', reason === 'chosen' ? undefined : auto)}
        {isDoublePossible && choice('layout')}
        {/* The shift mends how one series was scanned; it never holds for others. */}
        {layout !== 'single' && flag('shift', 'series')}
        {layout !== 'single' && <SpreadEditor />}
        {!isStrip && choice('wide_pages')}
        {!isStrip && choice('fit')}
        {!isStrip &&
          values.fit === 'custom' &&
          range('custom_fit', { least: 10, most: 400, step: 5, text: percent })}
        {axis === 'y' && <StripWidth settings={settings} />}
        {(isStrip || layout !== 'single') &&
          range('gap', { least: 0, most: 40, step: 2, text: pixels })}
        {axis !== 'x' && range('side_padding', { least: 0, most: 40, step: 2, text: percent })}
        {!isStrip && choice('crop_borders')}
      </Group>
      <Group title={t('settings.groups.image')}>
        {choice('background')}
        {range('brightness', strength)}
        {range('contrast', strength)}
        {range('gamma', strength)}
        {range('saturation', { ...strength, least: 0 })}
        {range('warmth', { ...strength, least: 0, most: 100 })}
        {flag('greyscale')}
        {flag('invert')}
        {choice('sharpen')}
      </Group>
      <Group title={t('settings.groups.turning')}>
        {!isStrip && choice('transition')}
        {choice('zones')}
        {values.zones !== 'off' && flag('zones_inverted')}
        {choice('wheel')}
        {range('preload', {
          least: 0,
          most: 10,
          step: 1,
          text: (count) => t('settings.preload.pages', { count }),
        })}
      </Group>
      <Group title={t('settings.groups.behaviour')}>
        {choice('at_end')}
        {values.at_end !== 'ask' &&
          values.at_end !== 'stop' &&
          range('at_end_delay', {
            least: 2,
            most: 60,
            step: 1,
            text: (count) => t('settings.at_end_delay.seconds', { count }),
          })}
        {range('auto_scroll', {
          least: 0,
          most: 400,
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
      {format === 'pdf' && <OpenPdfAs />}
    </ReadingPanel>
  );
};

/** Switches a PDF to the document reader. */
const OpenPdfAs = () => {
  const book = useReader((state) => state.book);
  const settings = useReadingSettings('pdf', {
    libraryId: book.library_id,
    seriesId: book.series_id,
  });
  return <OpenAs settings={settings} />;
};

/** Width of a strip; follows the window until the user changes it. */
const StripWidth = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const provenance = useSettingSource(settings);
  const { strip_width: width } = settings.values;
  return (
    <Range
      label={t('settings.strip_width.label')}
      {...provenance('strip_width')}
      value={width === 'auto' ? 60 : width}
      least={30}
      most={100}
      step={5}
      text={width === 'auto' ? t('settings.strip_width.auto') : percent(width)}
      onChange={(value) => settings.set({ strip_width: value })}
    />
  );
};
