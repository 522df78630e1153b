import type { Request, Response } from 'express';
import type { z } from 'zod';

import { createBodyReader } from '../../http/api/body.ts';
import type { Caller } from '../../http/api/caller.ts';
import { validate } from '../../http/api/validate.ts';
import type { DevicesService } from '../devices/service.ts';
import type { SentProgression } from '../epub/progression.ts';

interface SentBy {
  caller: Caller;
  request: Request;
  response: Response;
}

/** Reads the progress that an app sends, in one of its forms; an app that names no device is known by its name. */
export const createProgressionReader = ({
  devices,
  maxBodyBytes,
}: {
  devices: Pick<DevicesService, 'readingOn'>;
  maxBodyBytes: () => number;
}) => {
  const readBody = createBodyReader(maxBodyBytes, ['application/json', 'application/*+json']);
  return async <Sent extends Pick<SentProgression, 'device'>>(
    schema: z.ZodType<Sent>,
    { caller, request, response }: SentBy,
  ) => {
    const sent = validate(schema, await readBody(request, response), 'body') as Sent;
    const device = sent.device ?? devices.readingOn(caller, request.headers['user-agent']);
    return { ...sent, device };
  };
};

export type ProgressionReader = ReturnType<typeof createProgressionReader>;
