/** The filter and the open story, kept in the address. */
import { useEffect, useState } from 'react';
import { type HistoryAddress, historyHash, readHistoryAddress } from './history-address.ts';

export function useHistoryAddress(): readonly [HistoryAddress, (to: HistoryAddress) => void] {
  const [address, setAddress] = useState(() => readHistoryAddress(window.location.hash));
  useEffect(() => {
    const follow = () => setAddress(readHistoryAddress(window.location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const go = (to: HistoryAddress) => {
    // No step back for each letter of a search.
    window.history.replaceState(null, '', historyHash(to));
    setAddress(to);
  };
  return [address, go];
}
