import { queryOptions } from '@tanstack/react-query';

import {
  createIntakeFolder,
  deleteIntakeFolder,
  type IntakeFolder,
  listIntakeFolders,
  lookThroughFolder,
  updateIntakeFolder,
} from '../../../../shared/api/intake-folders.ts';
import {
  type ChangeIntakeFiles,
  deleteIntake,
  getIntake,
  type Intake,
  type IntakeMethod,
  type IntakeState,
  type IntakeVerdict,
  listIntakeFiles,
  listIntakes,
  takeIn,
  undoIntake,
  updateIntakeFiles,
} from '../../../../shared/api/intake.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const key = ['intake'];
/** Queries whose results change when files are added. */
const affected = [key, ['series'], ['books'], ['libraries']];
/** Polling interval while a step is in progress, ms. */
const busyMs = 700;
const pageSize = 50;

export const isIntakeBusy = ({ status }: Pick<Intake, 'status'>): boolean =>
  ['looking', 'taking', 'undoing'].includes(status);

export const intakeFoldersQuery = () =>
  queryOptions({
    queryKey: [...key, 'folders'],
    queryFn: async ({ signal }) =>
      (await api.call(listIntakeFolders, { query: { pageSize: 100 }, signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ last_intake: last }) => last !== null && isIntakeBusy(last)) ? busyMs : false,
  });

export const intakesQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, 'reports', page],
    queryFn: ({ signal }) => api.call(listIntakes, { query: { page, pageSize: 10 }, signal }),
    placeholderData: (previous) => previous,
  });

export const intakeQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'report', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getIntake, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isIntakeBusy(data) ? busyMs : false),
  });

export interface IntakeFilter {
  verdict?: IntakeVerdict | undefined;
  state?: IntakeState | undefined;
  search: string;
  page: number;
}

/** `round` differs for each step of the report. */
export const intakeFilesQuery = (id: string, filter: IntakeFilter, round: string) =>
  queryOptions({
    queryKey: [...key, 'files', id, filter, round],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const { verdict, state, search, page } = filter;
      return api.call(listIntakeFiles, {
        params: { id },
        query: {
          page,
          pageSize,
          ...(verdict && { verdict }),
          ...(state && { state }),
          ...(search.trim() !== '' && { search: search.trim() }),
        },
        signal,
      });
    },
    placeholderData: (previous) => previous,
  });

export const useAddIntakeFolder = () =>
  useChange([key], (body: { path: string; library_id: string; method: IntakeMethod }) =>
    api.call(createIntakeFolder, { body }),
  );

export const useIntakeFolder = ({ id }: Pick<IntakeFolder, 'id'>) => {
  const params = { id };
  return {
    update: useChange(
      [key],
      (body: Partial<Pick<IntakeFolder, 'method' | 'is_watched' | 'quiet_minutes'>>) =>
        api.call(updateIntakeFolder, { params, body }),
      reportFailure,
    ),
    remove: useChange([key], () => api.call(deleteIntakeFolder, { params }), reportFailure),
    look: useChange([key], () => api.call(lookThroughFolder, { params }), reportFailure),
  };
};

export const useIntake = (id: string) => {
  const params = { id };
  return {
    change: useChange(
      [key],
      (body: ChangeIntakeFiles) => api.call(updateIntakeFiles, { params, body }),
      reportFailure,
    ),
    take: useChange(affected, () => api.call(takeIn, { params }), reportFailure),
    undo: useChange(
      affected,
      (file_ids: string[] | undefined) =>
        api.call(undoIntake, { params, body: file_ids ? { file_ids } : {} }),
      reportFailure,
    ),
    remove: useChange([key], () => api.call(deleteIntake, { params }), reportFailure),
  };
};
