import { type Block, small, smallLink } from './email-layout.js';
import { fromEmail } from './from-email.js';

/**
 * Footer of a transactional email: why it was sent, that it can be ignored, and who sent it.
 * @param why e.g. `You're getting this email because this address was given with submission CB-7K3M-9QXD.`
 */
export const emailFooter = (why: string, publicUrl: string): Block[] => [
  small(`${why} If it isn't for you, you can ignore it.`),
  small('ClearBatch is an open database of lab reports for hemp-derived THC drinks, for adults 21 and over.'),
  smallLink('ClearBatch website', fromEmail(`${publicUrl}/`)),
];
