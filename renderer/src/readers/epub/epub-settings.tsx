import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../../shared/preferences.ts';
import { Group } from '../settings/controls.tsx';
import { OverflowActions } from '../settings/overflow-actions.tsx';
import { ReadingPanel } from '../settings/reading-panel.tsx';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { useSettingControls } from '../settings/use-setting-controls.tsx';
import classes from '../shell/shell.module.css';
import type { EpubSettings } from './style-of.ts';

interface EpubSettingsProps {
  settings: ReadingSettings<'epub'>;
  /** Fixed-layout books only support the number of visible pages. */
  isFixed: boolean;
  onIncognito: () => void;
  onClose: () => void;
}

const { epub } = readerPreferences;
const values = {
  layout: epub['reader.epub_layout'].values,
  theme: epub['reader.epub_theme'].values,
  font: ['publisher', 'serif', 'sans', 'mono', 'readable', 'dyslexic'],
  align: epub['reader.epub_align'].values,
  direction: epub['reader.epub_direction'].values,
  publisher_styles: epub['reader.epub_publisher_styles'].values,
} as const;
const footerParts: EpubSettings['footer'] = [
  'percent',
  'page',
  'chapter-left',
  'time-left',
  'clock',
];

/** The settings of the EPUB reader, beside the text. */
export const EpubSettingsPanel = ({
  settings,
  isFixed,
  onIncognito,
  onClose,
}: EpubSettingsProps) => {
  const { t } = useTranslation('text');
  const { values: chosen, set } = settings;
  const { choice, range, flag } = useSettingControls(settings, values, {
    // Each setting and each of its values has its text; the types cannot pair the two by themselves.
    label: (field) =>
      t(`settings.${field}${field in values ? '.label' : ''}` as 'settings.layout.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.layout.auto'),
  });

  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <OverflowActions actions={[{ label: t('incognito'), onClick: onIncognito }]} />
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
        {!isFixed &&
          range('margins', { least: 0, most: 25, step: 1, text: (value) => `${value} %` })}
        {!isFixed &&
          range('max_line', { least: 40, most: 100, step: 5, text: (value) => `${value} ch` })}
      </Group>
      {!isFixed && (
        <>
          <Group title={t('settings.groups.text')} isOpen>
            {range('size', { least: 60, most: 300, step: 5, text: (value) => `${value} %` })}
            {choice('font')}
            {range('line_height', { least: 1, most: 2.2, step: 0.1, text: (value) => `${value}` })}
            {range('paragraph_space', {
              least: 0,
              most: 2,
              step: 0.1,
              text: (value) => `${value} em`,
            })}
            {range('letter_space', {
              least: 0,
              most: 0.2,
              step: 0.01,
              text: (value) => `${value} em`,
            })}
            {choice('align')}
            {flag('hyphenate')}
          </Group>
          <Group title={t('settings.groups.book')}>
            {choice('publisher_styles')}
            {choice('direction')}
            {flag('dim_images')}
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
