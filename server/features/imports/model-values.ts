import { z } from 'zod';

/** Values that records of several kinds have. */

export const id = z.string().min(1).max(255);
export const name = z.string().trim().min(1).max(500);
export const path = z.string().min(1).max(4096);
export const instant = z.iso.datetime().max(40).describe('UTC, in the precision of the source');
export const share = z.number().min(0).max(1);
export const count = z.int().min(0).max(100_000_000);
export const labels = z.array(z.string().trim().min(1).max(255)).max(100);
export const device = z.object({ id: z.string().max(255), name: z.string().max(255) }).nullable();
export const locator = z.string().max(2048).nullable().describe('A Readium locator as JSON');
const imageName = /^[\w-]{1,100}$/;
export const image = z.string().regex(imageName).nullable();
