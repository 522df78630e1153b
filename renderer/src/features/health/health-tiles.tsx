import { useTranslation } from 'react-i18next';

import {
  healthKinds,
  problemKinds,
  type HealthCounts,
  type HealthKind,
} from '../../../../shared/api/health.ts';
import { CountTiles } from '../../ui/count-tiles.tsx';

interface HealthTilesProps {
  counts: HealthCounts | undefined;
  ignored: boolean;
  /** The kind that the list below is limited to. */
  kind: HealthKind | undefined;
  onKind: (kind: HealthKind | undefined) => void;
}

/** How many findings there are of each kind; a tile limits the list to its kind and back. */
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
