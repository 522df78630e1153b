import { useTranslation } from 'react-i18next';

import { OverflowActions } from '../settings/overflow-actions.tsx';
import { PdfFields } from '../settings/pdf-fields.tsx';
import { ReadingPanel } from '../settings/reading-panel.tsx';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import type { RunCommand } from '../shell/reader-commands.ts';

interface PdfSettingsProps {
  run: RunCommand<'pdf'>;
  settings: ReadingSettings<'pdf'>;
  onClose: () => void;
}

/** Settings panel of the PDF reader. */
export const PdfSettingsPanel = ({ run, settings, onClose }: PdfSettingsProps) => {
  const { t } = useTranslation('pdf');
  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <PdfFields settings={settings} />
      <OverflowActions
        actions={(['thumbnails', 'rotate', 'incognito'] as const).map((command) => ({
          label: t(`actions.${command}`),
          onClick: () => run(command),
        }))}
      />
    </ReadingPanel>
  );
};
