import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../shared/preferences.ts';
import { Choice, Group, Range, Switch } from '../reading-settings/controls.tsx';
import { NarrowActions } from '../reading-settings/narrow-actions.tsx';
import { useProvenance } from '../reading-settings/provenance.ts';
import { ReadingPanel } from '../reading-settings/reading-panel.tsx';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import type { TextSettings } from './style-of.ts';
import classes from './text-chrome.module.css';

interface TextSettingsProps {
  settings: ReadingSettings<'epub'>;
  /** Pages of a fixed layout take no wishes but how many are seen at a time. */
  isFixed: boolean;
  onIncognito: () => void;
  onClose: () => void;
}

const { epub } = readerPreferences;
const values = {
  layout: epub['reader.epub_layout'].values,
  theme: epub['reader.epub_theme'].values,
  font: ['publisher', 'serif', 'sans', 'mono', 'readable'],
  align: epub['reader.epub_align'].values,
  direction: epub['reader.epub_direction'].values,
  publisher_styles: epub['reader.epub_publisher_styles'].values,
} as const;
const footerParts: TextSettings['footer'] = [
  'percent',
  'page',
  'chapter-left',
  'time-left',
  'clock',
];

type NumberField = {
  [Field in keyof TextSettings]: TextSettings[Field] extends number ? Field : never;
}[keyof TextSettings];

/** The settings of the reader of texts, beside the text. */
export const TextSettingsPanel = ({
  settings,
  isFixed,
  onIncognito,
  onClose,
}: TextSettingsProps) => {
  const { t } = useTranslation('text');
  const provenance = useProvenance(settings);
  const { values: chosen, set } = settings;

  const choice = (field: keyof typeof values) => (
    <Choice<string>
      label={t(`settings.${field}.label`)}
      {...provenance(field)}
      value={chosen[field]}
      values={values[field]}
      // Each value of each setting has its text; the types cannot pair the two by themselves.
      nameOf={(value) => t(`settings.${field}.${value}` as 'settings.layout.auto')}
      onChange={(value) => set({ [field]: value })}
    />
  );
  const range = (field: NumberField, [least, most, step]: number[], unit: string) => (
    <Range
      label={t(`settings.${field}`)}
      {...provenance(field)}
      value={chosen[field]}
      {...{ least: least ?? 0, most: most ?? 0, step: step ?? 1 }}
      text={`${chosen[field]}${unit}`}
      onChange={(value) => set({ [field]: value })}
    />
  );
  const toggle = (field: 'hyphenate' | 'dim_images') => (
    <Switch
      label={t(`settings.${field}`)}
      {...provenance(field)}
      isOn={chosen[field]}
      onChange={(isOn) => set({ [field]: isOn })}
    />
  );

  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <NarrowActions actions={[{ label: t('incognito'), onClick: onIncognito }]} />
      <Group title={t('settings.groups.page')} isOpen>
        {choice('layout')}
        {!isFixed && choice('theme')}
        {!isFixed && chosen.theme === 'custom' && (
          <div className={classes.colors}>
            {(['paper', 'ink'] as const).map((field) => (
              <label key={field}>
                <input
                  type="color"
                  value={chosen[field]}
                  onChange={({ target }) => set({ [field]: target.value })}
                />
                {t(`settings.${field}`)}
              </label>
            ))}
          </div>
        )}
        {!isFixed && range('margins', [0, 25, 1], ' %')}
        {!isFixed && range('max_line', [40, 100, 5], ' ch')}
      </Group>
      {!isFixed && (
        <>
          <Group title={t('settings.groups.text')} isOpen>
            {range('size', [60, 300, 5], ' %')}
            {choice('font')}
            {range('line_height', [1, 2.2, 0.1], '')}
            {range('paragraph_space', [0, 2, 0.1], ' em')}
            {range('letter_space', [0, 0.2, 0.01], ' em')}
            {choice('align')}
            {toggle('hyphenate')}
          </Group>
          <Group title={t('settings.groups.book')}>
            {choice('publisher_styles')}
            {choice('direction')}
            {toggle('dim_images')}
          </Group>
        </>
      )}
      <Group title={t('settings.groups.footer')}>
        <div className={classes.checks} role="group" aria-label={t('settings.groups.footer')}>
          {footerParts.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={chosen.footer.includes(part)}
                onChange={({ target }) =>
                  set({
                    footer: footerParts.filter((other) =>
                      other === part ? target.checked : chosen.footer.includes(other),
                    ),
                  })
                }
              />
              {t(`settings.footer.${part}`)}
            </label>
          ))}
        </div>
      </Group>
    </ReadingPanel>
  );
};
