import { mailboxOf } from '../../src/platform/email/receipt-limit.js';

it.each([
  ['sam@mail.example', 'sam@mail.example'],
  ['Sam.Reed@Mail.Example', 'sam.reed@mail.example'],
  ['sam+1@mail.example', 'sam@mail.example'],
  ['sam+a+b@mail.example', 'sam@mail.example'],
  ['ｓａｍ@mail.example', 'sam@mail.example'],
  ['s.a.m+1@gmail.com', 'sam@gmail.com'],
  ['sam@GoogleMail.com', 'sam@gmail.com'],
  ['sam@bücher.example', 'sam@xn--bcher-kva.example'],
  ['+@mail.example', '@mail.example'],
])('%s counts toward %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
