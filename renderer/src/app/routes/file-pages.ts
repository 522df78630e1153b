/** Pages that change files: one chunk, because an admin who visits one needs most of the others. */
export { ConversionsPage } from '../../features/conversions/conversions-page.tsx';
export { MetadataWritesPage } from '../../features/metadata-writes/metadata-writes-page.tsx';
export { RepeatedPagesPage } from '../../features/repeated-pages/repeated-pages-page.tsx';
