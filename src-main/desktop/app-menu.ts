/** The application menu: what a system expects of one, and a way to quit where no tray shows. */
import { Menu } from 'electron';

export function setAppMenu(): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      isMac ? { role: 'appMenu' } : { label: '&Doorman', submenu: [{ role: 'close' }, { role: 'quit' }] },
      { role: 'editMenu' },
      ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    ]),
  );
}
