/** The icon in the tray and its menu. A plain click opens Doorman; only a menu line that says so acts. */
import { Menu, type NativeImage, nativeImage, type Rectangle, Tray } from 'electron';
import type { AppState } from '../../src-shared/app-state.ts';
import { drawTrayIcon } from './tray-icon.ts';
import { type TrayCommand, type TrayModel, trayModel } from './tray-model.ts';

export interface DoormanTray {
  update(state: AppState): void;
  /** Where the icon is; empty where the system does not tell, as on Linux. */
  bounds(): Rectangle;
  close(): void;
}

/** @param run does what a menu line or a click asks for */
export function createTray(first: AppState, run: (command: TrayCommand) => void): DoormanTray {
  let model = trayModel(first);
  const tray = new Tray(iconOf(model));
  const isMac = process.platform === 'darwin';

  const draw = () => {
    tray.setImage(iconOf(model));
    tray.setToolTip(model.tooltip);
    if (isMac) tray.setTitle(model.waiting > 0 ? ` ${model.waiting}` : '');
    // Linux shows the menu as it was when it was set; on macOS a set menu would take over the plain click.
    else tray.setContextMenu(menuOf(model, run));
  };

  tray.on('click', () => run('open'));
  if (isMac) tray.on('right-click', () => tray.popUpContextMenu(menuOf(model, run)));
  draw();

  return {
    update(state) {
      const next = trayModel(state);
      if (JSON.stringify(next) === JSON.stringify(model)) return;
      model = next;
      draw();
    },
    bounds: () => tray.getBounds(),
    close: () => tray.destroy(),
  };
}

function menuOf(model: TrayModel, run: (command: TrayCommand) => void): Menu {
  return Menu.buildFromTemplate(
    model.items.map((item) =>
      item.kind === 'separator'
        ? { type: 'separator' as const }
        : { label: item.label, enabled: item.enabled, click: () => run(item.command) },
    ),
  );
}

function iconOf({ state, waiting }: TrayModel): NativeImage {
  const template = process.platform === 'darwin';
  const picture = (scale: number) => drawTrayIcon({ state, waiting, scale, template });
  if (process.platform === 'linux')
    return nativeImage.createFromBitmap(picture(2), { width: 32, height: 32 });
  const image = nativeImage.createFromBitmap(picture(1), { width: 16, height: 16 });
  image.addRepresentation({ scaleFactor: 2, width: 32, height: 32, buffer: picture(2) });
  image.setTemplateImage(template);
  return image;
}
