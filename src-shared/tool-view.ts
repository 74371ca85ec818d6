/** A tool of this machine as windows and the command line show it, as it is for all runtimes. */
export interface ToolView {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  /** Why no agent gets it now; missing where they do. */
  readonly left?: 'switched-off' | 'unavailable' | undefined;
  /** True where each call of it waits for the person, whatever folders and rules allow. */
  readonly asked: boolean;
  /** True where the person sees its results before they leave, whoever asks. */
  readonly reviewed: boolean;
}
