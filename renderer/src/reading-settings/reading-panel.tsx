import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingKind } from './fields.ts';
import { KeepFor } from './keep-for.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ReadingSettings } from './use-reading-settings.ts';

interface ReadingPanelProps<Kind extends ReadingKind> {
  settings: ReadingSettings<Kind>;
  onClose: () => void;
  /** Groups of controls. */
  children: ReactNode;
}

/** The settings of a reader beside the page, which shows each change at once. */
export const ReadingPanel = <Kind extends ReadingKind>({
  settings,
  onClose,
  children,
}: ReadingPanelProps<Kind>) => {
  const { t } = useTranslation('reading');
  return (
    <SidePanel title={t('title')} onClose={onClose} footer={<KeepFor settings={settings} />}>
      {children}
    </SidePanel>
  );
};
