import { crc32, deflateSync } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const PALETTE_COLOR = 3;
const DEFLATE_LEVEL = 6;

/** An image of at most 256 colors. */
export interface IndexedImage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each color. */
  readonly palette: Uint8Array;
  /** The color of each pixel, row by row. */
  readonly pixels: Uint8Array;
}

export function encodePng({ width, height, palette, pixels }: IndexedImage): Buffer {
  const depth = palette.length / 3 <= 16 ? 4 : 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(depth, 8);
  header.writeUInt8(PALETTE_COLOR, 9);
  const rows = depth === 4 ? packedRows(width, height, pixels) : plainRows(width, height, pixels);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: DEFLATE_LEVEL })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Each row begins with the number of its filter: 0, none, which suits palettes. */
function plainRows(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return rows;
}

/** Two pixels in a byte. */
function packedRows(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rowBytes = Math.ceil(width / 2) + 1;
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    let to = y * rowBytes + 1;
    const end = (y + 1) * width;
    for (let from = y * width; from < end; from += 2) {
      const second = from + 1 < end ? (pixels[from + 1] ?? 0) : 0;
      rows[to] = ((pixels[from] ?? 0) << 4) | second;
      to += 1;
    }
  }
  return rows;
}

/** Whether this begins like a PNG of at most this many pixels. Browsers rely on the same header. */
export function isPngWithin(content: Uint8Array, maxPixels: number): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width * height <= maxPixels;
}
