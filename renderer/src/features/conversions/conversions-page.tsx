import { IconFileZip } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  applyConversion,
  type Conversion,
  type ConversionFile,
  deleteConversion,
  getConversion,
  listConversionFiles,
  listConversions,
  planConversion,
  undoConversion,
} from '../../../../shared/api/conversions.ts';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../file-plans/file-plans.module.css';
import { FilePlansPage } from '../file-plans/file-plans-page.tsx';
import type { FilePlanKind } from '../file-plans/types.ts';
import { keptPages, PagesChoice, pagesOfPlan } from './pages-choice.tsx';
import { withLibrary } from '../library/with-library.tsx';
import { permitted } from '../../ui/layout/permitted.tsx';

const Sizes = ({ plan: { from_size, to_size } }: { plan: Conversion }) => {
  const { t } = useTranslation('conversions');
  const { bytes } = useLocale();
  return (
    <p className={classes.progress}>
      {t('sizes', { before: bytes(from_size), after: bytes(to_size) })}
    </p>
  );
};

const Changes = ({ file }: { file: ConversionFile }) => {
  const { t } = useTranslation('conversions');
  const { bytes, locale } = useLocale();
  const { from_path, to_path, from_size, to_size, removed, page_count } = file;
  return (
    <>
      <p>{to_path === null ? from_path : t('becomes', { from: from_path, to: to_path })}</p>
      {removed.length > 0 && (
        <p className={classes.change}>
          {t(removed.length === 1 ? 'without' : 'withoutMany', {
            pages: new Intl.ListFormat(locale).format(removed.map(String)),
            count: page_count ?? 0,
          })}
        </p>
      )}
      {from_size !== null && to_size !== null && (
        <p className={classes.change}>
          {t(file.state === 'planned' && file.action === 'pack' ? 'about' : 'became', {
            before: bytes(from_size),
            after: bytes(to_size),
          })}
        </p>
      )}
    </>
  );
};

const conversions: FilePlanKind<Conversion, ConversionFile> = {
  name: 'conversions',
  allowedBy: 'convert_files',
  done: 'converted',
  affected: [['books'], ['series'], ['duplicates']],
  list: (library_id, signal) =>
    api.call(listConversions, { query: { library_id, pageSize: 20 }, signal }),
  get: (id, signal) => api.call(getConversion, { params: { id }, signal }),
  files: (id, query, signal) => api.call(listConversionFiles, { params: { id }, query, signal }),
  apply: (id) => api.call(applyConversion, { params: { id } }),
  undo: (id, file_ids) => api.call(undoConversion, { params: { id }, body: { file_ids } }),
  discard: (id) => api.call(deleteConversion, { params: { id } }),
  Icon: IconFileZip,
  Summary: Sizes,
  Changes,
};

/** Converts the files of a library. */
const ConversionsPageContent = () => {
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/convert' });
  const [pages, setPages] = useState(keptPages);
  return (
    <FilePlansPage
      kind={conversions}
      libraryId={libraryId}
      makePlan={() =>
        api.call(planConversion, {
          params: { id: libraryId },
          body: { pages: pagesOfPlan(pages) },
        })
      }
      options={<PagesChoice value={pages} onChange={setPages} />}
    />
  );
};

export const ConversionsPage = permitted(
  ['libraries-write', 'books-write'],
  withLibrary(ConversionsPageContent),
);
