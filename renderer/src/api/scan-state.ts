import type { ScanEvent } from '../../../shared/api/scan-record.ts';

export const isOver = ({ status }: Pick<ScanEvent, 'status'>): boolean =>
  status !== 'running' && status !== 'pending';
