/** Takes pictures of displays and windows for the tools that look at the screen. */
import {
  BrowserWindow,
  type Display,
  desktopCapturer,
  type NativeImage,
  nativeImage,
  type Size,
  screen,
  systemPreferences,
} from 'electron';
import type { ScreenCapture } from '../host.ts';
import { windowsOnX, type XWindow } from './x11-windows.ts';

type Bitmap = ReturnType<ScreenCapture['decode']>;
type Region = NonNullable<Parameters<ScreenCapture['captureDisplay']>[1]>;

/** On X11 nobody can keep a window out of a picture of the screen; Electron does nothing there. */
const leavesOutOwnWindows = process.platform === 'darwin' || process.platform === 'win32';

/** Usable once the app is ready. */
export function screenCapture(env: NodeJS.ProcessEnv): ScreenCapture {
  return {
    leavesOutOwnWindows,
    available: () =>
      screen.getAllDisplays().length > 0 &&
      (process.platform !== 'darwin' || systemPreferences.getMediaAccessStatus('screen') !== 'restricted'),
    displays: () =>
      screen.getAllDisplays().map((display, id) => ({ id, label: display.label, ...realSize(display) })),
    async windows() {
      const [sources, onX] = await Promise.all([otherWindows({ width: 0, height: 0 }), otherWindowsOnX(env)]);
      const programs = new Map(onX?.map(({ id, program }) => [id, program]));
      return sources.map(({ id, name }) => {
        const program = programs.get(systemNumber(id));
        return { id, title: name, ...(program === undefined ? {} : { program }) };
      });
    },
    async inSight() {
      const onX = await otherWindowsOnX(env);
      if (onX) return onX;
      // Wayland tells no program which windows are open.
      if (process.platform === 'linux') throw new Error('This desktop does not say which windows are open.');
      const sources = await otherWindows({ width: 0, height: 0 });
      return sources.map(({ name }) => ({ title: name }));
    },
    captureDisplay: (id, region) => withoutOwnWindows(() => captureDisplay(id, region)),
    async captureWindow(id, region) {
      const source = (await otherWindows(largestDisplay())).find((window) => window.id === id);
      return source && { ...picture(source.thumbnail, region), title: source.name };
    },
    shrink(png, width, quality) {
      const image = nativeImage.createFromBuffer(png).resize({ width, quality: 'good' });
      return { jpeg: image.toJPEG(quality), ...image.getSize() };
    },
    decode: (png) => bitmapOf(nativeImage.createFromBuffer(png)),
    encode: (bitmap) => imageOf(bitmap).toPNG(),
    scale: (bitmap, width) => bitmapOf(imageOf(bitmap).resize({ width, quality: 'best' })),
  };
}

/** Those that are not ours. Undefined where no X server shows them: then windows are known by their titles alone. */
async function otherWindowsOnX(env: NodeJS.ProcessEnv): Promise<readonly XWindow[] | undefined> {
  const isX11 =
    process.platform === 'linux' && env.DISPLAY !== undefined && env.WAYLAND_DISPLAY === undefined;
  if (!isX11) return undefined;
  const own = new Set(BrowserWindow.getAllWindows().map((one) => systemNumber(one.getMediaSourceId())));
  const windows = await windowsOnX(env);
  return windows.filter(({ id }) => !own.has(id));
}

/** Of "window:NUMBER:0". */
function systemNumber(sourceId: string): number {
  return Number(sourceId.split(':')[1]);
}

function bitmapOf(image: NativeImage): Bitmap {
  return { data: image.toBitmap(), ...image.getSize() };
}

function imageOf({ data, width, height }: Bitmap): NativeImage {
  return nativeImage.createFromBitmap(data, { width, height });
}

async function captureDisplay(index: number, region: Region | undefined) {
  const display = screen.getAllDisplays()[index];
  if (display === undefined) throw new Error(`There is no display ${index} any more.`);
  const sources = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: realSize(display) });
  // Some Linux servers give no display id; the sources then come in the order of the displays.
  const source = sources.find(({ display_id }) => display_id === String(display.id)) ?? sources[index];
  if (source === undefined) throw new Error('The system gave no picture of the screen.');
  return picture(source.thumbnail, region);
}

function picture(whole: NativeImage, region: Region | undefined) {
  const image = region === undefined ? whole : whole.crop(region);
  if (image.isEmpty()) {
    throw new Error(
      'The system gave no picture; it may need a permission for screen recording, or the region lies outside.',
    );
  }
  return { png: image.toPNG(), ...image.getSize() };
}

/** Every window on this desktop that is not ours, with a thumbnail of at most that size. */
async function otherWindows(thumbnailSize: Size) {
  const own = new Set(BrowserWindow.getAllWindows().map((window) => systemId(window.getMediaSourceId())));
  const sources = await desktopCapturer.getSources({ types: ['window'], thumbnailSize });
  return sources.filter(({ id }) => !own.has(systemId(id)));
}

/** The system's number for a window; what follows it depends on who asks. */
function systemId(sourceId: string): string {
  return sourceId.split(':').slice(0, 2).join(':');
}

async function withoutOwnWindows<T>(work: () => Promise<T>): Promise<T> {
  const own = leavesOutOwnWindows ? BrowserWindow.getAllWindows() : [];
  for (const window of own) window.setContentProtection(true);
  try {
    return await work();
  } finally {
    for (const window of own) if (!window.isDestroyed()) window.setContentProtection(false);
  }
}

function largestDisplay(): Size {
  const sizes = screen.getAllDisplays().map(realSize);
  return {
    width: Math.max(1, ...sizes.map(({ width }) => width)),
    height: Math.max(1, ...sizes.map(({ height }) => height)),
  };
}

function realSize({ size, scaleFactor }: Display): Size {
  return { width: Math.round(size.width * scaleFactor), height: Math.round(size.height * scaleFactor) };
}
