/** Prints what came of a command that was run directly: text on stdout, errors on stderr, a picture into a file. */
import { writeFile } from 'node:fs/promises';
import type { CommandContext, ExitCode } from './command.ts';

/** As the client of direct execution hands it out. */
export interface ExecReply {
  readonly text: string;
  readonly status: 'success' | 'error';
  readonly ok: boolean;
  readonly error: string;
  readonly durationMs: number;
  readonly images: readonly string[];
}

export interface ReplyOptions {
  /** The file for a picture. */
  readonly out?: string | undefined;
  readonly json: boolean;
}

const DEFAULT_PICTURE = 'screenshot.png';

/** @param name of the command, for its error texts */
export async function printReply(
  context: CommandContext,
  name: string,
  reply: ExecReply,
  { out, json }: ReplyOptions,
): Promise<ExitCode> {
  const [image] = reply.images;
  if (json) context.out(JSON.stringify(reply));
  else if (image !== undefined) return savePicture(context, name, image, out ?? DEFAULT_PICTURE);
  else if (reply.text !== '') context.out(reply.text);
  if (!json && out !== undefined && reply.ok) {
    context.error(`doorman ${name}: ${out} is not written: the result is no picture`);
  }
  if (!reply.ok) context.error(`doorman ${name}: ${reply.error}`);
  return reply.ok ? 0 : 1;
}

async function savePicture(
  context: CommandContext,
  name: string,
  image: string,
  file: string,
): Promise<ExitCode> {
  try {
    await writeFile(file, Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'));
  } catch (error) {
    context.error(`doorman ${name}: the picture cannot be written: ${(error as Error).message}`);
    return 1;
  }
  context.out(file);
  return 0;
}
