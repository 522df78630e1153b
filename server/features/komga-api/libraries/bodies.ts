import { z } from 'zod';

import {
  createLibraryBody,
  updateLibraryBody,
  type CreateLibrary,
  type Library,
  type UpdateLibrary,
} from '../../../../shared/api/libraries.ts';
import { validate } from '../../../http/api/validate.ts';

/** Scan interval of the format → schedule. */
const schedules = {
  DISABLED: null,
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 0 * * *',
  WEEKLY: '0 0 * * 0',
} as const;
type Interval = keyof typeof schedules;
const intervals = Object.keys(schedules) as Interval[];

/** The interval of a library's schedule; DISABLED also for a schedule that the format lacks. */
export const intervalOf = ({ scanning_config }: Pick<Library, 'scanning_config'>): Interval =>
  intervals.find((name) => schedules[name] === scanning_config.cron_schedule) ?? 'DISABLED';

/** The fields of the format that have a counterpart; all others are ignored. */
export const changedLibrary = z.object({
  name: z.string().optional(),
  root: z.string().optional(),
  scanOnStartup: z.boolean().optional(),
  scanInterval: z.enum(intervals).optional(),
  scanDirectoryExclusions: z.array(z.string()).nullish(),
});
export const createdLibrary = changedLibrary.required({ name: true, root: true });
type ChangedLibrary = z.infer<typeof changedLibrary>;

/** The name of a folder becomes a pattern for folders of this name anywhere. */
const patternOf = (exclusion: string): string =>
  /[*?/]/.test(exclusion) ? exclusion : `**/${exclusion}/**`;

const fieldsOf = (body: ChangedLibrary, before: Pick<Library, 'scanning_config'> | null) => {
  const { name, root, scanOnStartup, scanInterval, scanDirectoryExclusions } = body;
  // Clients send back the values that they received, which keeps a schedule that the format lacks.
  const isSameInterval = before !== null && scanInterval === intervalOf(before);
  return {
    name,
    path: root,
    scanning_config: {
      ...(scanOnStartup === undefined ? {} : { scan_on_start: scanOnStartup }),
      ...(scanInterval === undefined || isSameInterval
        ? {}
        : { cron_schedule: schedules[scanInterval] }),
    },
    ...(scanDirectoryExclusions
      ? { excluded_patterns: scanDirectoryExclusions.map(patternOf) }
      : {}),
  };
};

/** A new library; its first scan starts at once. */
export const newLibraryOf = (body: z.infer<typeof createdLibrary>): CreateLibrary =>
  validate(
    createLibraryBody,
    { ...fieldsOf(body, null), scan_immediately: true },
    'body',
  ) as CreateLibrary;

export const libraryChangeOf = (body: ChangedLibrary, before: Library): UpdateLibrary =>
  validate(updateLibraryBody, fieldsOf(body, before), 'body') as UpdateLibrary;
