import { addFont, deleteFont, getFontFile, listFonts } from '../../../shared/api/fonts.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { FontsService } from './service.ts';

export const fontsRoutes = ({ fonts }: { fonts: FontsService }): Route[] => [
  route(listFonts, () => fonts.list()),
  route(addFont, async ({ body }) => {
    const font = await fonts.add(body);
    return new Reply(font, { Location: `/api/v1/fonts/${font.id}/file` });
  }),
  route(getFontFile, ({ params }) => fonts.file(params.id)),
  route(deleteFont, ({ params }) => fonts.remove(params.id)),
];
