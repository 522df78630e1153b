import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { useForget } from './queries.ts';

/** Confirms the permanent deletion of missing books' data; null for all. */
export const ForgetDialog = ({ book, onClose }: { book: Book | null; onClose: () => void }) => {
  const { t } = useTranslation('trash');
  const forget = useForget();
  return (
    <ConfirmDialog
      title={book === null ? t('emptyTitle') : t('forgetTitle', { title: book.title })}
      action={t(book === null ? 'empty' : 'forget')}
      change={forget}
      onConfirm={() => forget.mutate(book?.id ?? null, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('forgetText')}</p>
    </ConfirmDialog>
  );
};
