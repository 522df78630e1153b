import { AppError } from '../../../shared/errors.ts';
import type { Limits } from '../../media/limits.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { countPages } from '../../media/stored-page.ts';
import { analyzePages } from '../../scanner/analysis/page-analysis.ts';
import type { OpenedFilesStore } from './store.ts';

interface AnalysisOptions {
  store: Pick<OpenedFilesStore, 'get' | 'pages' | 'analyzed'>;
  source: PageSource;
  limits: () => Limits;
}

/** On first read, determines the page sizes of an opened file and counts its texts. */
export const createAnalysis =
  ({ store, source, limits }: AnalysisOptions) =>
  async (id: string): Promise<void> => {
    const row = store.get(id);
    if (!row) throw new AppError('NotFound', `File ${id} was not found`);
    const pages = await analyzePages(row.path, store.pages(row.pk), source, limits());
    store.analyzed(row.pk, pages, countPages(pages));
  };
