import { useTranslation } from 'react-i18next';

import type { BookMetadata as Metadata } from '../../../../shared/api/books.ts';
import { TagList } from '../../ui/lists/tag-list.tsx';
import classes from './book-page.module.css';

/** Metadata of the book; empty fields are omitted. */
export const BookMetadata = ({ metadata }: { metadata: Metadata }) => {
  const { t } = useTranslation('book');
  const authors = metadata.authors.map(({ name, role }) =>
    role === '' ? name : `${name} (${t(`roles.${role}`, { defaultValue: role })})`,
  );
  const arcs = metadata.story_arcs.map(({ name, number }) =>
    number === null ? name : `${name} #${String(number)}`,
  );
  const publisher = [metadata.publisher, metadata.imprint].filter((name) => name !== null);
  return (
    <>
      <TagList label={t('metadata.authors')} tags={authors} />
      <TagList label={t('metadata.publisher')} tags={publisher} />
      <TagList label={t('metadata.genres')} tags={metadata.genres} />
      <TagList label={t('metadata.tags')} tags={metadata.tags} />
      <TagList label={t('metadata.arcs')} tags={arcs} />
      <TagList label={t('metadata.characters')} tags={metadata.characters} />
      <TagList label={t('metadata.teams')} tags={metadata.teams} />
      <TagList label={t('metadata.locations')} tags={metadata.locations} />
      <TagList label={t('metadata.isbn')} tags={metadata.isbn === null ? [] : [metadata.isbn]} />
      {metadata.web_links.length > 0 && (
        <p className={classes.links}>
          {metadata.web_links.filter(isWebLink).map(({ label, url }) => (
            <a key={url} href={url} target="_blank" rel="noreferrer noopener">
              {label || url}
            </a>
          ))}
        </p>
      )}
    </>
  );
};

/** Links come from untrusted files: only http(s) is allowed. */
const isWebLink = ({ url }: { url: string }): boolean => /^https?:\/\//i.test(url);
