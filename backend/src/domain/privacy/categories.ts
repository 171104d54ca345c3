import type { PersonalDataCategory } from '../shared/personal-data.js';

/** `deleted`: records are deleted. `emptied`: records stay, their personal fields are cleared. `stays`: unchanged. */
export const ERASURES = ['deleted', 'emptied', 'stays'] as const;
export type Erasure = (typeof ERASURES)[number];

interface CategoryDescription {
  readonly title: string;
  /** What it contains and why we keep it, worded for the person concerned. */
  readonly what: string;
  readonly why: string;
  readonly erasure: Erasure;
  /** What erasure does to it, or what to do instead. */
  readonly consequence: string;
}

export const CATEGORIES: Record<PersonalDataCategory, CategoryDescription> = {
  subscription: {
    title: 'Newsletter subscription',
    what: 'The address, when and on which page it was entered, and whether it gets the newsletter.',
    why: 'To send the newsletter to people who asked for it, and not to people who unsubscribed.',
    erasure: 'deleted',
    consequence:
      'It is deleted, along with the record of which issues were sent. Links in earlier issues stop working.',
  },
  follows: {
    title: 'What this person follows',
    what: 'The address, the batches, products and brands it asked to hear about, and when each was asked for and confirmed.',
    why: 'To tell people who asked for it when something changes.',
    erasure: 'deleted',
    consequence: 'It is deleted, and no more notices are sent. Links in earlier emails stop working.',
  },
  messages: {
    title: 'Contact form messages',
    what: 'The name, address, topic and text of each message, and any staff notes on it.',
    why: 'To answer the message, and to have a record of what was asked and answered.',
    erasure: 'deleted',
    consequence: 'The messages and their notes are deleted. Unanswered messages can no longer be answered.',
  },
  'problem-reports': {
    title: 'Reports of problems with certificates',
    what: 'What was wrong with which certificate, in a word and in the words of the reporter, with their address and what we found.',
    why: 'To find out whether the certificate is right, and to tell the reporter.',
    erasure: 'emptied',
    consequence:
      'The address and what the reporter wrote are removed. The report can still be decided, and its outcome stays public without a name.',
  },
  'open-submissions': {
    title: 'Certificates waiting for review',
    what: 'What was submitted about the product, with contact name, address, notes and reviewer comments.',
    why: 'To review the certificate and contact the sender with questions.',
    erasure: 'emptied',
    consequence:
      "The contact name, address, notes and any results in the sender's own format are removed. The submission stays in the queue and can still be decided, but there is no one to ask about it. If it was waiting for changes, it goes back to waiting for review and its correction link stops working.",
  },
  'published-certificates': {
    title: 'Certificates that are or were published',
    what: "The certificate as published, plus the sender's contact name, address and notes.",
    why: 'The certificate is public. The contact details are for questions about it and are not public.',
    erasure: 'emptied',
    consequence:
      "The contact name, address, notes and any results in the sender's own format are removed. The certificate stays public and looks the same to visitors.",
  },
  'rejected-submissions': {
    title: 'Certificates that were not published',
    what: 'What was submitted, with contact name, address, notes, and the reason it was not published.',
    why: 'To know why it was turned down if the same certificate is submitted again.',
    erasure: 'emptied',
    consequence:
      "The contact name, address, notes and any results in the sender's own format are removed. In reasons, comments and notes that others wrote, the address and full name are replaced with [removed].",
  },
  'brand-contacts': {
    title: 'Contact on file for an unverified brand',
    what: "The contact name and address from the brand's first certificate. They are not public.",
    why: 'To reach the brand when staff verify it.',
    erasure: 'emptied',
    consequence: 'The contact is removed. The brand, its website and its certificates stay.',
  },
  'brand-claims': {
    title: 'Links with which this person speaks for a brand',
    what: 'The address, the brand and its domain, when that was proven, and what was sent with the link.',
    why: 'To know that replies and contact data come from the brand, and to send it the link.',
    erasure: 'deleted',
    consequence:
      'The link stops working, and what waits for a decision is deleted. Published replies stay: they are public words of the brand. A brand can prove its domain again.',
  },
  mail: {
    title: 'Emails the site sent to this person',
    what: 'What each email was about and when it was created. The text and address are not stored with it.',
    why: 'To send it, and to know that it was sent.',
    erasure: 'deleted',
    consequence:
      'It is deleted, also where emails are kept as files on this server. Emails still waiting are not sent.',
  },
  'public-brand-contacts': {
    title: 'Public contact of a verified brand',
    what: "The contact address that staff confirmed belongs to the brand. It is shown on the brand's page.",
    why: 'So people can reach the brand.',
    erasure: 'stays',
    consequence:
      "It is the brand's public address, so erasing leaves it. If it is also this person's own address, enter a different one for the brand under Brands.",
  },
  'partner-labs': {
    title: 'Partner lab contact',
    what: 'The address where the lab wants to hear from us.',
    why: 'To contact the lab about its certificates and keys.',
    erasure: 'stays',
    consequence: 'It is part of our agreement with the lab, so erasing leaves it. Change it under Partner labs.',
  },
};
