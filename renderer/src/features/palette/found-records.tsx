import { IconBook2, IconBooks, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { bookThumbnailUrl, errorMessage, seriesThumbnailUrl } from '../../api/client.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { booksGlance, seriesGlance } from '../search/queries.ts';
import type { Choice } from './choice.ts';
import classes from './palette.module.css';

interface FoundRecordsProps {
  /** The input. */
  text: string;
  /** The debounced input, for the server. */
  wanted: string;
  onChoose: (choice: Choice) => void;
}

/** Series and books that match, with covers, and a link to all results. */
export const FoundRecords = ({ text, wanted, onChoose }: FoundRecordsProps) => {
  const { t } = useTranslation(['palette', 'common']);
  const { number } = useLocale();
  const { history } = useRouter();
  const series = useQuery({ ...seriesGlance(wanted), placeholderData: keepPreviousData });
  const books = useQuery({ ...booksGlance(wanted), placeholderData: keepPreviousData });
  const error = series.error ?? books.error;

  const row = (choice: Choice, cover: string) => (
    <Command.Item key={choice.id} value={choice.id} onSelect={() => onChoose(choice)}>
      <img className={classes.cover} src={cover} alt="" width={26} height={38} loading="lazy" />
      <span className={classes.label}>{choice.label}</span>
      {choice.detail !== undefined && <span className={classes.detail}>{choice.detail}</span>}
    </Command.Item>
  );
  const leadingTo = (href: string, choice: Omit<Choice, 'id' | 'run'>): Choice => ({
    ...choice,
    id: href,
    href,
    run: () => history.push(basePath + href),
  });
  const everything = `/search?q=${encodeURIComponent(text)}`;
  const found = (series.data?.total ?? 0) + (books.data?.total ?? 0);

  return (
    <>
      {error !== null && (
        <p className={classes.note} role="alert">
          {errorMessage(error) ?? t('common:error.unreachable')}
        </p>
      )}
      {series.data !== undefined && series.data.data.length > 0 && (
        <Command.Group heading={t('series')}>
          {series.data.data.map(({ id, name, library_name, book_count }) =>
            row(
              leadingTo(`/series/${id}`, {
                label: name,
                detail: `${library_name} · ${t('common:count.books', { count: book_count })}`,
                icon: IconBooks,
              }),
              seriesThumbnailUrl(id),
            ),
          )}
        </Command.Group>
      )}
      {books.data !== undefined && books.data.data.length > 0 && (
        <Command.Group heading={t('books')}>
          {books.data.data.map(({ id, title, series_name }) =>
            row(
              leadingTo(`/book/${id}`, {
                label: title,
                ...(series_name === title ? {} : { detail: series_name }),
                icon: IconBook2,
              }),
              bookThumbnailUrl(id),
            ),
          )}
        </Command.Group>
      )}
      {series.isSuccess && books.isSuccess && found === 0 && (
        <p className={classes.note}>{t('nothing', { text: wanted })}</p>
      )}
      {found > 0 && (
        <Command.Item
          value="everything"
          onSelect={() =>
            onChoose(leadingTo(everything, { label: t('searchFor', { text }), icon: IconSearch }))
          }
        >
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <span className={classes.label}>{t('showAll', { text })}</span>
          <span className={classes.detail}>{number(found)}</span>
        </Command.Item>
      )}
    </>
  );
};
