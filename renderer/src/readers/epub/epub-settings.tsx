import { useTranslation } from 'react-i18next';

import { EpubFields } from '../settings/epub-fields.tsx';
import { OverflowActions } from '../settings/overflow-actions.tsx';
import { ReadingPanel } from '../settings/reading-panel.tsx';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';

interface EpubSettingsProps {
  settings: ReadingSettings<'epub'>;
  isFixed: boolean;
  onIncognito: () => void;
  onClose: () => void;
}

/** The settings of the EPUB reader, beside the text. */
export const EpubSettingsPanel = (props: EpubSettingsProps) => {
  const { settings, isFixed, onIncognito, onClose } = props;
  const { t } = useTranslation('text');
  return (
    <ReadingPanel settings={settings} onClose={onClose}>
      <EpubFields settings={settings} isFixed={isFixed} />
      <OverflowActions actions={[{ label: t('incognito'), onClick: onIncognito }]} />
    </ReadingPanel>
  );
};
