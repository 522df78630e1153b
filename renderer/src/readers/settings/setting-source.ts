import { useTranslation } from 'react-i18next';

import type { SettingSource } from './controls.tsx';
import { defaultValues, type ReadingField, type ReadingKind } from './fields.ts';
import type { ReadingSettings } from './use-reading-settings.ts';

/**
 * For each field, the source of its value and the reset to the layer below. The default names no
 * source; it can be reset while changes apply to all books.
 */
export const useSettingSource = <Kind extends ReadingKind>(
  kind: Kind,
  settings: Pick<ReadingSettings<Kind>, 'values' | 'sources' | 'reset' | 'keepOn'>,
): ((field: ReadingField<Kind>, detail?: string) => SettingSource) => {
  const { t } = useTranslation('reading');
  return (field, detail) => {
    const { layer, profile } = settings.sources[field];
    const isDefault = layer === 'default';
    const parts = [isDefault ? null : t(`layer.${layer}`), profile, detail];
    const canReset = isDefault
      ? settings.keepOn === 'default' && settings.values[field] !== defaultValues(kind)[field]
      : profile === null;
    return {
      source: parts.filter(Boolean).join(' · '),
      onReset: canReset ? () => settings.reset(field) : null,
    };
  };
};
