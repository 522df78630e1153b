import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingKind } from './fields.ts';
import { SaveScope } from './save-scope.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ReadingSettings } from './use-reading-settings.ts';

interface ReadingPanelProps<Kind extends ReadingKind> {
  settings: ReadingSettings<Kind>;
  onClose: () => void;
  children: ReactNode;
}

/** Settings panel of a reader; every change applies at once. */
export const ReadingPanel = <Kind extends ReadingKind>({
  settings,
  onClose,
  children,
}: ReadingPanelProps<Kind>) => {
  const { t } = useTranslation('reading');
  return (
    <SidePanel title={t('title')} onClose={onClose} footer={<SaveScope settings={settings} />}>
      {children}
    </SidePanel>
  );
};
