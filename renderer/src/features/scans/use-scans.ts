import { useQueries, useQuery } from '@tanstack/react-query';

import type { Scan } from '../../../../shared/api/scan-record.ts';
import { isOver } from '../../api/scan-state.ts';
import { librariesQuery, scanStatusQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';

/** The running or last scan of each library, updated by server events. */
export const useScans = (): Scan[] => {
  const allowed = useCan('libraries-read');
  const { data: libraries = [] } = useQuery({ ...librariesQuery(), enabled: allowed });
  return useQueries({
    queries: libraries.map((library) => scanStatusQuery(library.id)),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
};

/** Libraries with a running or queued scan. */
export const useRunningScans = (): ReadonlySet<string> => {
  const scans = useScans();
  return new Set(scans.filter((scan) => !isOver(scan)).map((scan) => scan.library_id));
};

/** Progress of a scan, 0 to 1; null while files are still being counted. */
export const scanFraction = (scan: Pick<Scan, 'files_total' | 'files_processed'>): number | null =>
  scan.files_total === 0 ? null : Math.min(1, scan.files_processed / scan.files_total);
