import type { Language } from '../../../shared/languages.ts';
import { type Release, spansText } from '../../../shared/api/release-record.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import { notificationTexts } from './texts.ts';
import type { NotificationMessage, NotificationPayload, NotificationText } from './types.ts';

/** Maximum titles of books in one text. */
const maxTitles = 10;

export interface NotificationComposer {
  /**
   * The message for a person; null if nothing is left that they can see. Reads through the services
   * as that person, so that a message never reveals more than the app.
   */
  compose(
    caller: Caller,
    payloads: readonly NotificationPayload[],
    language: Language,
  ): NotificationMessage | null;
  test(language: Language): NotificationMessage;
}

export const createNotificationComposer = ({
  series,
  books,
  release,
  serverName,
}: {
  series: Pick<SeriesService, 'records'>;
  books: Pick<BooksService, 'records'>;
  /** Undefined for a release that was removed. */
  release: (id: string) => Release | undefined;
  serverName: () => string;
}): NotificationComposer => {
  const describe = (
    caller: Caller,
    payload: NotificationPayload,
    language: Language,
  ): NotificationText | null => {
    const t = notificationTexts[language];
    const { event } = payload;
    const isAboutSeries = event === 'new_books' || event === 'release';
    if (!caller.permissions.has(isAboutSeries ? 'series-read' : 'system-admin')) return null;
    if (event === 'new_books') {
      const found = series.records(caller, [payload.series_id]).get(payload.series_id);
      const added = [...books.records(caller, payload.book_ids).values()];
      if (found === undefined || added.length === 0) return null;
      const titles = added.slice(0, maxTitles).map(({ title }) => title);
      const more = added.length - titles.length;
      return {
        event,
        title: t.newBooks(found.name, added.length),
        text: [...titles, ...(more > 0 ? [t.more(more)] : [])].join('\n'),
        about: {
          series: { id: found.id, name: found.name },
          books: added.map(({ id, title }) => ({ id, title })),
        },
      };
    }
    if (event === 'release') {
      const found = release(payload.release_id);
      if (found?.state !== 'announced') return null;
      if (!series.records(caller, [found.seriesId]).has(found.seriesId)) return null;
      const { id, seriesId, seriesTitle, volumes, chapters, groupOrUploader, payloadUrl } = found;
      const parts = [
        volumes?.length ? t.volumes(spansText(volumes)) : null,
        chapters?.length ? t.chapters(spansText(chapters)) : null,
        groupOrUploader,
      ].filter((part) => part !== null);
      return {
        event,
        title: t.release(seriesTitle),
        text: [parts.join(' · '), payloadUrl].filter((part) => part !== '').join('\n'),
        about: { release: { id, url: payloadUrl }, series: { id: seriesId, name: seriesTitle } },
      };
    }
    if (event === 'health') {
      const { problems } = payload;
      return { event, title: t.health, text: t.problems(problems), about: { problems } };
    }
    const { reason } = payload;
    if (event === 'backup_failed') {
      return { event, title: t.backupFailed, text: reason, about: { reason } };
    }
    const { library } = payload;
    return { event, title: t.scanFailed(library), text: reason, about: { library, reason } };
  };

  return {
    compose(caller, payloads, language) {
      const notifications = payloads.flatMap(
        (payload) => describe(caller, payload, language) ?? [],
      );
      const [first, ...others] = notifications;
      if (first === undefined) return null;
      const several = notificationTexts[language].several(serverName(), notifications.length);
      return { title: others.length === 0 ? first.title : several, notifications };
    },
    test(language) {
      const { test, testText } = notificationTexts[language];
      const title = test(serverName());
      return { title, notifications: [{ event: 'test', title, text: testText, about: {} }] };
    },
  };
};
