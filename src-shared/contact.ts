/** Who may run tools directly, with no model in between. */
import { z } from 'zod';

export const addressSchema = z.string().regex(/^0x[0-9a-f]{64}$/, '0x and 64 lower-case hex digits');

export const contactSchema = z.object({
  address: addressSchema,
  /** What the person calls it. */
  name: z.string().min(1).max(80),
  /** Own names of the tools it may call; missing: all that the whitelist allows. */
  tools: z.array(z.string().max(64)).max(100).optional(),
  /** Unix milliseconds. */
  since: z.number(),
  how: z.enum(['person', 'invite']),
});
export type Contact = z.infer<typeof contactSchema>;

/** A caller that the person accepts, or a contact that they change. */
export const newContactSchema = contactSchema.pick({ address: true, name: true, tools: true });
export type NewContact = z.infer<typeof newContactSchema>;

export const newInviteSchema = contactSchema.pick({ name: true, tools: true });
export type NewInvite = z.infer<typeof newInviteSchema>;

export const refusedCallerSchema = z.object({ address: addressSchema, block: z.boolean() });
export type RefusedCaller = z.infer<typeof refusedCallerSchema>;

export const contactsSchema = z.object({
  version: z.literal(1).default(1),
  contacts: z.array(contactSchema).default([]),
  /** Addresses that are refused without a question. */
  blocked: z.array(addressSchema).default([]),
});
export type ContactBook = z.infer<typeof contactsSchema>;

/** An unknown caller whose CONNECT is held. Times are Unix milliseconds. */
export interface Stranger {
  readonly address: string;
  /** Where the connection comes from, as the system says. */
  readonly from: string;
  readonly since: number;
  /** When it is turned away if nobody decides. */
  readonly until: number;
}

/** An invite as it can be shown again: the code itself is shown once, when it is made. */
export interface InviteView {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
  readonly attemptsLeft: number;
}

/** Direct execution: where callers with a key get in, and who they are. */
export interface DirectView extends Pick<ContactBook, 'contacts' | 'blocked'> {
  /** Whether the person wants the signed door open. */
  readonly listen: boolean;
  /** Missing while the signed door is off. */
  readonly url?: string;
  /** Our own address, by which callers know this machine. */
  readonly address?: string;
  /** Why the signed door is not open although it is switched on. */
  readonly problem?: string;
  /** What is wrong with the list of contacts: nobody is accepted then. */
  readonly contactsProblem?: string;
  readonly strangers: readonly Stranger[];
  readonly invites: readonly InviteView[];
}
