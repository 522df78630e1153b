import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Invalidates all queries whose keys begin with one of these. */
export const useInvalidate = () => {
  const client = useQueryClient();
  return (keys: readonly QueryKey[]): Promise<unknown> =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
};

/** A mutation that invalidates the affected queries when it succeeds. */
export const useChange = <Input, Result>(
  affected: readonly QueryKey[],
  change: (input: Input) => Promise<Result>,
  onError?: (error: unknown) => void,
) => {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidate(affected),
    ...(onError && { onError }),
  });
};
