import { dirname, join, sep } from 'node:path';

import type { Bus } from '../../bus.ts';

/** Gives what hangs together with a file: the folder of its library, else its own. */
export const createVolumes = ({
  libraries,
  bus,
}: {
  libraries: () => readonly { path: string }[];
  bus: Pick<Bus, 'listen'>;
}) => {
  let folders: string[] | null = null;
  bus.listen(({ name }) => {
    if (name.startsWith('library_')) folders = null;
  });
  return (path: string): string => {
    folders ??= libraries().map((library) => library.path);
    return folders.find((folder) => path.startsWith(join(folder, sep))) ?? dirname(path);
  };
};
