import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Direction, Letters } from '../../../../../shared/schemas.ts';
import classes from './letters-rail.module.css';
import { letterPlaces } from './letters.ts';

interface LettersRailProps {
  query: {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Letters>;
  };
  direction: Direction;
  onJump: (index: number) => void;
}

/** Alphabet index of a long list; letters without entries are disabled. */
export const LettersRail = ({ query, direction, onJump }: LettersRailProps) => {
  const { t } = useTranslation('browse');
  const { data } = useQuery(query);
  return (
    <nav className={classes.rail} aria-label={t('letters')}>
      {letterPlaces(data?.letters ?? [], direction).map(({ label, count, index }) => (
        <button
          key={label}
          type="button"
          disabled={count === 0}
          title={t('letter', { letter: label, count })}
          aria-label={t('letter', { letter: label, count })}
          onClick={() => onJump(index)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
};
