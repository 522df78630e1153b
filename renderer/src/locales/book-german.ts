import { byNamespace, type LazyTexts } from './lazy-texts.ts';

export const bookGerman: Partial<LazyTexts> = byNamespace(
  import.meta.glob<object>(
    './de/{annotations,book,browse,creators,duplicates,faults,filters,health,library,lists,notifications,offline,opened,organise,pdf,people,ratings,reader,reading,reprocess,search,selection,series,text,uploads,volumes}.json',
    { eager: true, import: 'default' },
  ),
);

/** The server's messages are in English, by which every other language finds its translations. */
export { default as faults } from './en/faults.json' with { type: 'json' };
