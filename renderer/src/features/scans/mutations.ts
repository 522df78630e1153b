import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Scan, ScanMode } from '../../../../shared/api/scan-record.ts';
import { cancelScan, pauseScan, resumeScan, startScan } from '../../../../shared/api/scans.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** Each call returns the updated scan, which is shown without waiting for the event stream. */
const useScanCall = <Input>(call: (input: Input) => Promise<Scan>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (scan) => client.setQueryData(keys.scanStatus(scan.library_id), scan),
    onError: reportFailure,
  });
};

export const useStartScan = () =>
  useScanCall(({ id, mode }: { id: string; mode: ScanMode }) =>
    api.call(startScan, { params: { id }, query: { mode } }),
  );

export const useCancelScan = () =>
  useScanCall((id: string) => api.call(cancelScan, { params: { id } }));

export const usePauseScan = () =>
  useScanCall(({ id, paused }: { id: string; paused: boolean }) =>
    api.call(paused ? pauseScan : resumeScan, { params: { id } }),
  );
