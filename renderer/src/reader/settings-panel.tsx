import { useTranslation } from 'react-i18next';

import { Group, Range } from '../reading-settings/controls.tsx';
import { useProvenance } from '../reading-settings/provenance.ts';
import { ReadingPanel } from '../reading-settings/reading-panel.tsx';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { useComicControls } from './comic-controls.tsx';
import { useReader, useReaderActions } from './reader-context.tsx';

const percent = (value: number) => `${value} %`;
const pixels = (value: number) => `${value} px`;

/** Every setting of the comic reader; only what has an effect in the present mode is shown. */
export const SettingsPanel = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const mode = useReader((state) => state.mode);
  const { choice, range, flag } = useComicControls(settings);
  const { values } = settings;
  const isStrip = mode === 'webtoon';
  const isDoublePossible = mode === 'ltr' || mode === 'rtl';

  return (
    <ReadingPanel settings={settings} onClose={() => actions.set({ panel: null })}>
      <Group title={t('settings.groups.pages')} isOpen>
        {choice('mode', values.mode === 'auto' ? t(`settings.mode.${mode}`) : undefined)}
        {isDoublePossible && choice('layout')}
        {isDoublePossible && flag('shift')}
        {!isStrip && choice('fit')}
        {!isStrip &&
          values.fit === 'custom' &&
          range('custom_fit', { least: 10, most: 400, step: 5, text: percent })}
        {isStrip && <StripWidth settings={settings} />}
        {isStrip && range('gap', { least: 0, most: 40, step: 2, text: pixels })}
      </Group>
      <Group title={t('settings.groups.image')} isOpen>
        {choice('background')}
      </Group>
      <Group title={t('settings.groups.turning')} isOpen>
        {!isStrip && choice('transition')}
        {choice('zones')}
        {values.zones !== 'off' && flag('zones_inverted')}
        {range('preload', {
          least: 0,
          most: 10,
          step: 1,
          text: (count) => t('settings.preload.pages', { count }),
        })}
      </Group>
    </ReadingPanel>
  );
};

/** The width of a strip; until it is moved it follows the window. */
const StripWidth = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const provenance = useProvenance(settings);
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
