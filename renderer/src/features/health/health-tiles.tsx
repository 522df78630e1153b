import { useTranslation } from 'react-i18next';

import {
  healthKinds,
  problemKinds,
  type HealthCounts,
  type HealthKind,
} from '../../../../shared/api/health.ts';
import { useLocale } from '../../ui/use-locale.ts';
import classes from './health.module.css';

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
  const { number } = useLocale();
  return (
    <div className={classes.tiles} role="group" aria-label={t('kindsLabel')}>
      {healthKinds.map((name) => {
        const count = counts?.kinds[name][ignored ? 'ignored' : 'open'];
        return (
          <button
            key={name}
            type="button"
            className={classes.tile}
            data-bad={(problemKinds.includes(name) && (count ?? 0) > 0) || undefined}
            aria-pressed={kind === name}
            onClick={() => onKind(kind === name ? undefined : name)}
          >
            <strong>{count === undefined ? '–' : number(count)}</strong>
            <span>{t(`kinds.${name}.name`)}</span>
          </button>
        );
      })}
    </div>
  );
};
