import { AppError } from '../../../shared/errors.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { countPages } from '../../media/stored-page.ts';
import type { OnDemandReader } from '../../scanner/on-demand/on-demand-reader.ts';
import type { OpenedFilesStore } from './store.ts';

interface AnalysisOptions {
  store: Pick<OpenedFilesStore, 'get' | 'pages' | 'analyzed'>;
  source: PageSource;
  reader: Pick<OnDemandReader, 'analyze'>;
}

/** On first read, determines the page sizes of an opened file and counts its texts. */
export const createAnalysis =
  ({ store, source, reader }: AnalysisOptions) =>
  async (id: string): Promise<void> => {
    const row = store.get(id);
    if (!row) throw new AppError('NotFound', `File ${id} was not found`);
    // It brings the parsers of texts, which a start does without.
    const { analyzeOtherPages } = await import('../../scanner/analysis/page-analysis.ts');
    const pages = await analyzeOtherPages(
      row.path,
      await reader.analyze(row.path, store.pages(row.pk)),
      source,
    );
    store.analyzed(row.pk, pages, countPages(pages));
  };
