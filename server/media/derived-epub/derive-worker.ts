import { answerRequests } from '../answer-requests.ts';
import type { FileStamp } from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { writeEpub } from './derive-epub.ts';

export interface DeriveRequest {
  path: string;
  stamp: FileStamp;
  /** Where the EPUB is written. */
  target: string;
  limits: Limits;
}

answerRequests(async ({ path, ...request }: DeriveRequest) => {
  await writeEpub(path, request);
  return null;
});
