import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  createUser,
  deleteUser,
  listUsers,
  updateUser,
  type CreateUser,
  type UpdateUser,
} from '../../../../shared/api/users.ts';
import { api } from '../../api/client.ts';

export const peoplePageSize = 50;

export const usersQuery = (page: number) =>
  queryOptions({
    queryKey: ['users', page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listUsers, { query: { page, pageSize: peoplePageSize }, signal }),
  });

const useUserChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
};

export const useCreateUser = () =>
  useUserChange((body: CreateUser) => api.call(createUser, { body }));

export const useUpdateUser = () =>
  useUserChange(({ id, ...body }: UpdateUser & { id: string }) =>
    api.call(updateUser, { params: { id }, body }),
  );

export const useDeleteUser = () =>
  useUserChange((id: string) => api.call(deleteUser, { params: { id } }));
