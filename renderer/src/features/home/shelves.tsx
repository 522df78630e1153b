import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import {
  continueShelf,
  finishedShelf,
  newBooksShelf,
  newSeriesShelf,
  onDeckShelf,
} from '../../api/queries.ts';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { inOrder } from '../sidebar/sidebar-preference.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { BookCard } from '../book/book-card.tsx';
import { SeriesCard } from '../series/series-card.tsx';
import { ContinueCard } from './continue-card.tsx';
import {
  homePreference,
  isCardHidden,
  shelfIds,
  smartShelf,
  type ShelfId,
} from './home-preference.ts';
import { areShelvesPending, Shelf, ShelfSkeleton } from './shelf.tsx';
import classes from './shelves.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** Loaded on demand, because it brings the drag-and-drop code. */
const ShelfEditor = lazyPart(async () => ({
  default: (await withTranslations(import('./shelf-editor.tsx'))).ShelfEditor,
}));

/** Loaded only if a smart list is a shelf. */
const SmartShelf = lazyPart(async () => ({
  default: (await withTranslations(import('../smart-lists/smart-shelf.tsx'))).SmartShelf,
}));

/**
 * The shelves in the user's order, and their edit mode. `isAwaiting`: a scan is about to fill them.
 */
export const Shelves = ({ isAwaiting }: { isAwaiting: boolean }) => {
  const { t } = useTranslation('home');
  const [isEditing, setEditing] = useState(false);
  const [{ order, hidden, lists }] = useUserPreference(homePreference);
  const shelves: { id: string; shelf: ReactNode }[] = [
    ...shelfIds.map((id) => ({ id, shelf: <OneShelf id={id} isAwaiting={isAwaiting} /> })),
    ...lists.map((id) => ({ id: smartShelf(id), shelf: <SmartShelf id={id} /> })),
  ];
  const isPending = useQueries({
    queries: [continueShelf(), onDeckShelf(), newBooksShelf(), newSeriesShelf(), finishedShelf()],
    combine: areShelvesPending,
  });
  const shown = inOrder(shelves, order).filter(({ id }) => !hidden.includes(id));
  if (isPending && !isEditing) {
    return inOrder(
      shelfIds.map((id) => ({ id })),
      order,
    )
      .filter(({ id }) => !hidden.includes(id))
      .map(({ id }) => <ShelfSkeleton key={id} title={t(id)} wide={id === 'continue'} />);
  }
  return (
    <>
      {isEditing ? (
        <ShelfEditor onDone={() => setEditing(false)} />
      ) : (
        shown.map(({ id, shelf }) => <Fragment key={id}>{shelf}</Fragment>)
      )}
      {!isEditing && (
        <div className={classes.foot}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            onClick={() => setEditing(true)}
          >
            {t('arrange')}
          </Button>
        </div>
      )}
    </>
  );
};

const OneShelf = ({ id, isAwaiting }: { id: ShelfId; isAwaiting: boolean }) => {
  const { t } = useTranslation('home');
  const [{ cards }] = useUserPreference(homePreference);
  const title = t(id);
  const isShown = (item: { id: string }) => !isCardHidden(cards, id, item.id);
  switch (id) {
    case 'continue':
      return (
        <Shelf
          title={title}
          query={continueShelf()}
          wide
          isShown={isShown}
          card={(book) => <ContinueCard book={book} />}
        />
      );
    case 'onDeck':
      return (
        <Shelf
          title={title}
          query={onDeckShelf()}
          isShown={isShown}
          card={(book) => <BookCard book={book} showSeries />}
        />
      );
    case 'newBooks':
      return (
        <Shelf
          title={title}
          titleLink={{ to: '/added' }}
          query={newBooksShelf()}
          awaited={isAwaiting}
          card={(book) => <BookCard book={book} showSeries />}
        />
      );
    case 'newSeries':
      return (
        <Shelf
          title={title}
          query={newSeriesShelf()}
          awaited={isAwaiting}
          card={(series) => <SeriesCard series={series} />}
        />
      );
    case 'finished':
      return (
        <Shelf
          title={title}
          query={finishedShelf()}
          card={(book) => <BookCard book={book} showSeries />}
        />
      );
  }
};
