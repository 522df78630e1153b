import { ActionIcon, TextInput } from '@mantine/core';
import { IconFolder, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { ReadingDirection, SeriesStrategy } from '../../../../shared/api/libraries.ts';
import { folderName, guessDirection } from './folder-name.ts';
import { areNested } from './folder-path.ts';
import classes from './welcome.module.css';

/** A folder to add as a library. */
export interface NewFolder {
  path: string;
  name: string;
  direction: ReadingDirection;
  strategy: SeriesStrategy;
}

/**
 * Adds a folder with name and direction guessed from its path; returns an equal list if it is
 * included already.
 */
export const withFolder = (folders: readonly NewFolder[], path: string): NewFolder[] => {
  if (folders.some((folder) => folder.path === path)) return [...folders];
  const usedNames = folders.map(({ name }) => name);
  const name = folderName(path);
  const free = usedNames.includes(name) ? `${name} ${String(folders.length + 1)}` : name;
  return [...folders, { path, name: free, direction: guessDirection(path), strategy: 'folder' }];
};

/** An earlier folder that is inside of this one, or around it; libraries cannot share folders. */
const nestedWith = (folders: readonly NewFolder[], folder: NewFolder): NewFolder | undefined =>
  folders.slice(0, folders.indexOf(folder)).find((earlier) => areNested(earlier.path, folder.path));

/** Whether each folder can become a library beside the others. */
export const canBecomeLibraries = (folders: readonly NewFolder[]): boolean =>
  folders.every((folder) => folder.name.trim() !== '' && nestedWith(folders, folder) === undefined);

interface FolderListProps {
  folders: readonly NewFolder[];
  onChange: (folders: NewFolder[]) => void;
}

export const FolderList = ({ folders, onChange }: FolderListProps) => {
  const { t } = useTranslation('setup');
  if (folders.length === 0) return null;
  return (
    <ul className={classes.folders} aria-label={t('folders.list')}>
      {folders.map((folder) => {
        const nested = nestedWith(folders, folder);
        return (
          <li key={folder.path}>
            <IconFolder aria-hidden />
            <div>
              <TextInput
                size="xs"
                aria-label={t('folders.nameOf', { path: folder.path })}
                value={folder.name}
                maxLength={255}
                onChange={({ currentTarget: { value } }) =>
                  onChange(
                    folders.map((other) => (other === folder ? { ...other, name: value } : other)),
                  )
                }
              />
              <code>{folder.path}</code>
              {nested !== undefined && (
                <p role="alert" className={classes.nested}>
                  {t('folders.overlap', { name: nested.name })}
                </p>
              )}
            </div>
            <ActionIcon
              aria-label={t('folders.remove', { name: folder.name })}
              onClick={() => onChange(folders.filter((other) => other !== folder))}
            >
              <IconX size={17} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
};
