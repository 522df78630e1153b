import {
  IconBook2,
  IconBooks,
  IconFolders,
  IconListNumbers,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { bookCoverUrl, seriesCoverUrl } from '../../api/cover-urls.ts';
import { useAnnounced } from '../../ui/feedback/announce.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useCan } from '../../api/session-store.ts';
import { creatorsGlance } from '../creators/queries.ts';
import { useRoleName } from '../creators/role-name.ts';
import { listsGlance, booksGlance, seriesGlance } from '../search/queries.ts';
import { bookContext } from '../search/result-context.ts';
import type { Choice } from './choice.ts';
import classes from './palette.module.css';

interface FoundRecordsProps {
  /** The input. */
  text: string;
  /** The debounced input, for the server. */
  wanted: string;
  onChoose: (choice: Choice) => void;
  onDrawn: () => void;
}

/** Series and books that match, with covers, and a link to all results. */
export const FoundRecords = ({ text, wanted, onChoose, onDrawn }: FoundRecordsProps) => {
  useEffect(onDrawn);
  const { t } = useTranslation(['palette', 'common']);
  const { number } = useLocale();
  const { history } = useRouter();
  const series = useQuery({ ...seriesGlance(wanted), placeholderData: keepPreviousData });
  const books = useQuery({ ...booksGlance(wanted), placeholderData: keepPreviousData });
  const roleName = useRoleName();
  const seesBooks = useCan('books-read');
  const creators = useQuery({
    ...creatorsGlance(wanted),
    enabled: seesBooks && wanted !== '',
    placeholderData: keepPreviousData,
  });
  const collections = useQuery({
    ...listsGlance('collections', wanted, useCan('collections-read')),
    placeholderData: keepPreviousData,
  });
  const readLists = useQuery({
    ...listsGlance('readLists', wanted, useCan('read-lists-read')),
    placeholderData: keepPreviousData,
  });
  const lists = [
    ...(collections.data?.data ?? []).map(({ id, name }) => ({
      href: `/collection/${id}`,
      label: name,
      detail: t('common:nav.collections'),
      icon: IconFolders,
    })),
    ...(readLists.data?.data ?? []).map(({ id, name }) => ({
      href: `/read-list/${id}`,
      label: name,
      detail: t('common:nav.readLists'),
      icon: IconListNumbers,
    })),
  ];
  const error = series.error ?? books.error;

  const row = (choice: Choice, cover: string, ratio: number | null) => (
    <Command.Item key={choice.id} value={choice.id} onSelect={() => onChoose(choice)}>
      <span className={classes.cover}>
        <Cover src={cover} title="" ratio={ratio} />
      </span>
      <span className={classes.label}>{choice.label}</span>
      {choice.detail !== undefined && <span className={classes.detail}>{choice.detail}</span>}
    </Command.Item>
  );
  const plainRow = (choice: Choice) => (
    <Command.Item key={choice.id} value={choice.id} onSelect={() => onChoose(choice)}>
      <choice.icon size={18} stroke={1.6} aria-hidden />
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
  const found = [series, books, creators, collections, readLists].reduce(
    (sum, { data }) => sum + (data?.total ?? 0),
    0,
  );
  const isNothing = series.isSuccess && books.isSuccess && found === 0;
  useAnnounced(isNothing ? t('nothing', { text: wanted }) : undefined);

  return (
    <>
      {error !== null && (
        <p className={classes.note} role="alert">
          {errorText(error) ?? t('common:error.unreachable')}
        </p>
      )}
      {series.data !== undefined && series.data.data.length > 0 && (
        <Command.Group heading={t('series')}>
          {series.data.data.map((found) =>
            row(
              leadingTo(`/series/${found.id}`, {
                label: found.name,
                detail: [
                  found.library_name,
                  found.year,
                  t('common:count.books', { count: found.book_count }),
                ]
                  .filter((part) => part !== null)
                  .join(' · '),
                icon: IconBooks,
              }),
              seriesCoverUrl(found),
              found.cover_ratio,
            ),
          )}
        </Command.Group>
      )}
      {books.data !== undefined && books.data.data.length > 0 && (
        <Command.Group heading={t('books')}>
          {books.data.data.map((book) =>
            row(
              leadingTo(`/book/${book.id}`, {
                label: book.title,
                detail: bookContext(book),
                icon: IconBook2,
              }),
              bookCoverUrl(book),
              book.cover_ratio,
            ),
          )}
        </Command.Group>
      )}
      {creators.data !== undefined && creators.data.data.length > 0 && (
        <Command.Group heading={t('creators')}>
          {creators.data.data.map(({ name, roles }) =>
            plainRow(
              leadingTo(`/creator/${encodeURIComponent(name)}`, {
                label: name,
                detail: roles.map(roleName).join(', '),
                icon: IconUser,
              }),
            ),
          )}
        </Command.Group>
      )}
      {lists.length > 0 && (
        <Command.Group heading={t('common:nav.lists')}>
          {lists.map(({ href, ...choice }) => plainRow(leadingTo(href, choice)))}
        </Command.Group>
      )}
      {isNothing && (
        // A list box may contain only options.
        <div role="option" aria-disabled aria-selected={false} className={classes.note}>
          {t('nothing', { text: wanted })}
        </div>
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
