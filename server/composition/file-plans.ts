import type { Conversion, ConversionFile } from '../../shared/api/conversions.ts';
import type { MetadataWrite, MetadataWriteFile } from '../../shared/api/metadata-writes.ts';
import { type ConversionBody, conversionPlans } from '../features/conversions/conversion-plans.ts';
import { createFilePlanHandlers } from '../features/file-plans/handlers.ts';
import { createFilePlansService } from '../features/file-plans/service.ts';
import {
  type MetadataWriteBody,
  metadataWritePlans,
} from '../features/metadata-writes/metadata-write-plans.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Plans to convert files and to write metadata into them, and the tasks that work on them. */
export const createFilePlans = (
  { database, bus, deletionClock }: AppContext,
  { executor, queue }: BackgroundJobs,
  { libraries }: LibraryServices,
) => {
  const common = { database, libraries, queue, deletionClock };
  return {
    services: {
      conversions: createFilePlansService<Conversion, ConversionFile, ConversionBody>({
        kind: conversionPlans,
        ...common,
      }),
      metadataWrites: createFilePlansService<MetadataWrite, MetadataWriteFile, MetadataWriteBody>({
        kind: metadataWritePlans,
        ...common,
      }),
    },
    handlers: createFilePlanHandlers({ executor, queue, bus, answers: libraries.answers }),
  };
};
