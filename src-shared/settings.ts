/** What the person set: runtimes, folders, modes. No secret is ever in here. */
import { z } from 'zod';
import { desktopSettingsSchema } from './desktop-settings.ts';

/** What the embedded runtime is called on cards and in lists; no added one may have its name. */
export const EMBEDDED_NAME = 'This machine';

/** How long a runtime waits for an answer when it does not say: the published default of the client-tools wire. */
export const DEFAULT_INVOKE_TIMEOUT_MS = 30_000;

/** A project's rules are a file that a person can read through. */
export const MAX_PROJECT_RULES_CHARACTERS = 64 * 1024;

/** Where signed callers get in, unless the person says otherwise: unassigned by IANA, and below what systems hand out. */
export const DEFAULT_DIRECT_PORT = 8742;

/** Most characters of a machine name: with 56 for the whole name, 32 are left for the tool. */
export const MAX_MACHINE_NAME = 23;

export const machineNameSchema = z
  .string()
  .max(MAX_MACHINE_NAME, `at most ${MAX_MACHINE_NAME} characters`)
  .regex(/^[a-zA-Z0-9-]+$/, 'letters, digits and hyphens only');

export const modeSchema = z.enum(['confirm', 'auto']);
export type Mode = z.infer<typeof modeSchema>;

export const bearerWaySchema = z.enum(['header', 'subprotocol']);
export type BearerWay = z.infer<typeof bearerWaySchema>;

/** How long a runtime waits for an answer. Milliseconds. */
export const invokeTimeoutSchema = z.int().min(5_000).max(3_600_000);

export const profileSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(80),
  /** Base address of the runtime, http or https, without a path. */
  url: z.url({ protocol: /^https?$/ }),
  invokeTimeoutMs: invokeTimeoutSchema.default(DEFAULT_INVOKE_TIMEOUT_MS),
  enabled: z.boolean().default(true),
  /**
   * A short name that goes in front of every tool name at this runtime, so that two machines do not take over each
   * other's calls. Short enough that the longest tool name still fits behind it.
   */
  machine: machineNameSchema.optional(),
  /** How the token travels: some proxies take headers away, and a sub-protocol entry gets through. */
  bearerBy: bearerWaySchema.default('header'),
  /** The mode for calls of this runtime; missing: the mode of all. */
  mode: modeSchema.optional(),
  /** Own names of tools that agents of this runtime do not get. */
  toolsOff: z.array(z.string()).default([]),
  /** Own names of tools whose results the person sees before they go to this runtime. */
  review: z.array(z.string()).default([]),
  /** Own names of tools of which each call from this runtime waits for the person, whatever folders and rules allow. */
  asks: z.array(z.string()).default([]),
  /** A PEM file of authorities that may vouch for this runtime beside the public ones. Absolute path. */
  caFile: z.string().min(1).optional(),
  /** The host to which the person lets everything travel unencrypted. For any other, plain http is refused. */
  plainHost: z.string().optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** `required`: no shell command runs without a wall, not even after a yes. `off`: none is built. */
export const sandboxSchema = z.enum(['auto', 'required', 'off']);
export type Sandbox = z.infer<typeof sandboxSchema>;

/** The id of the runtime that every host brings along. */
export const EMBEDDED_PROFILE_ID = 'embedded';

const OWN_IDS = `each runtime needs an id of its own, and none may be "${EMBEDDED_PROFILE_ID}"`;

function haveOwnIds(profiles: readonly Profile[]): boolean {
  return new Set([EMBEDDED_PROFILE_ID, ...profiles.map(({ id }) => id)]).size === profiles.length + 1;
}

/** The signed door of direct execution. Other interfaces than loopback need a certificate. */
export const directSettingsSchema = z.object({
  listen: z.boolean().default(false),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0: any free one, another each time. */
  port: z.int().min(0).max(65_535).default(DEFAULT_DIRECT_PORT),
  /** PEM files. Absolute paths. */
  tls: z.object({ certFile: z.string().min(1), keyFile: z.string().min(1) }).optional(),
  /** What callers are told this machine is called. */
  name: z.string().min(1).max(80).default('doorman'),
});
export type DirectSettings = z.infer<typeof directSettingsSchema>;

/** Titles or programs of windows, with `*` for any text. */
export const leftOutWindowsSchema = z.array(z.string().trim().min(1).max(200)).max(100);

export const settingsSchema = z.object({
  version: z.literal(1).default(1),
  profiles: z.array(profileSchema).refine(haveOwnIds, OWN_IDS).default([]),
  /** Folders the person added: reads inside need no question. Absolute paths. */
  folders: z
    .array(
      z
        .string()
        .startsWith('/')
        .or(z.string().regex(/^[A-Za-z]:\\/)),
    )
    .default([]),
  /**
   * Folders whose own code may run unasked where a shipped rule allows it, each with the `.co/host.yaml` that the
   * person saw (null: there was none). Its rules count only as long as the file still reads like that.
   */
  trusted: z
    .array(z.object({ path: z.string(), rulesText: z.string().max(MAX_PROJECT_RULES_CHARACTERS).nullable() }))
    .default([]),
  mode: modeSchema.default('confirm'),
  /** Own names of tools that no agent gets. */
  toolsOff: z.array(z.string()).default([]),
  /** Own names of tools whose results the person sees before they leave, whoever asks. */
  review: z.array(z.string()).default([]),
  /** Own names of tools of which each call waits for the person, whatever folders and rules allow, whoever asks. */
  asks: z.array(z.string()).default([]),
  /** Windows that agents neither hear of nor see. */
  leftOutWindows: leftOutWindowsSchema.default([]),
  paused: z.boolean().default(false),
  /** Stop stays in force over restarts until the person lifts it. */
  stopped: z.boolean().default(false),
  /** The runs that the person paused, by their names at their runtimes; without a name the whole runtime. Until resumed. */
  pausedRuns: z.array(z.object({ profile: z.string(), run: z.string().optional() })).default([]),
  sandbox: sandboxSchema.default('auto'),
  /** While a desktop runs, the command line may allow calls only if the person switched this on in the window. */
  allowFromCommandLine: z.boolean().default(false),
  direct: directSettingsSchema.default(directSettingsSchema.parse({})),
  desktop: desktopSettingsSchema.default(desktopSettingsSchema.parse({})),
  /** How long the journal is kept, and how large it may become: whichever is reached first. */
  journal: z
    .object({
      keepDays: z.int().min(1).max(36_500).default(90),
      keepMebibytes: z.int().min(16).max(1_048_576).default(1024),
    })
    .default({ keepDays: 90, keepMebibytes: 1024 }),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
