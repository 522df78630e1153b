import type { Endpoint } from '../endpoint.ts';
import { accountArea } from './areas/account.ts';
import { deliveryArea } from './areas/delivery.ts';
import { libraryArea } from './areas/library.ts';
import { listsArea } from './areas/lists.ts';
import { peopleArea } from './areas/people.ts';
import { readingArea } from './areas/reading.ts';
import { serverArea } from './areas/server.ts';

/** All endpoints of `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  ...accountArea,
  ...libraryArea,
  ...listsArea,
  ...deliveryArea,
  ...readingArea,
  ...peopleArea,
  ...serverArea,
];
