/** Texts of the i18next namespace `reader`. */
export const readerResources = { en: {}, de: {} };
