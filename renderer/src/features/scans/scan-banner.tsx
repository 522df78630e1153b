import { isOver } from '../../api/scan-state.ts';
import classes from './scan-banner.module.css';
import { useScans } from './use-scans.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const ScanRow = lazyPart(async () => ({ default: (await import('./scan-row.tsx')).ScanRow }));

/** Running scans, of all libraries or of one, at the top of the view. */
export const ScanBanner = ({ libraryId }: { libraryId?: string | undefined }) => {
  const running = useScans().filter(
    (scan) => !isOver(scan) && (libraryId === undefined || scan.library_id === libraryId),
  );
  if (running.length === 0) return null;
  return (
    <div className={classes.banner}>
      {running.map((scan) => (
        <ScanRow key={scan.library_id} scan={scan} />
      ))}
    </div>
  );
};
