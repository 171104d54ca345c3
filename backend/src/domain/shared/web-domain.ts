/** Domains at which anyone can have an email address: it says nothing about whom its owner works for. */
export const FREE_MAIL: ReadonlySet<string> = new Set([
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'hey.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'tutanota.com',
  'yahoo.com',
  'ymail.com',
  'zoho.com',
]);

/** The host of a website without `www.`, in lower case. The domain layer has no URL class. Undefined for what is not a website. */
export const hostOf = (website: string): string | undefined =>
  /^https?:\/\/(?:[^/?#@]*@)?([^/:?#]+)/i
    .exec(website)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '');

/** The domain of an email address in lower case, or undefined. */
export const mailDomainOf = (email: string): string | undefined => email.split('@').at(-1)?.toLowerCase();

/** Whether a host is a domain or below it: `shop.brand.example` is below `brand.example`, `mybrand.example` is not. */
export const isSameOrBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
