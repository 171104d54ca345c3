import { fromEmail } from './from-email.js';
import { type Block, small, smallLink } from './layout.js';

/**
 * Ends a letter that nobody subscribed to: why it was sent, that it may be left alone, and who wrote it.
 * @param why e.g. `You get this mail because this address was given with the submission CB-7K3M-9QXD.`
 */
export const closing = (why: string, publicUrl: string): Block[] => [
  small(`${why} If it is not meant for you, you do not need to do anything, and nobody needs an answer.`),
  small('ClearBatch keeps an open registry of laboratory certificates of drinks with THC from hemp, for adults.'),
  smallLink('ClearBatch on the web', fromEmail(`${publicUrl}/`)),
];
