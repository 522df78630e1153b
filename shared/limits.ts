export const maxPageSize = 500;
export const defaultPageSize = 50;

/** High, because ids are cheap: all ids of a large library can be requested at once. */
export const maxIds = 20_000;
