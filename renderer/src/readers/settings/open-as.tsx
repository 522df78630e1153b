import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../../shared/preferences.ts';
import { Choice } from './controls.tsx';
import { useSettingSource } from './setting-source.ts';
import type { ReadingSettings } from './use-reading-settings.ts';

const { values } = readerPreferences.pdf['reader.pdf_mode'];

/** Chooses the reader for PDFs; an open one switches at once. */
export const OpenAs = ({ settings }: { settings: ReadingSettings<'pdf'> }) => {
  const { t } = useTranslation('pdf');
  const sourceOf = useSettingSource('pdf', settings);
  return (
    <Choice
      label={t('settings.mode.label')}
      {...sourceOf('mode')}
      value={settings.values.mode}
      values={values}
      nameOf={(value) => t(`settings.mode.${value}`)}
      onChange={(mode) => settings.set({ mode })}
    />
  );
};
