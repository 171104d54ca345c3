import { isRegisteredHost, qrTarget, reportHostsOf } from '../../../src/domain/coa-registry/checks/qr-host.js';

describe('the target of a QR code', () => {
  it.each([
    ['https://lab.example/verify/1', 'lab.example'],
    ['HTTPS://WWW.Lab.Example', 'www.lab.example'],
    ['http://lab.example:8443/?q=1#x', 'lab.example'],
    ['https://lab.example.', 'lab.example'],
    ['lab.example/verify/1', 'lab.example'],
    ['https://lab.example?next=https://evil.example', 'lab.example'],
    ['https://lab.example#@evil.example', 'lab.example'],
    ['https://lаb.example/', 'lаb.example'],
  ])('%s is %s', (text, host) => {
    expect(qrTarget(text)).toEqual({ kind: 'host', host });
  });

  it.each([
    'https://lab.example\\@evil.example',
    'https://lab.example@evil.example',
    'https://user:pass@evil.example',
    'https://evil.example\\.lab.example',
    'https:\\\\evil.example',
    'https:/evil.example',
    'https:evil.example',
    'https:///evil.example',
    'https://192.0.2.7/report',
    'https://3221225479/report',
    'https://[2001:db8::1]/',
    'https://evil%2eexample/',
    'https://lab.example\u0000.evil.example',
    'https://lab\u200b.example/',
    'https://lab.example:99999999/',
    'https://localhost/',
    'https://',
    'https://lab..example/',
    'https://lab.example,evil.example/',
  ])('%j does not say clearly where it leads', (text) => {
    expect(qrTarget(text)).toEqual({ kind: 'unclear' });
  });

  it.each(['EA-2026-01187', 'JT-26-1014', 'Batch 5.2', 'mailto:a@lab.example', 'WIFI:S:lab;;', ''])(
    '%j is no address',
    (text) => {
      expect(qrTarget(text)).toEqual({ kind: 'text' });
    },
  );
});

describe('the hosts of a lab', () => {
  const hosts = reportHostsOf({ website: 'https://www.lab.example/about', reportHosts: ['Reports.Example'] }) ?? [];

  it.each([
    ['lab.example', true],
    ['www.lab.example', true],
    ['coa.lab.example', true],
    ['reports.example', true],
    ['evillab.example', false],
    ['lab.example.evil.example', false],
    ['example', false],
    ['lаb.example', false],
  ])('%s is registered: %j', (host, isRegistered) => {
    expect(isRegisteredHost(host, hosts)).toBe(isRegistered);
  });

  it('are unknown without a website', () => {
    expect(reportHostsOf({ website: null, reportHosts: [] })).toBeNull();
    expect(reportHostsOf({ website: 'https://192.0.2.7', reportHosts: [] })).toBeNull();
  });
});
