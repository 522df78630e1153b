import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../../shared/preferences.ts';
import { MoreSettings, UsualSettings } from './controls.tsx';
import { OpenAs } from './open-as.tsx';
import type { ReadingSettings } from './use-reading-settings.ts';
import { useSettingControls } from './use-setting-controls.tsx';

const { pdf } = readerPreferences;
const values = {
  fit: pdf['reader.pdf_fit'].values,
  layout: pdf['reader.pdf_layout'].values,
} as const;

/** All settings of the PDF reader. */
export const PdfFields = ({ settings }: { settings: ReadingSettings<'pdf'> }) => {
  const { t } = useTranslation(['pdf', 'reader']);
  const { choice, range, flag } = useSettingControls('pdf', settings, values, {
    // Each setting and each of its values has its text; the types alone cannot pair the two.
    label: (field) =>
      t(`settings.${field}${field in values ? '.label' : ''}` as 'settings.fit.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.fit.page'),
  });
  return (
    <>
      <UsualSettings>
        {choice('fit')}
        {settings.values.fit === 'custom' &&
          range('custom_fit', {
            least: 10,
            most: 400,
            step: 5,
            text: (value) => t('reader:percent', { percent: value }),
          })}
        {choice('layout')}
        {flag('continuous')}
        {flag('invert')}
      </UsualSettings>
      <MoreSettings>
        <UsualSettings>
          <OpenAs settings={settings} />
        </UsualSettings>
      </MoreSettings>
    </>
  );
};
