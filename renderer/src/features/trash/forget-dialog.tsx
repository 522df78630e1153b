import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { errorMessage } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useForget } from './queries.ts';
import classes from './trash.module.css';

/** Asks before what is known of missing books goes: that cannot be undone. Null: of all of them. */
export const ForgetDialog = ({ book, onClose }: { book: Book | null; onClose: () => void }) => {
  const { t } = useTranslation(['trash', 'common']);
  const forget = useForget();
  return (
    <Dialog
      title={book === null ? t('emptyTitle') : t('forgetTitle', { title: book.title })}
      opened
      onClose={onClose}
    >
      <p>{t('forgetText')}</p>
      {forget.error !== null && (
        <p role="alert" className={classes.error}>
          {errorMessage(forget.error) ?? t('common:error.unreachable')}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          color="danger"
          loading={forget.isPending}
          onClick={() => forget.mutate(book?.id ?? null, { onSuccess: onClose })}
        >
          {t(book === null ? 'empty' : 'forget')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
