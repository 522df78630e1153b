import type { Endpoint } from '../endpoint.ts';
import { accountEndpoints } from './areas/account.ts';
import { libraryEndpoints } from './areas/library.ts';
import { listsEndpoints } from './areas/lists.ts';
import { peopleEndpoints } from './areas/people.ts';
import { readingEndpoints } from './areas/reading.ts';
import { serverEndpoints } from './areas/server.ts';

/** All endpoints of `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...libraryEndpoints,
  ...listsEndpoints,
  ...readingEndpoints,
  ...peopleEndpoints,
  ...serverEndpoints,
];
