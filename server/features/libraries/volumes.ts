import { dirname, join, sep } from 'node:path';

import type { EventBus } from '../../lib/event-bus.ts';

/** Returns the volume key of a path: the root folder of its library, or its parent folder if it has none. */
export const createVolumes = ({
  libraries,
  bus,
}: {
  libraries: () => readonly { path: string }[];
  bus: Pick<EventBus, 'subscribe'>;
}) => {
  let folders: string[] | null = null;
  bus.subscribe(({ name }) => {
    if (name.startsWith('library_')) folders = null;
  });
  return (path: string): string => {
    folders ??= libraries().map((library) => library.path);
    return folders.find((folder) => join(path, sep).startsWith(join(folder, sep))) ?? dirname(path);
  };
};
