import { Button, Skeleton, Switch } from '@mantine/core';
import { IconArrowUp, IconFolder, IconFolderOff } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { browseFilesystem } from '../../../../shared/api/filesystem.ts';
import { api } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Drives } from './drives.tsx';
import { isHidden, lastPlace, pathSegments, rememberPlace } from './folder-path.ts';
import { PathField } from './path-field.tsx';
import classes from './folder-browser.module.css';

interface FolderBrowserProps {
  opened: boolean;
  onClose: () => void;
  onPick: (path: string) => void;
}

/** Folder browser for the server's computer. */
export const FolderBrowser = ({ opened, onClose, onPick }: FolderBrowserProps) => {
  const { t } = useTranslation('setup');
  return (
    <Dialog title={t('browser.title')} opened={opened} onClose={onClose} size={620}>
      {opened && <Folders onClose={onClose} onPick={onPick} />}
    </Dialog>
  );
};

const folderQuery = (path: string | null) =>
  queryOptions({
    queryKey: ['filesystem', path],
    queryFn: ({ signal }) =>
      api.call(browseFilesystem, { query: path === null ? {} : { path }, signal }),
    staleTime: 0,
  });

const Folders = ({ onClose, onPick }: Omit<FolderBrowserProps, 'opened'>) => {
  const { t } = useTranslation('setup');
  const [path, setPath] = useState(lastPlace);
  const [isStart, setIsStart] = useState(path !== null);
  const [typed, setTyped] = useState<string | null>(null);
  const [showsHidden, setShowsHidden] = useState(false);
  const queryClient = useQueryClient();
  const folder = useQuery({ ...folderQuery(path), placeholderData: (previous) => previous });
  const open = (next: string | null) => {
    setIsStart(false);
    setTyped(null);
    setPath(next);
  };
  // The last folder can be on a disconnected drive: start in the home folder then.
  if (isStart && folder.isError) open(null);
  const current = folder.data;
  // A path that cannot be opened stays in the field, to be corrected.
  const isOpen = current !== undefined && !folder.isPlaceholderData;
  const opened = (isOpen ? current.current_path : path) ?? '';
  const choose = async () => {
    // A typed path counts without Enter as well, and a folder that is still being opened.
    const wanted = typed?.trim() || opened || null;
    const chosen =
      isOpen && wanted === opened
        ? current
        : await queryClient.query(folderQuery(wanted)).catch(() => null);
    if (chosen === null) {
      open(wanted);
      return;
    }
    rememberPlace(chosen.current_path);
    onPick(chosen.current_path);
  };
  const entries = current?.entries.filter(({ name }) => showsHidden || !isHidden(name));
  return (
    <>
      <Drives current={current?.current_path} onOpen={open} />
      <div className={classes.place}>
        <Button
          size="compact-md"
          variant="default"
          px={8}
          aria-label={t('browser.up')}
          disabled={current === undefined || current.parent_path === null}
          onClick={() => open(current?.parent_path ?? null)}
        >
          <IconArrowUp size={16} />
        </Button>
        <nav className={classes.segments} aria-label={t('browser.place')}>
          <ol>
            {pathSegments(current?.current_path ?? '').map((segment, index, all) => (
              <li key={segment.path}>
                <button
                  type="button"
                  aria-current={index === all.length - 1 ? 'location' : undefined}
                  onClick={() => open(segment.path)}
                >
                  {segment.name}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <PathField current={opened} typed={typed ?? opened} onType={setTyped} onOpen={open} />
      <div className={classes.entries}>
        {folder.isError ? (
          <ErrorState compact error={folder.error} onRetry={() => void folder.refetch()} />
        ) : (
          <ul>
            {current === undefined &&
              [1, 2, 3, 4, 5].map((key) => (
                <li key={key} className={classes.entry}>
                  <Skeleton height={18} width="60%" />
                </li>
              ))}
            {entries?.map((entry) => (
              <li key={entry.path}>
                <button
                  type="button"
                  className={classes.entry}
                  disabled={!entry.is_readable}
                  onClick={() => open(entry.path)}
                >
                  {entry.is_readable ? <IconFolder /> : <IconFolderOff />}
                  {entry.name}
                </button>
              </li>
            ))}
            {entries?.length === 0 && <li className={classes.none}>{t('browser.empty')}</li>}
          </ul>
        )}
      </div>
      <Switch
        className={classes.hidden}
        label={t('browser.hidden')}
        checked={showsHidden}
        onChange={({ currentTarget }) => setShowsHidden(currentTarget.checked)}
      />
      <DialogActions onCancel={onClose}>
        <Button
          disabled={typed === null && (current === undefined || folder.isError)}
          onClick={() => void choose()}
        >
          {t('browser.pick')}
        </Button>
      </DialogActions>
    </>
  );
};
