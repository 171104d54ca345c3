import { ServiceUnavailableException } from '@nestjs/common';

/** Uploads that one process receives at a time. Each has a buffer of one chunk, so this bounds their memory: 25 MB. */
const UPLOADS_MAX = 200;

/** How many of them may be visitors': slow ones must not keep out labs and staff. */
const VISITORS_MAX = 100;

/** Refuses uploads above a number instead of letting them wait, because they may take minutes. */
export class UploadSlots {
  private readonly open = { visitors: 0, all: 0 };

  constructor(
    private readonly max = UPLOADS_MAX,
    private readonly visitorsMax = VISITORS_MAX,
  ) {}

  /** @throws ServiceUnavailableException when there are too many */
  async run<T>(isVisitor: boolean, upload: () => Promise<T>): Promise<T> {
    const visitors = isVisitor ? 1 : 0;
    if (this.open.all === this.max || (isVisitor && this.open.visitors === this.visitorsMax)) {
      throw new ServiceUnavailableException();
    }
    this.open.all += 1;
    this.open.visitors += visitors;
    try {
      return await upload();
    } finally {
      this.open.all -= 1;
      this.open.visitors -= visitors;
    }
  }
}
