import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { footerParts } from '../../../../shared/preferences.ts';
import { fontsQuery } from './fonts-query.ts';
import { fontFacesCss } from '../epub/engine/book-fonts.ts';
import { fontStacks } from '../epub/engine/book-style.ts';
import { ownFacesCss, ownFontStack } from '../epub/engine/own-fonts.ts';
import { namedFonts } from '../epub/style-of.ts';
import classes from './controls.module.css';
import { Group, MoreSettings, UsualSettings } from './controls.tsx';
import { namedValues } from './fields.ts';
import type { ReadingSettings } from './use-reading-settings.ts';
import { useSettingControls } from './use-setting-controls.tsx';

interface EpubFieldsProps {
  settings: ReadingSettings<'epub'>;
  /** Fixed-layout books only support the number of visible pages. */
  isFixed?: boolean;
}

/** The typeface of a choice; the publisher's is that of the page. */
const fontFamilyOf = (font: string): string | undefined =>
  font === 'publisher' ? undefined : (fontStacks[font] ?? ownFontStack(font));
const ems = (value: number) => `${value} em`;

/** All settings of the EPUB reader. */
export const EpubFields = ({ settings, isFixed = false }: EpubFieldsProps) => {
  const { t } = useTranslation('text');
  const percent = (value: number) => t('percent', { percent: value });
  const { data: fonts = [] } = useQuery(fontsQuery());
  const chosen = settings.values.font;
  const families = new Set([...namedFonts, ...fonts.map(({ family }) => family), chosen]);
  const isOwn = (field: string, value: string) => field === 'font' && !namedFonts.includes(value);
  const { choice, range, flag } = useSettingControls('epub', settings, {
    // Each setting and each of its values has its text; the types alone cannot pair the two.
    label: (field) =>
      t(
        `settings.${field}${field === 'font' || namedValues('epub', field) ? '.label' : ''}` as 'settings.layout.label',
      ),
    value: (field, value) =>
      isOwn(field, value) ? value : t(`settings.${field}.${value}` as 'settings.layout.auto'),
    look: (field, value) => (field === 'font' ? { fontFamily: fontFamilyOf(value) } : {}),
  });
  return (
    <>
      {!isFixed && <style>{`${fontFacesCss()}\n${ownFacesCss(fonts)}`}</style>}
      <UsualSettings>
        {!isFixed && range('size', { step: 5, text: percent })}
        {!isFixed && choice('font', { values: [...families] })}
        {!isFixed && choice('theme')}
        {!isFixed && settings.values.theme === 'custom' && <Colors settings={settings} />}
        {choice('layout')}
      </UsualSettings>
      <MoreSettings>
        {!isFixed && (
          <>
            <Group title={t('settings.groups.page')}>
              {range('margins', { step: 1, text: percent })}
              {range('max_line', { step: 5, text: (value) => `${value} ch` })}
            </Group>
            <Group title={t('settings.groups.text')}>
              {range('line_height', { step: 0.1, text: (value) => `${value}` })}
              {range('paragraph_space', { step: 0.1, text: ems })}
              {range('letter_space', { step: 0.01, text: ems })}
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
          <Footer settings={settings} />
        </Group>
      </MoreSettings>
    </>
  );
};

const Colors = ({ settings: { values: chosen, set } }: Pick<EpubFieldsProps, 'settings'>) => {
  const { t } = useTranslation('text');
  return (
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
  );
};

const Footer = ({ settings: { values: chosen, set } }: Pick<EpubFieldsProps, 'settings'>) => {
  const { t } = useTranslation('text');
  return (
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
  );
};
