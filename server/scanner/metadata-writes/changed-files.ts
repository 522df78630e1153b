import { MediaError } from '../../media/media-error.ts';

/** The file has changed since the scan. */
export const fileChanged = () =>
  new MediaError(
    'changed',
    'The file has changed since it was scanned, so it is left as it is. Scan the library.',
  );

/** The metadata of the file has changed since the plan. */
export const changedSincePlan = () =>
  new MediaError(
    'changed',
    'The metadata in the file has changed since the preview, so it is left as it is. Make a new preview.',
  );
