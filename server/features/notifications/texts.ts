import type { Language } from '../../../shared/languages.ts';

/** Texts of messages. German addresses people with "du". */
interface Texts {
  newBooks(series: string, count: number): string;
  more(count: number): string;
  release(series: string): string;
  volumes(spans: string): string;
  chapters(spans: string): string;
  scanFailed(library: string): string;
  backupFailed: string;
  health: string;
  problems(count: number): string;
  several(server: string, count: number): string;
  test(server: string): string;
  testText: string;
}

export const notificationTexts: Record<Language, Texts> = {
  en: {
    newBooks: (series, count) => `${series}: ${count === 1 ? '1 new book' : `${count} new books`}`,
    more: (count) => `and ${count} more`,
    release: (series) => `${series}: new release`,
    volumes: (spans) => `Vol. ${spans}`,
    chapters: (spans) => `Ch. ${spans}`,
    scanFailed: (library) => `The scan of ${library} stopped`,
    backupFailed: 'A backup failed',
    health: 'New problems in your libraries',
    problems: (count) =>
      count === 1 ? 'Health lists 1 problem.' : `Health lists ${count} problems.`,
    several: (server, count) => `${server}: ${count} notifications`,
    test: (server) => `Test message from ${server}`,
    testText: 'Notifications arrive here.',
  },
  de: {
    newBooks: (series, count) =>
      `${series}: ${count === 1 ? '1 neues Buch' : `${count} neue Bücher`}`,
    more: (count) => `und ${count} weitere`,
    release: (series) => `${series}: Neuerscheinung`,
    volumes: (spans) => `Bd. ${spans}`,
    chapters: (spans) => `Kap. ${spans}`,
    scanFailed: (library) => `Der Scan von ${library} hielt an`,
    backupFailed: 'Eine Sicherung schlug fehl',
    health: 'Neue Probleme in deinen Bibliotheken',
    problems: (count) =>
      count === 1 ? 'Zustand nennt 1 Problem.' : `Zustand nennt ${count} Probleme.`,
    several: (server, count) => `${server}: ${count} Benachrichtigungen`,
    test: (server) => `Testnachricht von ${server}`,
    testText: 'Benachrichtigungen kommen hier an.',
  },
};
