import { useQuery } from '@tanstack/react-query';
import { useState, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import type { Direction, Letters } from '../../../../../shared/schemas.ts';
import classes from './letters-rail.module.css';
import { pageScroller } from '../../../ui/lists/use-scroll-margin.ts';
import { letterPlaces, placeAt } from './letters.ts';
import type { VirtualListHandle } from './virtual-list.tsx';

interface LettersRailProps {
  query: {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Letters>;
  };
  direction: Direction;
  list: RefObject<VirtualListHandle | null>;
}

/**
 * Alphabet index of a long list; letters without entries are disabled. For fingers it is one target, over which they
 * slide, because a letter is too small for them.
 */
export const LettersRail = ({ query, direction, list }: LettersRailProps) => {
  const { t } = useTranslation('browse');
  const { data } = useQuery(query);
  const places = letterPlaces(data?.letters ?? [], direction);
  /** The letter under the finger, and the place of the rail, which stays there although the page scrolls. */
  const [touched, setTouched] = useState<{ label: string; top: number } | null>(null);
  const slide = ({ currentTarget, clientY, pointerType, buttons }: PointerEvent) => {
    // A pen also moves above the screen.
    if (pointerType === 'mouse' || buttons === 0) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    const place = placeAt(places, (clientY - top) / height);
    if (place === undefined || place.label === touched?.label) return;
    setTouched({ label: place.label, top: top - (pageScroller()?.offsetTop ?? 0) });
    list.current?.scrollTo(place.index);
  };
  const release = () => setTouched(null);
  return (
    <nav
      className={classes.rail}
      style={{ top: touched?.top }}
      aria-label={t('letters')}
      onPointerDown={slide}
      onPointerMove={slide}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {places.map(({ label, count, index }) => (
        <button
          key={label}
          type="button"
          disabled={count === 0}
          title={t('letter', { letter: label, count })}
          aria-label={t('letter', { letter: label, count })}
          onClick={() => list.current?.jumpTo(index)}
        >
          {label}
          {label === touched?.label && (
            <span className={classes.bubble} aria-hidden>
              {label}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
};
