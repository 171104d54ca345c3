import type { RegistryEvent } from '../../../domain/coa-registry/coa-registry.js';
import { batchPath } from '../../../domain/shared/batch-path.js';
import { button, layout, link, paragraph, small, smallLink } from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { fromEmail } from '../../../platform/email/from-email.js';
import { oneClick } from './newsletter.email.js';

const footer = (following: string) => [
  small('You get this because this address was entered on ClearBatch to follow lab reports. For adults 21 and over.'),
  smallLink('See what you follow, or stop', following),
];

/** @param following the page where the owner of the address confirms, and stops */
export const confirmFollowEmail = (email: string, labels: readonly string[], following: string): EmailMessage => ({
  to: email,
  subject: 'Confirm what you want to follow on ClearBatch',
  headers: oneClick(following),
  ...layout({
    title: 'Do you want to follow this?',
    blocks: [
      paragraph('Someone, probably you, asked us to email this address when something changes about:'),
      ...labels.map((label) => paragraph(label)),
      button('See it and confirm', following),
      small(`If the button doesn't work, open this link:\n${following}`),
      paragraph("If it wasn't you, ignore this. Without your confirmation we send no news, and we delete the request."),
    ],
    footer: footer(following),
  }),
});

/** @param total how many there are; `events` may be fewer, and the latest state of each */
export const newsEmail = (
  email: string,
  events: readonly RegistryEvent[],
  total: number,
  site: string,
  following: string,
): EmailMessage => {
  const title = total === 1 ? (events[0]?.title ?? '') : `${total} changes in what you follow`;
  return {
    to: email,
    subject: title,
    headers: oneClick(following),
    ...layout({
      title,
      blocks: [
        ...events.flatMap((event) => [link(event.title, site + pathOf(event)), paragraph(event.summary)]),
        ...(total > events.length
          ? [paragraph(`These are ${events.length} of ${total}. The rest is on the site.`)]
          : []),
        small('A lab report is about one batch only. Check that the batch ID on your can is exactly the same.'),
      ],
      footer: footer(following),
    }),
  };
};

function pathOf({ page, values, anchor }: RegistryEvent): string {
  if (page === 'coa') return fromEmail(batchPath(values));
  if (page === 'certificate') return fromEmail(`/certificates/${values.reference}`);
  if (page === 'notice') return `/notices/${values.number}`;
  return `/laboratories/${encodeURIComponent(values.labName)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Invented data for the preview in the console. */
export const EXAMPLE_READER = 'sam@mail.example';
export const EXAMPLE_NEWS: readonly RegistryEvent[] = [
  {
    page: 'coa',
    values: { brandName: 'Juniper & Tide', batchId: '#C9030' },
    at: new Date('2026-11-20T15:04:05Z'),
    title: 'Failed: Yuzu Seltzer 5 mg, batch #C9030',
    summary: 'Failed its lab test. Do not drink it. Tested by Example Analytical on October 14, 2026. Status: failed.',
  },
];
