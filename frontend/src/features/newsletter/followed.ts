import type { FollowDto } from '../../api/generated/types.gen';

type Followed = Omit<FollowDto, 'email'>;

/** What the page's address says to follow. Empty parameters count as left out. */
export function followedIn(params: URLSearchParams): Followed {
  const named = { brandName: params.get('brand'), productName: params.get('product'), batchId: params.get('batch') };
  return Object.fromEntries(Object.entries(named).filter(([, name]) => name));
}

export function followedWords({ brandName, productName, batchId }: Followed): string {
  if (batchId) return brandName ? `Batch ${batchId} of ${brandName}` : `Batch ${batchId}`;
  if (productName) return `${productName} by ${brandName}`;
  return brandName
    ? `All lab reports of ${brandName}`
    : 'All failed tests, withdrawn reports, recalls, and notices about labs';
}
