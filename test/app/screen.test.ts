/** A picture of the screen is of the real screen. */
import { allow } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { paintRoot } from '../support/app/paint-root.ts';

/** A colour that nothing of the app has. */
const colour = { red: 0xe6, green: 0x19, blue: 0x9b };

test('screen_capture returns the pixels of the display, after a yes', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const paint = await paintRoot((colour.red << 16) | (colour.green << 8) | colour.blue);
  await (await doorman.window('main')).close();

  const reply = doorman.call('screen_capture', {});
  await allow(await doorman.window('approval'));
  const { ok, output } = await reply;
  paint.close();

  expect(ok).toBe(true);
  expect(output).toMatchObject({ type: 'image', width: 1280, height: 800 });
  const { data } = output as { data: string };
  const pixels = await doorman.app.evaluate(({ nativeImage }, base64) => {
    const image = nativeImage.createFromBuffer(Buffer.from(base64, 'base64'));
    const { width, height } = image.getSize();
    const bitmap = image.toBitmap();
    const at = (x: number, y: number) => [...bitmap.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    return { width, height, corners: [at(4, 4), at(4, height - 5), at(width - 5, height - 5)] };
  }, data);

  expect(pixels).toMatchObject({ width: 1280, height: 800 });
  for (const [blue, green, red] of pixels.corners) {
    expect(red).toBeCloseTo(colour.red, -1);
    expect(green).toBeCloseTo(colour.green, -1);
    expect(blue).toBeCloseTo(colour.blue, -1);
  }
});
