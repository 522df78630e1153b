import type {
  DestinationKind,
  NotificationFrequency,
  NotificationKind,
} from '../../../shared/api/notifications.ts';
import type { Language } from '../../../shared/languages.ts';

/** An event as it is queued: ids, because names can change until it is sent. */
export type NotificationPayload =
  | { event: 'new_books'; series_id: string; book_ids: string[] }
  | { event: 'release'; release_id: string }
  | { event: 'scan_failed'; library: string; reason: string }
  | { event: 'backup_failed'; reason: string }
  | { event: 'health'; problems: number };

/** An event in words; `about` names the records for programs. */
export interface NotificationText {
  event: NotificationKind | 'test';
  title: string;
  text: string;
  about: Record<string, unknown>;
}

/** Content of one message to a destination. */
export interface NotificationMessage {
  title: string;
  notifications: NotificationText[];
}

/** A destination with its secrets, as the sender needs it. */
export interface Destination {
  pk: number;
  user_pk: number;
  kind: DestinationKind;
  address: string;
  token: string | null;
  frequency: NotificationFrequency;
  language: Language;
}
