import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  createUser,
  deleteUser,
  listUsers,
  updateUser,
  type CreateUser,
  type UpdateUser,
} from '../../../../shared/api/users.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export const peoplePageSize = 50;

export const usersQuery = (page: number) =>
  queryOptions({
    queryKey: ['users', page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listUsers, { query: { page, pageSize: peoplePageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** All accounts, for choosing one. */
export const allUsersQuery = () =>
  queryOptions({
    queryKey: ['users', 'all'],
    queryFn: async ({ signal }) =>
      (await api.call(listUsers, { query: { pageSize: maxPageSize }, signal })).data,
  });

const affected = [['users']];

export const useCreateUser = () =>
  useChange(affected, (body: CreateUser) => api.call(createUser, { body }));

export const useUpdateUser = () =>
  useChange(affected, ({ id, ...body }: UpdateUser & { id: string }) =>
    api.call(updateUser, { params: { id }, body }),
  );

export const useDeleteUser = () =>
  useChange(affected, (id: string) => api.call(deleteUser, { params: { id } }));
