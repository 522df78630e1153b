import { byNamespace, type LazyTexts } from './lazy-texts.ts';

export const bookEnglish: Partial<LazyTexts> = byNamespace(
  import.meta.glob<object>(
    './en/{annotations,book,browse,creators,duplicates,filters,health,library,lists,notifications,offline,opened,organise,pdf,people,ratings,reader,reading,reprocess,search,selection,series,text,uploads,volumes}.json',
    { eager: true, import: 'default' },
  ),
);
