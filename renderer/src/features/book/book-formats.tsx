import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { chooseBookFormat, getBookFormatFile } from '../../../../shared/api/book-formats.ts';
import { type FullBook, getBookFile } from '../../../../shared/api/books.ts';
import { serverUrl } from '../../api/base-path.ts';
import { api } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './book-page.module.css';

/** The files of a book that is there in several formats. */
export const BookFormats = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const { bytes } = useLocale();
  const canChoose = useCan('books-write');
  const canDownload = useCan('books-download');
  const choose = useMutation({
    mutationFn: (format: string) => api.call(chooseBookFormat, { params: { id: book.id, format } }),
    // The book itself follows with the event of its scan.
    onSuccess: (_task, format) => showToast(t('formats.chosen', { format: format.toUpperCase() })),
    onError: reportFailure,
  });
  const params = { id: book.id };
  const main = {
    ...{ format: book.format as string, file_size: book.file_size, readable: true },
    href: serverUrl(getBookFile, { params }),
  };
  const others = book.other_formats.map((other) => ({
    ...other,
    href: serverUrl(getBookFormatFile, { params: { ...params, format: other.format } }),
  }));
  return (
    <section className={classes.section} aria-label={t('formats.title')}>
      <h2 className={classes.heading}>{t('formats.title')}</h2>
      <ul className={classes.formats}>
        {[main, ...others].map((file) => {
          const { format, file_size, readable, href } = file;
          const name = format.toUpperCase();
          return (
            <li key={format}>
              <span>
                <strong>{name}</strong> {bytes(file_size)}
              </span>
              {file === main && <span className={classes.state}>{t('formats.isRead')}</span>}
              {file !== main && readable && canChoose && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('formats.chooseOf', { format: name })}
                  loading={choose.isPending && choose.variables === format}
                  onClick={() => choose.mutate(format)}
                >
                  {t('formats.choose')}
                </Button>
              )}
              {!readable && <span className={classes.state}>{t('formats.cannot')}</span>}
              {canDownload && (
                <Button
                  size="compact-sm"
                  variant="default"
                  component="a"
                  href={href}
                  download
                  aria-label={t('formats.saveOf', { format: name })}
                >
                  {t('formats.save')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
