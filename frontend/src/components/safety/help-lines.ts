import emergency from '../../../../content/emergency.json' with { type: 'json' };
import { SITE } from '../../site';

/** A phone number as displayed, and as a link. */
export interface HelpLine {
  readonly number: string;
  readonly href: string;
}

const { numbers } = emergency;
const line = (number: string): HelpLine => ({ number, href: `tel:+${number.replaceAll('-', '')}` });
const shortLine = (number: string): HelpLine => ({ number, href: `tel:${number}` });

/** United States only. [source:emergency-advice] */
export const HELP_LINES = {
  emergency: shortLine(numbers.emergency),
  poisonHelp: line(SITE.poisonHelp),
  crisis: shortLine(numbers.crisis),
  crisisText: { number: numbers.crisis, href: `sms:${numbers.crisis}` },
  treatment: line(numbers.treatment),
  animalPoison: line(numbers.animalPoison),
} as const satisfies Record<string, HelpLine>;

type Source = typeof emergency;

/** What the emergency page says, in any language. The numbers are the same in all. */
export interface EmergencyTexts extends Omit<Source, 'numbers' | 'situations'> {
  readonly situations: Record<keyof Source['situations'], { title: string; text: string; note?: string }>;
}

/** Emergency instructions; the <noscript> page shows the same ones. [source:emergency-advice] */
export const EMERGENCY: EmergencyTexts = emergency;
