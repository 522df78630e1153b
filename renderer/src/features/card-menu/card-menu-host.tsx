import { Suspense, useEffect, useState } from 'react';

import { withTexts } from '../../app/with-texts.ts';
import './card-links.css';
import { CardDots } from './card-dots.tsx';
import { cardUnder, type Card } from './card-under.ts';
import { watchMenuRequests } from './menu-requests.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CardMenu = lazyPart(async () => ({
  default: (await withTexts(import('./card-menu.tsx'))).CardMenu,
}));

/** Where a menu was asked for, in pixels of the window. */
interface Asked {
  card: Card;
  x: number;
  y: number;
  /** The card's link; it gets the keyboard back. */
  link: HTMLElement | null;
  isTouch: boolean;
}

/**
 * The menu of a series or book wherever one is shown: by the dots on its cover, the second button of the
 * mouse, a long press or the menu key. With Shift the browser's own comes.
 */
export const CardMenuHost = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const watching = new AbortController();
    watchMenuRequests(({ target, x, y, isTouch }) => {
      const card = cardUnder(target);
      const link = target instanceof Element ? target.closest('a') : null;
      if (card !== null) setAsked({ card, x, y, link, isTouch });
      return card !== null;
    }, watching.signal);
    return () => watching.abort();
  }, []);
  return (
    <>
      <CardDots onOpen={(card, x, y, link) => setAsked({ card, x, y, link, isTouch: false })} />
      {asked !== null && (
        <Suspense>
          <CardMenu
            key={`${asked.card.id} ${String(asked.x)} ${String(asked.y)}`}
            card={asked.card}
            x={asked.x}
            y={asked.y}
            isTouch={asked.isTouch}
            onClose={() => {
              setAsked(null);
              asked.link?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
};
