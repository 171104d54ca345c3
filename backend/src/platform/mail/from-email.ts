/** Marks a link as one from an email. A page with it in its address opens without the age gate (content/site.json). */
export const EMAIL_MARK = 'from=email';

/**
 * A link in an email to a page that otherwise has the age gate. Pages that are always open (content/pages.json) need no mark.
 * @param address without a query
 */
export const fromEmail = (address: string): string => `${address}?${EMAIL_MARK}`;
