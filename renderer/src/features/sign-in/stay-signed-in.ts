import { useState } from 'react';

const key = 'octavo.stay-signed-in';

/** Whether sessions of this browser stay, as chosen at its last sign-in. */
export const useStaySignedIn = (): [boolean, (stays: boolean) => void] => {
  const [stays, setStays] = useState(() => localStorage.getItem(key) === 'true');
  return [
    stays,
    (next) => {
      localStorage.setItem(key, String(next));
      setStays(next);
    },
  ];
};
