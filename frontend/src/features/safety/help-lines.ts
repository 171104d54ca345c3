import { SITE } from '../../site';

/** A telephone number as people read it, and as telephones take it. */
export interface HelpLine {
  readonly number: string;
  readonly href: string;
}

const line = (number: string): HelpLine => ({ number, href: `tel:+${number.replaceAll('-', '')}` });
const shortLine = (number: string): HelpLine => ({ number, href: `tel:${number}` });

/** Source: FACTS sections 1.11 and 1.12. All of them are for the United States. */
export const HELP_LINES = {
  emergency: shortLine('911'),
  poisonHelp: line(SITE.poisonHelp),
  crisis: shortLine('988'),
  crisisText: { number: '988', href: 'sms:988' },
  treatment: line('1-800-662-4357'),
  animalPoison: line('1-888-426-4435'),
} as const satisfies Record<string, HelpLine>;

/** What calls for an ambulance at once. Source: FACTS section 1.12. */
export const CALL_911_SIGNS = [
  'Does not wake or respond',
  'Trouble breathing',
  'A seizure',
  'Chest pain',
  'Drowsy and keeps vomiting',
  'An injury',
  'Severe confusion',
  'Suicidal behavior',
] as const;
