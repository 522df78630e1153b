import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { withTranslations } from '../../locales/with-translations.ts';
import './card-links.css';
import { cardFromEvent, type Card } from './card-from-event.ts';
import { watchMenuRequests } from './menu-requests.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { latePart } from '../../ui/feedback/late-part.tsx';

/** Only for a pointer that hovers, which nobody does in the first moment. */
const CardMenuButton = latePart(async () => ({
  default: (await import('./card-menu-button.tsx')).CardMenuButton,
}));

const CardMenu = lazyPart(async () => ({
  default: (await withTranslations(import('./card-menu.tsx'))).CardMenu,
}));

const loadReadSeries = async () => (await import('../series/read-series.ts')).readSeries;

/** Where the menu was requested, in window pixels. */
interface MenuRequest {
  card: Card;
  x: number;
  y: number;
  /** The card's link, which gets the focus back. */
  link: HTMLElement | null;
  isTouch: boolean;
}

/**
 * Context menu of series and book cards: opened by the dots on the cover, right click, long press
 * or the menu key. With Shift the browser's own menu opens.
 */
export const CardMenuHost = () => {
  const [request, setRequest] = useState<MenuRequest | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const watching = new AbortController();
    watchMenuRequests(({ target, x, y, isTouch }) => {
      const card = cardFromEvent(target);
      const link = target instanceof Element ? target.closest('a') : null;
      if (card !== null) setRequest({ card, x, y, link, isTouch });
      return card !== null;
    }, watching.signal);
    return () => watching.abort();
  }, []);
  return (
    <>
      <CardMenuButton
        onRead={({ kind, id }) => {
          if (kind === 'books') void navigate({ to: '/read/$bookId', params: { bookId: id } });
          else void loadReadSeries().then((read) => read(client, id, navigate));
        }}
        onOpen={(card, x, y, link) => setRequest({ card, x, y, link, isTouch: false })}
      />
      {request !== null && (
        <CardMenu
          key={`${request.card.id} ${String(request.x)} ${String(request.y)}`}
          card={request.card}
          x={request.x}
          y={request.y}
          isTouch={request.isTouch}
          onClose={() => {
            setRequest(null);
            request.link?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
};
