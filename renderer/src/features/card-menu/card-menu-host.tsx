import { lazy, Suspense, useEffect, useState } from 'react';

import { withTexts } from '../../app/with-texts.ts';
import { CardDots } from './card-dots.tsx';
import { cardUnder, type Card } from './card-under.ts';

const CardMenu = lazy(async () => ({
  default: (await withTexts(import('./card-menu.tsx'))).CardMenu,
}));

/** Where a menu was asked for, in pixels of the window. */
interface Asked {
  card: Card;
  x: number;
  y: number;
  /** The card's link; it gets the keyboard back. */
  link: HTMLElement | null;
}

/**
 * The menu of a series or book wherever one is shown: by the dots on its cover, the second button of the
 * mouse, a long press or the menu key. With Shift the browser's own comes.
 */
export const CardMenuHost = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      const card = event.shiftKey ? null : cardUnder(event.target);
      if (card === null) return;
      event.preventDefault();
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      setAsked({ card, x: event.clientX, y: event.clientY, link });
    };
    document.addEventListener('contextmenu', onMenu);
    return () => document.removeEventListener('contextmenu', onMenu);
  }, []);
  return (
    <>
      <CardDots onOpen={(card, x, y, link) => setAsked({ card, x, y, link })} />
      {asked !== null && (
        <Suspense>
          <CardMenu
            key={`${asked.card.id} ${String(asked.x)} ${String(asked.y)}`}
            card={asked.card}
            x={asked.x}
            y={asked.y}
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
