import fc from 'fast-check';
import { deviceName } from '../../../src/domain/staff/device-name.js';
import { anyText } from '../../support/any-text.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceName', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on Linux'],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605', 'Safari on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604', 'Safari on iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/140 Safari/604', 'Chrome on iPad'],
    ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537 Chrome/140 Safari/537', 'Chrome on ChromeOS'],
    ['curl/8.5.0', 'A program'],
    ['python-requests/2.31 Linux', 'A program on Linux'],
    ['Firefox/1', 'Firefox'],
    ['', 'A program'],
  ])('of %j is %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('is never named at length, whatever it calls itself', () => {
    fc.assert(fc.property(anyText(), (text) => deviceName(text).length < 25));
  });
});
