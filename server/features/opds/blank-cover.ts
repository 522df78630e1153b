/** Stands for the cover that a book does not have, where the format demands one: 200 × 300 pixels of grey. */
export const blankCover = {
  path: '/blank-cover.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAAEsCAMAAACxJAyMAAAAA1BMVEXW1tqfGi0LAAAAUUlEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB4NeuMAAEvmkSLAAAAAElFTkSuQmCC',
    'base64',
  ),
};
