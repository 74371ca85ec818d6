/** Takes pictures of displays, in real pixels, for the tool that looks at the screen. */
import { type Display, desktopCapturer, nativeImage, screen } from 'electron';
import type { ScreenCapture } from '../host.ts';

/** Usable once the app is ready. `capture` rejects when the display is gone or the system gives no picture. */
export function screenCapture(): ScreenCapture {
  return {
    async capture(index) {
      const display = screen.getAllDisplays()[index];
      if (display === undefined) throw new Error(`There is no display ${index} any more.`);
      const sources = await desktopCapturer.getSources({
        types: ['screen'],
        thumbnailSize: realSize(display),
      });
      // Some Linux servers give no display id; the sources then come in the order of the displays.
      const source = sources.find(({ display_id }) => display_id === String(display.id)) ?? sources[index];
      if (source === undefined || source.thumbnail.isEmpty()) {
        throw new Error(
          'The system gave no picture of the screen; it may need a permission for screen recording.',
        );
      }
      return { png: source.thumbnail.toPNG(), ...source.thumbnail.getSize() };
    },
    displays: () =>
      screen
        .getAllDisplays()
        .map((display, id) => ({ id, label: display.label || `display ${id}`, ...realSize(display) })),
    shrink(png, width, quality) {
      const image = nativeImage.createFromBuffer(png).resize({ width, quality: 'good' });
      return { jpeg: image.toJPEG(quality), ...image.getSize() };
    },
  };
}

function realSize({ size, scaleFactor }: Display): { width: number; height: number } {
  return { width: Math.round(size.width * scaleFactor), height: Math.round(size.height * scaleFactor) };
}
