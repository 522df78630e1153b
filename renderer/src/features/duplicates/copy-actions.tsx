import { Button } from '@mantine/core';
import { IconArchive, IconCopy, IconEyeOff, IconFolderSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { desktop } from '../../api/desktop.ts';
import { useCan } from '../../api/session-store.ts';
import { copyText } from '../../ui/controls/copy-text.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { serverSettingsQuery } from '../settings/server-settings-queries.ts';
import classes from './duplicates.module.css';
import { useSetAside } from './queries.ts';

/** Actions for a copy: copy its path, hide it, move its file to the bin. */
export const CopyActions = ({ book }: { book: Book }) => {
  const { t } = useTranslation(['duplicates', 'opened']);
  const { path, id } = book;
  const canHide = useCan('books-delete');
  const canReveal = useCan('libraries-write');
  const isAdmin = useCan('system-admin');
  const { data: settings } = useQuery({ ...serverSettingsQuery(), enabled: isAdmin });
  const canMove =
    settings?.get('duplicates.move_files')?.value === true && book.format !== 'folder';
  const { hide, moveToBin } = useSetAside();
  const reveal = desktop?.reveal;
  const show = async () => {
    if ((await reveal?.('book', id)) === false) showToast(t('opened:reveal.gone'));
  };
  const copy = async () => {
    if (await copyText(path)) showToast(t('copiedPath'));
  };
  const buttonProps = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <div className={classes.actions}>
      <Button
        {...buttonProps}
        leftSection={<IconCopy size={15} />}
        aria-label={t('copyPathOf', { path })}
        onClick={() => void copy()}
      >
        {t('copyPath')}
      </Button>
      {desktop !== undefined && reveal !== undefined && canReveal && (
        <Button
          {...buttonProps}
          leftSection={<IconFolderSearch size={15} />}
          aria-label={t('revealOf', { action: t(`opened:reveal.${desktop.platform}`), path })}
          onClick={() => void show().catch(reportFailure)}
        >
          {t(`opened:reveal.${desktop.platform}`)}
        </Button>
      )}
      {canHide && (
        <Button
          {...buttonProps}
          leftSection={<IconEyeOff size={15} />}
          aria-label={t('hideOf', { path })}
          loading={hide.isPending}
          onClick={() => hide.mutate(book)}
        >
          {t('hide')}
        </Button>
      )}
      {canMove && (
        <Button
          {...buttonProps}
          leftSection={<IconArchive size={15} />}
          aria-label={t('moveOf', { path })}
          loading={moveToBin.isPending}
          onClick={() => moveToBin.mutate(book)}
        >
          {t('move')}
        </Button>
      )}
    </div>
  );
};
