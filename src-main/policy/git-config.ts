/** Reads the text of a git configuration file: sections, subsections, keys, quoted and continued values. */

export interface GitSetting {
  /** Section and key in lower case, the subsection as written: `filter.lfs.clean`. */
  readonly key: string;
  readonly value: string;
}

const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const KEY = /^([A-Za-z][A-Za-z0-9-]*)\s*(=?)/;

/** All settings in order, or nothing when a line is not what git's format allows. */
export function readGitConfig(text: string): GitSetting[] | undefined {
  const settings: GitSetting[] = [];
  let section = '';
  const lines = text
    .replace(/\r\n/g, '\n')
    .replace(/^\ufeff/, '')
    .replace(/\\\n/g, '')
    .split('\n');
  for (const line of lines) {
    let rest = line.trimStart();
    const head = SECTION.exec(rest);
    if (head) {
      section = head[1]?.toLowerCase() ?? '';
      if (head[2] !== undefined) section += `.${head[2].replace(/\\(.)/g, '$1')}`;
      rest = rest.slice(head[0].length).trimStart();
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue;
    const key = KEY.exec(rest);
    if (!key || section === '') return undefined;
    const value = key[2] === '=' ? readValue(rest.slice(key[0].length)) : 'true';
    if (value === undefined || (key[2] === '' && rest.slice(key[0].length).trim() !== '')) return undefined;
    settings.push({ key: `${section}.${key[1]?.toLowerCase()}`, value });
  }
  return settings;
}

function readValue(text: string): string | undefined {
  let value = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') quoted = !quoted;
    else if (char === '\\') value += text.charAt(++at);
    else if (!quoted && (char === '#' || char === ';')) break;
    else value += char;
  }
  return quoted ? undefined : value.trim();
}
