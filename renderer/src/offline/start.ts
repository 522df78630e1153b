import type { CurrentUser } from '../../../shared/api/auth.ts';
import { onConnectionBack } from '../api/connection-store.ts';
import { openDownloads, resumeHeldUp } from './downloads.ts';
import { sendPlaces } from './places.ts';
import { startServiceWorker } from './service-worker.ts';
import { canKeepBooks } from './shelf.ts';

/**
 * Once somebody is signed in and the first page is there: keeps the app itself, goes on with
 * downloads and sends places that were read without the server. Returns a function that ends it.
 */
export const startOffline = (user: CurrentUser): (() => void) => {
  void sendPlaces();
  if (canKeepBooks()) {
    void startServiceWorker();
    void openDownloads(user);
  }
  return onConnectionBack(() => {
    void sendPlaces();
    void resumeHeldUp();
  });
};
