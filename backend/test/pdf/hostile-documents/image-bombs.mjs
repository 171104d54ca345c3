// Small files with images that ask for more time or memory than there is.
import { noise } from './broken.mjs';
import { flate, onePage, pages, pdfOf, stream } from './raw-pdf.mjs';

const withObjects = (objects, options) => () => pdfOf({ ...onePage(options), ...objects() });
const ANY = { outcome: 'any' };

/** An image that fills the page. */
const imagePage = { content: 'q 612 0 0 792 0 0 cm /I Do Q', resources: '/XObject << /I 6 0 R >>' };
const image = (entries) => `/Type /XObject /Subtype /Image ${entries}`;

const noisePages = () => ({
  ...pages(30, imagePage),
  6: flate(image('/Width 900 /Height 900 /ColorSpace /DeviceRGB /BitsPerComponent 8'), noise(900 * 900 * 3)),
});

export const IMAGE_BOMBS = [
  {
    name: 'an image of 60,000 by 60,000',
    content: withObjects(
      () => ({
        6: flate(
          image('/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1'),
          Buffer.alloc(450_000_000),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'an image of 30,000 by 30,000 in color',
    content: withObjects(
      () => ({
        6: flate(
          image('/Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 8'),
          Buffer.alloc(90_000_000),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'an image of two billion pixels a side, as it says',
    content: withObjects(
      () => ({
        6: flate(image('/Width 2147483647 /Height 2147483647 /ColorSpace /DeviceGray /BitsPerComponent 8'), 'x'),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'a JPEG of 65,500 by 65,500',
    content: withObjects(
      () => ({
        6: stream(
          image('/Width 65500 /Height 65500 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'),
          Buffer.from('ffd8ffc0001108ffdcffdc03012200021101031101ffda000c03010002110311003f00', 'hex'),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'a JBIG2 image of noise',
    content: withObjects(
      () => ({
        6: stream(
          image('/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode'),
          noise(100_000),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'a fax image of 60,000 by 60,000',
    content: withObjects(
      () => ({
        6: stream(
          image(
            '/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>',
          ),
          noise(1_000_000),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  {
    name: 'one image a hundred thousand times',
    content: withObjects(
      () => ({
        4: flate('', 'q 612 0 0 792 0 0 cm /I Do Q '.repeat(100_000)),
        6: flate(
          image('/Width 3000 /Height 3000 /ColorSpace /DeviceRGB /BitsPerComponent 8'),
          Buffer.alloc(27_000_000, 7),
        ),
      }),
      imagePage,
    ),
    ...ANY,
  },
  { name: 'thirty pages of noise', content: () => pdfOf(noisePages()), ...ANY },
];
