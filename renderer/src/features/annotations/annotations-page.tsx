import { Button, Menu, Select } from '@mantine/core';
import { IconBookmarks, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  annotationKinds,
  exportAnnotations,
  annotationExportFormats,
  type ListedAnnotation,
} from '../../../../shared/api/annotations.ts';
import { serverUrl } from '../../api/base-path.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import {
  recreateRequest,
  annotationsPage,
  useAnnotate,
  useSaveAnnotation,
} from '../../readers/shell/queries.ts';
import { NoteDialog } from '../../readers/shell/note-dialog.tsx';
import { changeOf } from '../../readers/shell/note-writer.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import layout from '../../ui/layout/report-page.module.css';
import classes from './annotations-page.module.css';
import { BookAnnotations } from './book-annotations.tsx';

const route = getRouteApi('/shell/annotations');

/** All of the user's annotations, grouped by book. */
export const AnnotationsPage = () => {
  const { t } = useTranslation(['annotations', 'text']);
  usePageTitle(t('title'));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true });
  const query = useQuery({ ...annotationsPage(search), placeholderData: keepPreviousData });
  const { data, error, refetch } = query;
  const [edited, setEdited] = useState<ListedAnnotation | null>(null);
  const { mutate, mutateAsync } = useAnnotate();
  const { mutateAsync: save } = useSaveAnnotation();
  const remove = (mark: ListedAnnotation) => {
    mutate({ kind: 'remove', id: mark.id });
    offerUndo({
      text: t('text:marks.deleted'),
      undo: () => mutateAsync({ kind: 'add', bookId: mark.book_id, body: recreateRequest(mark) }),
    });
  };
  // Clearing the filter also clears the text field, by a new key.
  const [fresh, setFresh] = useState(0);
  const showAll = () => {
    setFresh((count) => count + 1);
    change({ q: undefined, kind: undefined });
  };
  const isFiltered = search.q !== undefined || search.kind !== undefined;

  return (
    <Page>
      <div className={layout.column}>
        <PageTitle aside={data !== undefined && data.total > 0 && <ExportMenu />}>
          {t('title')}
        </PageTitle>
        {(isFiltered || (data?.total ?? 0) > 0) && (
          <div className={classes.filters} role="search">
            <Words
              key={fresh}
              words={search.q ?? ''}
              onWords={(q) => change({ q: q === '' ? undefined : q })}
            />
            <Select
              aria-label={t('filter.kind')}
              data={[
                { value: '', label: t('filter.all') },
                ...annotationKinds.map((kind) => ({ value: kind, label: t(`filter.${kind}`) })),
              ]}
              allowDeselect={false}
              value={search.kind ?? ''}
              onChange={(kind) =>
                change({
                  kind: annotationKinds.find((candidate) => candidate === kind) ?? undefined,
                })
              }
            />
            <Select
              aria-label={t('sort.label')}
              data={(['book', 'created_at', 'updated_at'] as const).map((value) => ({
                value,
                label: t(`sort.${value}`),
              }))}
              allowDeselect={false}
              value={search.sort ?? 'book'}
              onChange={(sort) =>
                change({ sort: sort === 'created_at' || sort === 'updated_at' ? sort : undefined })
              }
            />
          </div>
        )}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton />}
        {data?.total === 0 && (
          <EmptyState
            icon={<IconBookmarks stroke={1.25} />}
            title={t(isFiltered ? 'none.title' : 'empty.title')}
            action={
              isFiltered && (
                <Button variant="default" onClick={showAll}>
                  {t('none.clear')}
                </Button>
              )
            }
          >
            {t(isFiltered ? 'none.text' : 'empty.text')}
          </EmptyState>
        )}
        {data &&
          groups(data.data).map((marks) => (
            <BookAnnotations key={marks[0].id} marks={marks} onEdit={setEdited} onDelete={remove} />
          ))}
        <Pager page={search.page ?? 1} query={query} onPage={(page) => change({ page })} />
        {edited && (
          <NoteDialog
            draft={changeOf(edited).draft}
            form={edited.id}
            onClose={() => setEdited(null)}
            onSave={async ({ note, color, is_shared }) => {
              const sharing = is_shared === null ? {} : { is_shared };
              await save({ kind: 'change', id: edited.id, body: { note, color, ...sharing } });
            }}
            onDelete={() => {
              remove(edited);
              setEdited(null);
            }}
          />
        )}
      </div>
    </Page>
  );
};

type Group = [ListedAnnotation, ...ListedAnnotation[]];

/** Groups consecutive annotations of the same book. */
const groups = (marks: readonly ListedAnnotation[]): Group[] => {
  const found: Group[] = [];
  for (const mark of marks) {
    const last = found.at(-1);
    if (last?.[0].book_id === mark.book_id) last.push(mark);
    else found.push([mark]);
  }
  return found;
};

const ExportMenu = () => {
  const { t } = useTranslation('annotations');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={17} />}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {annotationExportFormats.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={serverUrl(exportAnnotations, { query: { format } })}
            download
          >
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** Debounce of the search field (ms). */
const debounceMs = 250;

const Words = ({ words, onWords }: { words: string; onWords: (words: string) => void }) => {
  const { t } = useTranslation('annotations');
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onWords(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, words, onWords]);
  return (
    <SearchField
      label={t('filter.words')}
      className={classes.words}
      maxLength={200}
      value={typed}
      onChange={setTyped}
    />
  );
};

const Skeleton = () => (
  <div aria-busy className={classes.skeleton}>
    {[1, 2, 3, 4].map((line) => (
      <span key={line} />
    ))}
  </div>
);
