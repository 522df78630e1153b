import { useCan } from '../../api/session-store.ts';
import { filterFields, type FilterField, type ListKind } from './fields.ts';

/** Fields that the signed-in user can filter by: labels are only for those who edit series. */
export const useFilterFields = (kind: ListKind): readonly FilterField[] => {
  const seesLabels = useCan('series-write');
  return seesLabels
    ? filterFields[kind]
    : filterFields[kind].filter(({ name }) => name !== 'label');
};
