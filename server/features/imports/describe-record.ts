import type { ImportKind } from '../../../shared/api/import-record.ts';
import type { ImportRecord, RecordOf } from './model.ts';

/** The columns of a line in the report. */
export interface LineFields {
  kind: ImportKind;
  source_id: string;
  person: string | null;
  book: string | null;
  series: string | null;
  title: string;
  detail: string | null;
}

type NameOf = (kind: 'person' | 'series' | 'book', sourceId: string) => string | null;

export const describeRecord = (record: ImportRecord, nameOf: NameOf): LineFields => {
  const fields: LineFields = {
    kind: record.kind,
    source_id: record.id,
    person: 'person' in record ? record.person : null,
    book: 'book' in record ? record.book : null,
    series: 'series' in record && typeof record.series === 'string' ? record.series : null,
    title: record.id,
    detail: null,
  };
  switch (record.kind) {
    case 'library':
      return { ...fields, title: record.name, detail: record.folders[0] ?? null };
    case 'person':
      return { ...fields, title: record.username, detail: record.email };
    case 'series':
      return { ...fields, title: record.name, detail: record.folder };
    case 'book':
      return { ...fields, title: record.title, detail: record.path };
    case 'collection':
      return { ...fields, title: record.name };
    case 'read_list':
      return { ...fields, title: record.name, detail: record.summary };
    case 'edit':
      return {
        ...fields,
        title: subjectOf(fields, nameOf),
        detail: Object.keys(record.values).join(', '),
      };
    case 'cover':
      return { ...fields, title: subjectOf(fields, nameOf) };
    case 'volume':
      return { ...fields, title: subjectOf(fields, nameOf), detail: volumeName(record) };
    case 'smart_list':
      return { ...fields, title: record.name, detail: nameOf('person', record.person) };
    case 'goal': {
      const title = `${record.year}: ${record.target} ${record.goal}`;
      return { ...fields, title, detail: nameOf('person', record.person) };
    }
    case 'preference':
      return { ...fields, title: record.key, detail: nameOf('person', record.person) };
    case 'former_reading': {
      const title = subjectOf({ ...fields, title: record.ended_at }, nameOf);
      return { ...fields, title, detail: nameOf('person', record.person) };
    }
    default:
      return {
        ...fields,
        title: subjectOf(fields, nameOf),
        detail: nameOf('person', record.person) ?? record.person,
      };
  }
};

const volumeName = ({ number, title }: RecordOf<'volume'>): string =>
  title === null ? String(number) : `${number}: ${title}`;

const subjectOf = ({ book, series, title }: LineFields, nameOf: NameOf): string =>
  (book === null ? series && nameOf('series', series) : nameOf('book', book)) ?? title;
