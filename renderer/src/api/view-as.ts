import { viewAsHeader } from '../../../shared/view-as.ts';

/** The person whose view of the library this tab shows; in `sessionStorage`, so it ends with the tab. */
const viewAsKey = 'octavo.view-as';

export const viewedPerson = (): { id: string; name: string } | null =>
  JSON.parse(sessionStorage.getItem(viewAsKey) ?? 'null') as { id: string; name: string } | null;

export const viewAsHeaders = (): Record<string, string> => {
  const person = viewedPerson();
  return person === null ? {} : { [viewAsHeader]: person.id };
};

/** Null shows the signed-in user's own view again. Takes effect when the page is loaded again. */
export const setViewedPerson = (person: { id: string; name: string } | null): void =>
  sessionStorage.setItem(viewAsKey, JSON.stringify(person));
