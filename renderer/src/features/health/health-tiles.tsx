import { useTranslation } from 'react-i18next';

import {
  healthKinds,
  problemKinds,
  type HealthCounts,
  type HealthKind,
} from '../../../../shared/api/health.ts';
import { CountTiles } from '../../ui/lists/count-tiles.tsx';

interface HealthTilesProps {
  counts: HealthCounts | undefined;
  ignored: boolean;
  /** Filter of the list below. */
  kind: HealthKind | undefined;
  onKind: (kind: HealthKind | undefined) => void;
}

/** Number of issues by kind; a tile filters the list by its kind, or clears the filter. */
export const HealthTiles = ({ counts, ignored, kind, onKind }: HealthTilesProps) => {
  const { t } = useTranslation('health');
  const tiles = healthKinds.map((name) => ({
    name,
    label: t(`kinds.${name}.name`),
    count: counts?.kinds[name][ignored ? 'ignored' : 'open'],
    isBad: problemKinds.includes(name),
  }));
  return <CountTiles label={t('kindsLabel')} tiles={tiles} chosen={kind} onChoose={onKind} />;
};
