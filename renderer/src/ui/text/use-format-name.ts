import { useTranslation } from 'react-i18next';

import type { BookFormat } from '../../../../shared/api/book-record.ts';

/** The name of a file format: `CBZ`, or `Folder` for a folder of images. */
export const useFormatName = (): ((format: BookFormat) => string) => {
  const { t } = useTranslation('book');
  return (format) => (format === 'folder' ? t('folder') : format.toUpperCase());
};
