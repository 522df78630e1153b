import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { getBookFeedLink, resetBookFeedLink } from '../../../../shared/api/book-feeds.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './book-feed-dialog.module.css';
import { closeBookFeed, useBookFeed, type BookFeedChoice } from './book-feed-store.ts';

/** Shows the address of a feed of new books, for feed readers. */
export const BookFeedDialog = () => {
  const { t } = useTranslation('notifications');
  const choice = useBookFeed((state) => state.open);
  return (
    <Dialog title={t('feed.title')} opened={choice !== null} onClose={closeBookFeed} size={560}>
      {choice !== null && <Address choice={choice} />}
    </Dialog>
  );
};

const linkKey = ['book-feed-link'];

const Address = ({ choice: { limit } }: { choice: BookFeedChoice }) => {
  const { t } = useTranslation('notifications');
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: linkKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getBookFeedLink, { signal }),
  });
  const reset = useChange([], () => api.call(resetBookFeedLink));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const query = limit === null ? '' : `?${limit.scope}=${limit.id}`;
  const address = data === undefined ? '' : data.url + query;
  return (
    <>
      <div className={classes.body}>
        <p>{limit === null ? t('feed.all') : t('feed.of', { name: limit.name })}</p>
        <TextInput
          readOnly
          label={t('feed.address')}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div>
          <CopyButton text={address} what={t('feed.address')} />
        </div>
        <p className={classes.hint}>{t('feed.secret')}</p>
      </div>
      <DialogActions>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('feed.reset')}
        </Button>
        <Button onClick={closeBookFeed}>{t('feed.done')}</Button>
      </DialogActions>
      {isAsking && (
        <ConfirmDialog
          title={t('feed.resetTitle')}
          action={t('feed.reset')}
          change={reset}
          onConfirm={() =>
            reset.mutate(undefined, {
              onSuccess: (link) => {
                client.setQueryData(linkKey, link);
                setAsking(false);
              },
            })
          }
          onClose={() => setAsking(false)}
        >
          <p>{t('feed.resetText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
