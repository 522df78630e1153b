import { useTranslation } from 'react-i18next';

import { MoreSettings, UsualSettings } from './controls.tsx';
import { namedValues } from './fields.ts';
import { OpenAs } from './open-as.tsx';
import type { ReadingSettings } from './use-reading-settings.ts';
import { useSettingControls } from './use-setting-controls.tsx';

/** All settings of the PDF reader. */
export const PdfFields = ({ settings }: { settings: ReadingSettings<'pdf'> }) => {
  const { t } = useTranslation(['pdf', 'reader']);
  const { choice, range, flag } = useSettingControls('pdf', settings, {
    // Each setting and each of its values has its text; the types alone cannot pair the two.
    label: (field) =>
      t(`settings.${field}${namedValues('pdf', field) ? '.label' : ''}` as 'settings.fit.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.fit.page'),
  });
  return (
    <>
      <UsualSettings>
        {choice('fit')}
        {settings.values.fit === 'custom' &&
          range('custom_fit', {
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
