import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl, pageUrl } from '../../api/client.ts';
import { bookQuery } from '../../api/queries.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { CoverChoice, CoverChoices } from '../covers/cover-choice.tsx';

/** Pictures shown before "Show more". */
const shownFirst = 24;

interface Choice<Key> {
  key: Key;
  src: string;
  name: string;
}

interface ChoicesProps<Key> {
  choices: readonly Choice<Key>[];
  chosen: Key | null;
  onChoose: (key: Key) => void;
}

const Choices = <Key extends string | number>({ choices, chosen, onChoose }: ChoicesProps<Key>) => {
  const { t } = useTranslation('editing');
  const [shown, setShown] = useState(shownFirst);
  return (
    <>
      <CoverChoices>
        {choices.slice(0, shown).map(({ key, src, name }) => (
          <li key={key}>
            <CoverChoice name={name} isChosen={key === chosen} onChoose={() => onChoose(key)}>
              <img src={src} alt="" loading="lazy" decoding="async" />
            </CoverChoice>
          </li>
        ))}
      </CoverChoices>
      {choices.length > shown && (
        <Button variant="default" size="compact-md" onClick={() => setShown(shown * 4)}>
          {t('cover.more', { count: choices.length - shown })}
        </Button>
      )}
    </>
  );
};

interface BookChoicesProps {
  seriesId: string;
  chosen: string | null;
  onChoose: (bookId: string) => void;
}

/** Covers of a series' books. */
export const BookChoices = ({ seriesId, chosen, onChoose }: BookChoicesProps) => {
  const { data: books } = useQuery(seriesBooksQuery(seriesId));
  const choices = (books?.data ?? [])
    .filter(({ error }) => error === null)
    .map(({ id, title }) => ({ key: id, src: bookThumbnailUrl(id), name: title }));
  return <Choices choices={choices} chosen={chosen} onChoose={onChoose} />;
};

interface PageChoicesProps {
  bookId: string;
  chosen: number | null;
  onChoose: (page: number) => void;
}

/** Pages of a book. */
export const PageChoices = ({ bookId, chosen, onChoose }: PageChoicesProps) => {
  const { t } = useTranslation('editing');
  const { data: book } = useQuery(bookQuery(bookId));
  if (book === undefined) return null;
  if (book.metadata.layout === 'reflowable' || book.error !== null) {
    return <p>{t('cover.noPages')}</p>;
  }
  const choices = Array.from({ length: book.page_count }, (_, index) => ({
    key: index + 1,
    src: pageUrl(bookId, index + 1, { width: 160 }),
    name: t('cover.page', { page: index + 1 }),
  }));
  return <Choices choices={choices} chosen={chosen} onChoose={onChoose} />;
};
