import { mailTo } from './ask-for-report';

const ABOUT = { batchId: 'E&R/26 #4?', brandName: 'Ember & Rind', origin: 'https://clearbatch.example' };

it('the email is written, to the confirmed address of the brand, with nothing of the sender in it', () => {
  const mail = new URL(mailTo({ ...ABOUT, address: 'hello@ember.example' }));
  expect(mail.pathname).toBe('hello@ember.example');
  expect(mail.searchParams.get('subject')).toBe('Lab report for batch E&R/26 #4?');
  const body = mail.searchParams.get('body') ?? '';
  expect(body).toContain('I have a can of Ember & Rind with batch ID E&R/26 #4?.');
  expect(body).toContain('https://clearbatch.example/submit-coa');
  expect(body.split('\r\n')).toHaveLength(7);
});

it('has no address where none is confirmed, and no other parameter through an address', () => {
  expect(mailTo({ ...ABOUT, address: null })).toMatch(/^mailto:\?subject=/);
  const mail = new URL(mailTo({ ...ABOUT, address: 'a?bcc=all@x.example' }));
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body']);
});
