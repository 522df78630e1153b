import { stat } from 'node:fs/promises';

import { isDerived } from '../../../shared/api/book-record.ts';
import { AppError } from '../../../shared/errors.ts';
import { derivedListing } from '../../media/derived-epub/derived-listing.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { OnDemandReader } from '../../scanner/on-demand/on-demand-reader.ts';
import type { OpenedFilesStore, OpenedRow } from './store.ts';

interface AnalysisOptions {
  store: Pick<OpenedFilesStore, 'get' | 'pages' | 'analyzed'>;
  source: PageSource;
  reader: OnDemandReader;
}

/**
 * On first read, determines the page sizes of an opened file and counts its texts, of some formats in the EPUB
 * that is made from it.
 */
export const createAnalysis = ({ store, source, reader }: AnalysisOptions) => {
  const analyzeDerived = async ({ pk, path }: OpenedRow): Promise<void> => {
    const epub = await source.epubOf(path);
    const listed = await reader.list(epub, (await stat(epub)).size);
    const pages = await reader.analyze(epub, listed.pages);
    store.analyzed(pk, derivedListing({ ...listed, pages }));
  };

  return async (id: string): Promise<void> => {
    const row = store.get(id);
    if (!row) throw new AppError('NotFound', `File ${id} was not found`);
    if (isDerived(row.format)) return analyzeDerived(row);
    // It brings the parsers of texts, which a start does without.
    const { analyzeOtherPages } = await import('../../scanner/analysis/page-analysis.ts');
    const pages = await analyzeOtherPages(
      row.path,
      await reader.analyze(row.path, store.pages(row.pk)),
      source,
    );
    store.analyzed(row.pk, { pages });
  };
};
