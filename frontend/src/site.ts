/** What the site is called and the facts every page repeats. Nothing else spells the name. */
export const SITE = {
  name: 'ClearBatch',
  promise: 'Know what is in the can',
  copyrightYear: 2025,
  poisonHelp: '1-800-222-1222',
  /** Changed by hand after checking the law again, never by the clock. Dates are calendar days. */
  legal: {
    asOf: '2026-11-21',
    badge:
      '2018 Farm Bill definition: ≤0.3% delta-9 THC by dry weight. Federal rules are changing Dec 11, 2026 — see Legal.',
    paragraph:
      'The 2018 Farm Bill defines hemp as cannabis with no more than 0.3% delta-9 THC by dry weight, and hemp THC drinks grew up under that test. In November 2025 Congress wrote a narrower definition that counts total THC and limits finished products to 0.4 mg per container. A September 2026 law postponed most of it to December 11, 2026. Unless Congress changes it again, most THC drinks sold as hemp would then fall outside the federal definition. States set their own, often stricter, rules. Checked November 21, 2026; not legal advice.',
  },
} as const;
