import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { browseFilesystem } from '../../../../shared/api/filesystem.ts';
import { api } from '../../api/client.ts';
import { folderToComplete } from './folder-path.ts';
import classes from './folder-browser.module.css';

interface PathFieldProps {
  /** The open folder. */
  current: string;
  typed: string;
  onType: (typed: string) => void;
  onOpen: (path: string) => void;
}

/** A path to type or paste, completed with the folders of the server's computer. */
export const PathField = ({ current, typed, onType, onOpen }: PathFieldProps) => {
  const { t } = useTranslation('setup');
  const folder = folderToComplete(typed);
  const { data } = useQuery({
    // The same key as the list of folders.
    queryKey: ['filesystem', folder],
    queryFn: ({ signal }) =>
      api.call(browseFilesystem, { query: folder === null ? {} : { path: folder }, signal }),
    enabled: folder !== null && typed !== current,
    retry: false,
  });
  const open = (path: string) => {
    if (path.trim() !== '') onOpen(path.trim());
  };
  return (
    <Autocomplete
      className={classes.field}
      label={t('browser.path')}
      value={typed}
      data={typed === current ? [] : (data?.entries ?? []).map(({ path }) => path)}
      limit={20}
      spellCheck={false}
      autoCapitalize="off"
      comboboxProps={{ withinPortal: true }}
      onChange={onType}
      onOptionSubmit={open}
      onKeyDown={(event) => {
        // With an option chosen by the arrow keys, Enter submits that. Its id stays in the attribute
        // when typing goes on.
        const option = event.currentTarget.getAttribute('aria-activedescendant') ?? '';
        const isChosen = document.getElementById(option)?.hasAttribute('data-combobox-selected');
        if (event.key === 'Enter' && !isChosen) open(typed);
      }}
    />
  );
};
