import { useTranslation } from 'react-i18next';

import type { SettingSource } from './controls.tsx';
import type { ReadingField, ReadingKind } from './fields.ts';
import type { ReadingSettings } from './use-reading-settings.ts';

/** For each field, the source of its value and the reset to the layer below. */
export const useSettingSource = <Kind extends ReadingKind>(
  settings: Pick<ReadingSettings<Kind>, 'sources' | 'reset'>,
): ((field: ReadingField<Kind>, detail?: string) => SettingSource) => {
  const { t } = useTranslation('reading');
  return (field, detail) => {
    const { layer, profile } = settings.sources[field];
    const parts = [t(`layer.${layer}`), profile, detail];
    const isOwn = layer !== 'default' && profile === null;
    return {
      source: parts.filter(Boolean).join(' · '),
      onReset: isOwn ? () => settings.reset(field) : null,
    };
  };
};
