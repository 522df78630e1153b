import { onConnectionBack } from '../api/connection-store.ts';
import { closeDownloads, openDownloads, resumeHeldUp } from './downloads.ts';
import { followWithdrawals } from './follow-withdrawals.ts';
import { downloadNextOfAll } from './series-downloads.ts';
import { sendPendingProgress } from './sync-progress.ts';
import { startServiceWorker } from './service-worker.ts';
import { canDownloadBooks } from './book-store.ts';

/**
 * Runs after sign-in and the first page: caches the app, resumes downloads and sends queued
 * positions. Returns the function that stops it.
 */
export const startOffline = (): (() => void) => {
  void sendPendingProgress();
  if (canDownloadBooks()) {
    void startServiceWorker();
    void openDownloads().then(downloadNextOfAll);
  }
  const stop = onConnectionBack(() => {
    void sendPendingProgress();
    void resumeHeldUp().then(downloadNextOfAll);
  });
  const stopFollowing = followWithdrawals();
  return () => {
    stop();
    stopFollowing();
    closeDownloads();
  };
};
