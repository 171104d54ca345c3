import type { Issue, IssueCertificate, IssueContent } from '../../../domain/newsletter/issue.js';
import { batchPath } from '../../../domain/shared/batch-path.js';
import { longDay } from '../../../domain/shared/long-day.js';
import {
  type Block,
  button,
  heading,
  layout,
  link,
  paragraph,
  small,
  smallLink,
} from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { fromEmail } from '../../../platform/email/from-email.js';

interface Reader {
  readonly email: string;
  readonly unsubscribe: string;
}

/** One click in the reader's mail program is enough (RFC 8058); the same link opens the page. */
export const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const footer = (unsubscribe: string): Block[] => [
  small(
    "You're getting this because this address was signed up for the ClearBatch newsletter. For adults 21 and over.",
  ),
  smallLink('Unsubscribe', unsubscribe),
];

export const welcomeEmail = ({ email, unsubscribe }: Reader, site: string): EmailMessage => ({
  to: email,
  subject: "You're signed up for the ClearBatch newsletter",
  headers: oneClick(unsubscribe),
  ...layout({
    title: 'Thank you for joining our newsletter',
    blocks: [
      paragraph("You'll hear from us now and then about new articles, changes in the law, and what labs found."),
      paragraph("It's education only. We have nothing to sell, and we never sell your address."),
      button('Read the articles', fromEmail(`${site}/learn`)),
      paragraph(
        "If you didn't sign up, someone may have typed your address by mistake. Unsubscribe below and you won't get our newsletter.",
      ),
    ],
    footer: footer(unsubscribe),
  }),
});

export const confirmationEmail = ({
  email,
  unsubscribe,
  confirm,
}: Reader & { readonly confirm: string }): EmailMessage => ({
  to: email,
  subject: 'Confirm your ClearBatch newsletter sign-up',
  headers: oneClick(unsubscribe),
  ...layout({
    title: 'One more step',
    blocks: [
      paragraph('This address was signed up for the ClearBatch newsletter. Please confirm that you want it.'),
      button('Confirm subscription', confirm),
      small(`If the button doesn't work, open this link:\n${confirm}`),
      paragraph("If you didn't sign up, you can ignore this. We won't send you the newsletter unless you confirm."),
    ],
    footer: footer(unsubscribe),
  }),
});

export const issueEmail = (
  issue: IssueWords,
  content: IssueContent,
  { email, unsubscribe }: Reader,
  site: string,
): EmailMessage => ({
  to: email,
  subject: issue.subject,
  headers: oneClick(unsubscribe),
  ...layout({
    title: issue.subject,
    blocks: issueBlocks(issue, content, site),
    footer: [...footer(unsubscribe), smallLink('Privacy', `${site}/privacy`)],
  }),
});

/** The issue for a staff member to review, without an unsubscribe link. */
export const testEmail = (issue: IssueWords, content: IssueContent, email: string, site: string): EmailMessage => ({
  to: email,
  subject: `Test: ${issue.subject}`,
  ...layout({
    title: issue.subject,
    blocks: issueBlocks(issue, content, site),
    footer: [small('This is a test. The real issue has an unsubscribe link here.')],
  }),
});

type IssueWords = Pick<Issue, 'subject' | 'introduction'>;

const issueBlocks = ({ introduction }: IssueWords, { articles, certificates }: IssueContent, site: string): Block[] => [
  ...introduction.split(/\n{2,}/).map((text) => paragraph(text)),
  ...(articles.length > 0 ? [heading('Articles')] : []),
  ...articles.flatMap(({ slug, title, excerpt, readTime }) => [
    link(title, fromEmail(`${site}/learn/${encodeURIComponent(slug)}`)),
    small(`${excerpt} (${readTime})`),
  ]),
  ...(certificates.length > 0 ? [heading('New lab reports')] : []),
  ...certificates.flatMap((certificate) => [
    link(`${certificate.productName}, batch ${certificate.batchId}`, fromEmail(site + batchPath(certificate))),
    small(certificateLine(certificate)),
  ]),
];

const certificateLine = ({ brandName, labName, testDate, thcContent, status, demonstration }: IssueCertificate) =>
  `${brandName}. ${thcContent} mg THC measured by ${labName}, tested on ${longDay(testDate)}. Status: ${status}.` +
  (demonstration ? ' Demonstration data, not a real product.' : '');

/** Invented data for the email preview in the console. No subscription has this ID. */
export const EXAMPLE_READER = { email: 'sam@mail.example', number: 0 };
export const EXAMPLE_ISSUE: IssueWords & { content: IssueContent } = {
  subject: 'What labs found in November',
  introduction: 'We added three new lab reports this month.\n\nOne measured less THC than its label says.',
  content: {
    articles: [
      {
        id: 'article-007',
        slug: 'reading-lab-results',
        title: 'How to read lab results',
        excerpt: 'What a lab report says, line by line.',
        readTime: '8 min read',
      },
    ],
    certificates: [
      {
        reference: 'CB-7K3M-9QXD',
        batchId: '#C9030',
        productName: 'Yuzu Seltzer 5 mg',
        brandName: 'Juniper & Tide',
        labName: 'Example Analytical',
        testDate: '2026-10-14',
        thcContent: 3.6,
        status: 'passed',
        demonstration: true,
      },
    ],
  },
};
