/** Paints the bare background of the test's X display in one colour, speaking X11 itself (X Window System Protocol, release 7.7). */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';

/** @param colour 0xRRGGBB. The paint lasts until `close`. */
export async function paintRoot(colour: number): Promise<{ close(): void }> {
  const socket = createConnection(`/tmp/.X11-unix/X${displayNumber()}`);
  await once(socket, 'connect');
  socket.write(setupRequest(await cookie()));
  const root = rootWindow(await readSetup(socket));
  socket.write(Buffer.concat([setBackground(root, colour), clearArea(root), getInputFocus]));
  // The reply to the last request says that the ones before it were carried out.
  await once(socket, 'data');
  return { close: () => socket.destroy() };
}

function displayNumber(): string {
  const number = /^[^:]*:(\d+)/.exec(process.env.DISPLAY ?? '')?.[1];
  if (number === undefined) throw new Error('the desktop tests need DISPLAY, as the test command sets it');
  return number;
}

/** The first entry of the authority file: family, address, number, name and data, each with its length before it. */
async function cookie(): Promise<Buffer | undefined> {
  const file = process.env.XAUTHORITY;
  if (!file) return undefined;
  const bytes = await readFile(file);
  let at = 2;
  const next = () => {
    const start = at + 2;
    at = start + bytes.readUInt16BE(at);
    return bytes.subarray(start, at);
  };
  next();
  next();
  next();
  return next();
}

function setupRequest(data: Buffer | undefined): Buffer {
  const name = Buffer.from(data === undefined ? '' : 'MIT-MAGIC-COOKIE-1');
  const head = Buffer.alloc(12);
  head.write('l');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(data?.length ?? 0, 8);
  return Buffer.concat([head, padded(name), padded(data ?? Buffer.alloc(0))]);
}

async function readSetup(socket: Socket): Promise<Buffer> {
  let setup = Buffer.alloc(0);
  while (setup.length < 8 || setup.length < 8 + setup.readUInt16LE(6) * 4) {
    const [data] = (await once(socket, 'data')) as [Buffer];
    setup = Buffer.concat([setup, data]);
  }
  if (setup.readUInt8(0) !== 1)
    throw new Error(`X refused the connection: ${setup.subarray(8).toString('latin1')}`);
  return setup;
}

/** The first screen stands behind the vendor's name and the list of pixel formats. */
function rootWindow(setup: Buffer): number {
  const vendor = Math.ceil(setup.readUInt16LE(24) / 4) * 4;
  const formats = setup.readUInt8(29) * 8;
  return setup.readUInt32LE(40 + vendor + formats);
}

function setBackground(window: number, colour: number): Buffer {
  const request = Buffer.from([2, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
  request.writeUInt32LE(window, 4);
  request.writeUInt32LE(colour, 12);
  return request;
}

function clearArea(window: number): Buffer {
  const request = Buffer.from([61, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  request.writeUInt32LE(window, 4);
  return request;
}

const getInputFocus = Buffer.from([43, 0, 1, 0]);

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
