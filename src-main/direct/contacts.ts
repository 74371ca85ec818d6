/** The callers that the person accepted or refused, in `contacts.json`. A file that cannot be read accepts nobody. */
import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { type Contact, type ContactBook, contactsSchema } from '../../src-shared/contact.ts';

export type Standing =
  | { readonly kind: 'contact'; readonly contact: Contact }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'unknowable'; readonly problem: string };

export interface Contacts {
  list(): ContactBook;
  /** For the person: what is wrong with the file. Nobody is accepted then, and nothing can be changed. */
  readonly problem: string | undefined;
  standing(address: string): Standing;
  /** Adds or replaces; takes a block away. Resolves to a problem for the person, or to nothing. */
  put(contact: Contact): Promise<string | undefined>;
  /** Takes a contact or a block away; with `block`, refuses it from now on. Counts at once, saved or not. */
  revoke(address: string, block: boolean): Promise<string | undefined>;
}

/** @param onRevoked called at once with an address that may no longer call, or may call less than before */
export async function openContacts(file: string, onRevoked: (address: string) => void): Promise<Contacts> {
  const read = await readContacts(file);
  const problem = typeof read === 'string' ? read : undefined;
  let book: ContactBook = typeof read === 'string' ? contactsSchema.parse({}) : read;
  let writing: Promise<unknown> = Promise.resolve();

  function change(next: ContactBook): Promise<string | undefined> {
    if (problem !== undefined) return Promise.resolve(problem);
    book = next;
    const text = `${JSON.stringify(book, null, 2)}\n`;
    const write = writing.then(() => writeFileAtomic(file, text, { mode: 0o600 }));
    writing = write.catch(() => undefined);
    return write.then(
      () => undefined,
      (error: Error) => `It holds for this run only: ${file} cannot be written (${error.message}).`,
    );
  }

  return {
    list: () => book,
    problem,
    standing(address) {
      if (problem !== undefined) return { kind: 'unknowable', problem };
      if (book.blocked.includes(address)) return { kind: 'blocked' };
      const contact = book.contacts.find((each) => each.address === address);
      return contact ? { kind: 'contact', contact } : { kind: 'stranger' };
    },
    put(contact) {
      const { contacts, blocked } = without(book, contact.address);
      const done = change({ ...book, contacts: [...contacts, contact], blocked });
      onRevoked(contact.address);
      return done;
    },
    revoke(address, block) {
      const { contacts, blocked } = without(book, address);
      const done = change({ ...book, contacts, blocked: block ? [...blocked, address] : blocked });
      onRevoked(address);
      return done;
    },
  };
}

function without({ contacts, blocked }: ContactBook, address: string) {
  return {
    contacts: contacts.filter((each) => each.address !== address),
    blocked: blocked.filter((each) => each !== address),
  };
}

async function readContacts(file: string): Promise<ContactBook | string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return contactsSchema.parse({});
    return `${file} cannot be read: ${(error as Error).message}`;
  }
  try {
    const checked = contactsSchema.safeParse(JSON.parse(text));
    if (checked.success) return checked.data;
    const issue = checked.error.issues[0];
    return `${file}: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message}. Mend it and start again.`;
  } catch (error) {
    return `${file} is not JSON: ${(error as Error).message}. Mend it and start again.`;
  }
}
