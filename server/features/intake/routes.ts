import {
  createIntakeFolder,
  deleteIntakeFolder,
  listIntakeFolders,
  lookThroughFolder,
  updateIntakeFolder,
} from '../../../shared/api/intake-folders.ts';
import {
  deleteIntake,
  getIntake,
  listIntakeFiles,
  listIntakes,
  takeIn,
  undoIntake,
  updateIntakeFiles,
} from '../../../shared/api/intake.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { IntakeService } from './service.ts';

export const intakeRoutes = ({ intake }: { intake: IntakeService }): Route[] => [
  route(listIntakeFolders, ({ query }) => intake.folders(query)),
  route(createIntakeFolder, ({ body }) => intake.addFolder(body)),
  route(updateIntakeFolder, ({ params, body }) => intake.updateFolder(params.id, body)),
  route(deleteIntakeFolder, ({ params }) => intake.removeFolder(params.id)),
  route(lookThroughFolder, ({ params }) => intake.look(params.id)),
  route(listIntakes, ({ query }) => intake.list(query)),
  route(getIntake, ({ params }) => intake.get(params.id)),
  route(deleteIntake, ({ params }) => intake.remove(params.id)),
  route(listIntakeFiles, ({ params, query }) => intake.files(params.id, query)),
  route(updateIntakeFiles, ({ params, body }) => intake.updateFiles(params.id, body)),
  route(takeIn, ({ params }) => intake.take(params.id)),
  route(undoIntake, ({ params, body }) => intake.undo(params.id, body.file_ids)),
];
