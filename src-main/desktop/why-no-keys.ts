/** Whether this desktop lets a program take keys for itself, wherever the keyboard is. */

/** Undefined where it does; else why not and what to do, for the person. */
export function whyNoKeys(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  // Under XWayland keys can be taken, and come only while a window of X has the keyboard: worse than none.
  const isWayland = platform === 'linux' && (env.XDG_SESSION_TYPE === 'wayland' || env.WAYLAND_DISPLAY);
  if (!isWayland) return undefined;
  return (
    'On Wayland no program can take keys for itself, so there are none here. Set a shortcut in the settings of ' +
    'the desktop that runs "doorman stop".'
  );
}
