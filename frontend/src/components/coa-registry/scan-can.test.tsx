import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { PageContextProvider } from '../../api/page-context';
import { ScanCan } from './scan-can';

const { WebAssembly, fetch } = globalThis;

afterEach(() => {
  cleanup();
  Object.assign(globalThis, { WebAssembly, fetch });
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
});

const Address = () => <output aria-label="Address">{useLocation().pathname}</output>;

/** @param codes on every photo; undefined: nothing can read codes */
function open(codes?: readonly string[]) {
  if (codes !== undefined) {
    const found = codes.map((rawValue) => ({ rawValue }));
    const BarcodeDetector = class {
      detect = async () => found;
    };
    Object.assign(globalThis, { createImageBitmap: async () => ({ close: () => {} }), BarcodeDetector });
  }
  // A photo must not leave the device.
  const refused = () => {
    throw new Error('nothing may be sent');
  };
  Object.assign(globalThis, { WebAssembly: undefined, fetch: refused });
  const texts: string[] = [];
  render(
    <PageContextProvider value={{ origin: 'https://clearbatch.example', today: '2026-11-26' }}>
      <MemoryRouter>
        <ScanCan onText={(text) => texts.push(text)} />
        <Address />
      </MemoryRouter>
    </PageContextProvider>,
  );
  const takePhoto = () =>
    fireEvent.change(screen.getByLabelText('Photo of the code on the can'), {
      target: { files: [new File(['photo'], 'can.jpg', { type: 'image/jpeg' })] },
    });
  return { texts, takePhoto };
}

const address = () => screen.getByLabelText('Address').textContent;

describe('scanning a can', () => {
  it("is offered only where something can read codes; elsewhere a hint names the phone's camera", () => {
    open();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/^Your phone's camera can read a QR code/)).toBeDefined();
  });

  it('opens a page of this site', async () => {
    open(['https://clearbatch.example/coa/VT-552']).takePhoto();
    await waitFor(() => expect(address()).toBe('/coa/VT-552'));
  });

  it('shows another address, and does not open it by itself', async () => {
    const { texts, takePhoto } = open(['https://lab.example/report/1?lot=2']);
    takePhoto();
    expect(await screen.findByText('The code leads to lab.example')).toBeDefined();
    expect(screen.getByText('https://lab.example/report/1?lot=2')).toBeDefined();
    const link = screen.getByRole('link', { name: 'open lab.example' });
    expect(link.getAttribute('href')).toBe('https://lab.example/report/1?lot=2');
    expect([address(), texts]).toEqual(['/', []]);
  });

  it('leads from a bar code to the page that says what it is', async () => {
    open(['036000291452']).takePhoto();
    await waitFor(() => expect(address()).toBe('/coa/036000291452'));
  });

  it('fills in anything else, to be compared with the can; of several codes the one that says most', async () => {
    const { texts, takePhoto } = open(['036000291452', 'LOT 24/117']);
    takePhoto();
    expect(await screen.findByText('We read a code')).toBeDefined();
    expect([address(), texts]).toEqual(['/', ['LOT 24/117']]);
  });

  it.each([[[]], [['\u0000']]])(
    'says that there is none on the photo, and how to take a better one: %j',
    async (codes) => {
      open(codes).takePhoto();
      expect(await screen.findByText('No code found on the photo')).toBeDefined();
    },
  );
});
