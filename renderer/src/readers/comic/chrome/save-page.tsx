import { useTranslation } from 'react-i18next';

import { pageUrl } from '../../../api/client.ts';
import { useCan } from '../../../api/session-store.ts';
import buttons from '../../shell/buttons.module.css';
import type { PageShape } from '../stage/page-shape.ts';
import { useReader } from '../store/reader-context.tsx';

/** "image/jpeg" is jpg, as in the names of files. */
const extensionOf = (mediaType: string): string =>
  mediaType.replace('image/', '').replace('jpeg', 'jpg').replace('+xml', '');

/** Saves the current page as a file, as it is in the book; needs permission to download. */
export const SavePage = ({ page: { number, mediaType } }: { page: PageShape }) => {
  const { t } = useTranslation('reader');
  const canDownload = useCan('books-download');
  const { id, title } = useReader((state) => state.book);
  if (!canDownload) return null;
  const name = `${title} - ${String(number).padStart(3, '0')}.${extensionOf(mediaType)}`;
  return (
    <div className={buttons.row}>
      <a href={pageUrl(id, number)} download={name}>
        {t('info.save')}
      </a>
    </div>
  );
};
