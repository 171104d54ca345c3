import type { PersonalPart } from '../shared/personal-data.js';

/** `deleted`: the records go. `emptied`: they stay, what is personal in them goes. `stays`: nothing happens to them. */
export const ERASURES = ['deleted', 'emptied', 'stays'] as const;
export type Erasure = (typeof ERASURES)[number];

interface PartDescription {
  readonly title: string;
  /** What it holds and why it is kept, for the person whose data they are. */
  readonly what: string;
  readonly why: string;
  readonly erasure: Erasure;
  /** What erasing does with it, or where to go instead. */
  readonly consequence: string;
}

export const PARTS: Record<PersonalPart, PartDescription> = {
  subscription: {
    title: 'Newsletter subscription',
    what: 'The address, when and on which page it was entered, and whether the newsletter goes there.',
    why: 'To send the newsletter to those who asked for it, and to nobody who left it.',
    erasure: 'deleted',
    consequence: 'It is deleted, with the note of which issues went there. Links in earlier issues no longer work.',
  },
  messages: {
    title: 'Messages through the contact form',
    what: 'Name, address, topic and text of each message, and what staff noted on it.',
    why: 'To answer the message, and to know later what was asked and answered.',
    erasure: 'deleted',
    consequence: 'The messages are deleted with the notes on them. What is still unanswered cannot be answered.',
  },
  'open-submissions': {
    title: 'Certificates that wait for review',
    what: 'What was submitted about the product, with contact name, address, notes, and comments of reviewers.',
    why: 'To review the certificate and to ask its sender about it.',
    erasure: 'emptied',
    consequence:
      "Contact name, address, notes and results in a format of the sender's own are removed. The submission stays in the queue and can be decided, but nobody can be asked about it: one that waits for changes waits for review again, and its correction link stops working.",
  },
  'published-certificates': {
    title: 'Certificates that are or were published',
    what: 'The certificate as it is published, and beside it contact name, address and notes of its sender.',
    why: 'The certificate is public. The contact data are for questions about it and are not.',
    erasure: 'emptied',
    consequence:
      "Contact name, address, notes and results in a format of the sender's own are removed. The certificate stays public, and nothing that the public sees of it changes.",
  },
  'rejected-submissions': {
    title: 'Certificates that were not published',
    what: 'What was submitted, with contact name, address, notes, and the reason why it was not published.',
    why: 'To know why it was not published when the same certificate comes again.',
    erasure: 'emptied',
    consequence: "Contact name, address, notes and results in a format of the sender's own are removed.",
  },
  'brand-contacts': {
    title: 'Contact on file for a brand that is not verified',
    what: 'Contact name and address from the first certificate of the brand. They are not public.',
    why: 'To reach the brand when staff want to verify it.',
    erasure: 'emptied',
    consequence: 'The contact is removed. The brand, its website and its certificates stay.',
  },
  mail: {
    title: 'Mail that the site wrote to this person',
    what: 'What each mail was about and when it was written. The text and the address are not kept with it.',
    why: 'To send it, and to know that it was sent.',
    erasure: 'deleted',
    consequence: 'It is deleted. What waits to be sent is not sent.',
  },
  'public-brand-contacts': {
    title: 'Public contact of a verified brand',
    what: "The contact address that staff confirmed as the brand's own. It is shown on the brand's page.",
    why: 'So that the public can reach the brand.',
    erasure: 'stays',
    consequence:
      "It is the brand's public address, so erasing leaves it. Decide whether it is also this person's own, and if so enter another one for the brand under Brands.",
  },
  'partner-labs': {
    title: 'Contact of a partner laboratory',
    what: 'The address at which the laboratory wants to be written to.',
    why: 'To write to the laboratory about its certificates and keys.',
    erasure: 'stays',
    consequence: 'It belongs to the agreement with the laboratory, so erasing leaves it. Change it under Partner labs.',
  },
};
