/** The entry that starts Doorman with a session: what is started, and how it is quoted. */
import { describe, expect, it } from 'vitest';
import { autostartEntry, startCommand } from '../../../../src-main/desktop/autostart-entry.ts';

const running = {
  execPath: '/opt/Doorman/doorman',
  argv: ['/opt/Doorman/doorman'],
  env: {},
  isPackaged: true,
  appPath: '/opt/Doorman/resources/app.asar',
};

const execLine = (text: string) => /^Exec=(.*)$/m.exec(text)?.[1];

describe('the command that starts Doorman again', () => {
  it('is the installed program, hidden where that is wanted', () => {
    expect(startCommand(running, false)).toEqual({ program: running.execPath, args: [], home: undefined });
    expect(startCommand(running, true).args).toEqual(['--hidden']);
  });

  it('is the file of the AppImage that it runs from, and of no other', () => {
    const env = { APPIMAGE: '/home/me/Doorman.AppImage', APPDIR: '/tmp/.mount_Door1' };
    const mounted = { ...running, env, execPath: '/tmp/.mount_Door1/doorman' };
    expect(startCommand(mounted, false).program).toBe('/home/me/Doorman.AppImage');
    expect(startCommand({ ...running, env }, false).program).toBe(running.execPath);
  });

  it('names the checkout, the home and the switch that it needs, and no debugger', () => {
    const checkout = {
      ...running,
      argv: ['electron', '--inspect=0', '--no-sandbox', '--hidden', '/src/doorman'],
      env: { DOORMAN_HOME: '/home/me/other' },
      isPackaged: false,
      appPath: '/src/doorman',
    };
    expect(startCommand(checkout, true)).toEqual({
      program: running.execPath,
      args: ['--no-sandbox', '/src/doorman', '--hidden'],
      home: '/home/me/other',
    });
  });
});

describe('the entry', () => {
  it('has the keys that a session asks for', () => {
    const text = autostartEntry({ program: '/opt/doorman', args: ['--hidden'], home: undefined });
    expect(text).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Doorman\n/);
    expect(execLine(text)).toBe('/opt/doorman --hidden');
  });

  it('quotes by the rules of desktop entries', () => {
    const program = String.raw`/a b/$HOME/"100%"/c\d`;
    expect(execLine(autostartEntry({ program, args: [], home: undefined }))).toBe(
      String.raw`"/a b/\\$HOME/\\"100%%\\"/c\\\\d"`,
    );
  });

  it('hands the home on', () => {
    const text = autostartEntry({ program: '/opt/doorman', args: [], home: '/my home' });
    expect(execLine(text)).toBe('env "DOORMAN_HOME=/my home" /opt/doorman');
  });
});
