import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../../shared/preferences.ts';
import { Group } from '../settings/controls.tsx';
import { OpenAs } from '../settings/open-as.tsx';
import { OverflowActions } from '../settings/overflow-actions.tsx';
import { ReadingPanel } from '../settings/reading-panel.tsx';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { useSettingControls } from '../settings/use-setting-controls.tsx';
import type { RunCommand } from '../shell/reader-commands.ts';

const { pdf } = readerPreferences;
const values = {
  fit: pdf['reader.pdf_fit'].values,
  layout: pdf['reader.pdf_layout'].values,
} as const;

interface PdfSettingsProps {
  run: RunCommand<'pdf'>;
  settings: ReadingSettings<'pdf'>;
  onClose: () => void;
}

/** Settings panel of the PDF reader. */
export const PdfSettingsPanel = ({ run, settings, onClose }: PdfSettingsProps) => {
  const { t } = useTranslation('pdf');
  const { choice, range, flag } = useSettingControls(settings, values, {
    // Each setting and each of its values has its text; the types cannot pair the two by themselves.
    label: (field) =>
      t(`settings.${field}${field in values ? '.label' : ''}` as 'settings.fit.label'),
    value: (field, value) => t(`settings.${field}.${value}` as 'settings.fit.page'),
  });

  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <OverflowActions
        actions={(['thumbnails', 'rotate', 'incognito'] as const).map((command) => ({
          label: t(`actions.${command}`),
          onClick: () => run(command),
        }))}
      />
      <Group title={t('settings.groups.pages')} isOpen>
        {choice('fit')}
        {settings.values.fit === 'custom' &&
          range('custom_fit', { least: 10, most: 400, step: 5, text: (value) => `${value} %` })}
        {choice('layout')}
        {flag('continuous')}
        {flag('invert')}
      </Group>
      <OpenAs settings={settings} />
    </ReadingPanel>
  );
};
