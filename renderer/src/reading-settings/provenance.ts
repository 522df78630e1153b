import { useTranslation } from 'react-i18next';

import type { Provenance } from './controls.tsx';
import type { ReadingField, ReadingKind } from './fields.ts';
import type { ReadingSettings } from './use-reading-settings.ts';

/** Says of each field where its value comes from, and gives the way back to the one below it. */
export const useProvenance = <Kind extends ReadingKind>(
  settings: Pick<ReadingSettings<Kind>, 'sources' | 'reset'>,
): ((field: ReadingField<Kind>, detail?: string) => Provenance) => {
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
