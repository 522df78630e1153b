import { useTranslation } from 'react-i18next';

import { readerPreferences } from '../../../shared/preferences.ts';
import { Choice, Group, Range, Switch } from '../reading-settings/controls.tsx';
import { NarrowActions } from '../reading-settings/narrow-actions.tsx';
import { OpenAs } from '../reading-settings/open-as.tsx';
import { useProvenance } from '../reading-settings/provenance.ts';
import { ReadingPanel } from '../reading-settings/reading-panel.tsx';
import type { PdfCommand } from './use-pdf-commands.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';

const { pdf } = readerPreferences;
const values = {
  fit: pdf['reader.pdf_fit'].values,
  layout: pdf['reader.pdf_layout'].values,
} as const;

interface PdfSettingsProps {
  run: (command: PdfCommand) => void;
  settings: ReadingSettings<'pdf'>;
  onClose: () => void;
}

/** The settings of the reader of PDFs, beside the pages. */
export const PdfSettingsPanel = ({ run, settings, onClose }: PdfSettingsProps) => {
  const { t } = useTranslation('pdf');
  const provenance = useProvenance(settings);
  const { values: chosen, set } = settings;

  const choice = (field: keyof typeof values) => (
    <Choice<string>
      label={t(`settings.${field}.label`)}
      {...provenance(field)}
      value={chosen[field]}
      values={values[field]}
      // Each value of each setting has its text; the types cannot pair the two by themselves.
      nameOf={(value) => t(`settings.${field}.${value}` as 'settings.fit.page')}
      onChange={(value) => set({ [field]: value })}
    />
  );
  const toggle = (field: 'continuous' | 'invert') => (
    <Switch
      label={t(`settings.${field}`)}
      {...provenance(field)}
      isOn={chosen[field]}
      onChange={(isOn) => set({ [field]: isOn })}
    />
  );

  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <NarrowActions
        actions={(['thumbnails', 'rotate', 'incognito'] as const).map((command) => ({
          label: t(`actions.${command}`),
          onClick: () => run(command),
        }))}
      />
      <Group title={t('settings.groups.pages')} isOpen>
        {choice('fit')}
        {chosen.fit === 'custom' && (
          <Range
            label={t('settings.custom_fit')}
            {...provenance('custom_fit')}
            value={chosen.custom_fit}
            least={10}
            most={400}
            step={5}
            text={`${chosen.custom_fit} %`}
            onChange={(value) => set({ custom_fit: value })}
          />
        )}
        {choice('layout')}
        {toggle('continuous')}
        {toggle('invert')}
      </Group>
      <OpenAs settings={settings} />
    </ReadingPanel>
  );
};
