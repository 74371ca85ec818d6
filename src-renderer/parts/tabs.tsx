/** A page in parts, of which one is on show. Which one stands in the address, so that a reload stays on it. */
import { Tabs as Parts } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';

interface TabsProps<Name extends string> {
  readonly page: string;
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: string; readonly count?: number }[];
  readonly children: (name: Name) => ReactNode;
}

export function Tabs<Name extends string>({ page, label, tabs, children }: TabsProps<Name>) {
  const [shown, show] = useTabInAddress(
    page,
    tabs.map(({ name }) => name),
  );
  if (shown === undefined) return null;
  return (
    <Parts.Root className="tabbed" value={shown} onValueChange={show}>
      <Parts.List className="tabs" aria-label={label}>
        {tabs.map(({ name, title, count = 0 }) => (
          <Parts.Trigger key={name} value={name} className="tab">
            {title}
            {count > 0 && <span className="nav-count nav-count-quiet">{count}</span>}
          </Parts.Trigger>
        ))}
      </Parts.List>
      <Parts.Content className="tab-content" value={shown} tabIndex={-1}>
        {children(shown)}
      </Parts.Content>
    </Parts.Root>
  );
}

function useTabInAddress<Name extends string>(page: string, names: readonly Name[]) {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const update = () => setHash(window.location.hash);
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  }, []);
  const shown = names.find((name) => hash === `#${page}/${name}`) ?? names[0];
  const show = (name: string) => {
    window.location.hash = `${page}/${name}`;
  };
  return [shown, show] as const;
}
