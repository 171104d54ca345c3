import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getProductOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { ProductDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { ButtonLink, StandaloneLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { standaloneLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { ShareButton } from '../../ui/sharing/share-button';
import { formatLongDay } from '../../ui/text/days';
import { BatchNotices } from './batch-notices';
import { BatchPicture } from './batch-picture';
import { BatchTable } from './batch-table';
import { isCurrent, labelSentence, measuredRange, warningSentence } from './batches';

/** All batches of one product over time. */
export function Component() {
  const { brandName = '', productName = '' } = useParams();
  const product = useQuery(getProductOptions({ path: { brandName, productName } }));
  return (
    <RecordPage
      query={product}
      loading={<RecordSkeleton label="Loading the product" />}
      missing={{
        head: 'productNotFound',
        title: 'Product Not Found',
        text: `We couldn't find a lab report for "${productName}" by "${brandName}".`,
        actions: (
          <ButtonLink to={paths.brand(brandName)} variant="secondary">
            All Reports of This Brand
          </ButtonLink>
        ),
      }}
      failed={{ head: 'brands', title: "We couldn't load this product" }}
      actions={<StandaloneLink to={paths.brand(brandName)}>{brandName}</StandaloneLink>}
    >
      {(found) => <Product product={found} />}
    </RecordPage>
  );
}

function Product({ product }: { product: ProductDto }) {
  const { brandName, productName, certificates, hasMore, discontinuedOn } = product;
  const address = usePageMeta('product', { brandName, productName });
  const failed = certificates.filter((one) => isCurrent(one) && one.status === 'failed');
  return (
    <div className="stack gap-8">
      <header className="stack gap-4">
        <Breadcrumbs
          links={[
            { to: paths.brands, label: 'Brands' },
            { to: paths.brand(brandName), label: brandName },
          ]}
          current={productName}
        />
        {certificates.some(({ demonstration }) => demonstration) && <DemonstrationNote what="brand" />}
        <h1 className="wrap-anywhere">{productName}</h1>
        <p className="text-lg text-ink-soft">
          by <TextLink to={paths.brand(brandName)}>{brandName}</TextLink>
        </p>
        {failed.length > 0 && (
          <Notice tone="danger" title="Do not drink it">
            {failed.length === 1
              ? `Batch ${failed[0]?.batchId} failed its lab test.`
              : `${failed.length} batches failed their lab tests.`}{' '}
            Compare the batch ID on your can with the table below.
          </Notice>
        )}
        <BatchNotices batches={certificates} />
        {discontinuedOn && (
          <p className="max-w-text">
            The brand says it no longer makes this product ({formatLongDay(discontinuedOn)}). Cans may still be in
            stores.
          </p>
        )}
        <p className="max-w-text text-ink-soft">
          One batch says nothing about another. Look for the batch ID on your can, and read its lab report.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ShareButton size="sm" title={productName} text={`Lab reports for ${productName}`} url={address} />
          <StandaloneLink to={paths.follow({ brandName, productName })}>Tell me if this changes</StandaloneLink>
          <a href={paths.feedOf(brandName, productName)} className={standaloneLink}>
            Feed
          </a>
        </div>
      </header>
      <BatchPicture
        title="Batches over time"
        sentence={sentenceOf(product)}
        batches={certificates}
        amountOf={({ thcContent }) => thcContent}
        unit="mg"
        label={certificates[0]?.labelComparison.statedMg ?? null}
        table={<BatchTable caption={`Lab reports for ${productName}`} batches={certificates} />}
        isTableOpen
      />
      {hasMore && <p>There are older certificates that are not in this picture.</p>}
      <PageAddress address={address} />
    </div>
  );
}

function sentenceOf({ certificates }: ProductDto): string {
  const current = certificates.filter(isCurrent);
  const ended = certificates.length - current.length;
  const notCounted =
    ended === 0 ? '' : ` Not counted: ${ended} that ${ended === 1 ? 'is' : 'are'} withdrawn or replaced.`;
  if (current.length === 0) return 'No certificate of this product is current. Do not rely on these figures.';
  const compared = labelSentence(certificates);
  if (compared !== null) return warningSentence(certificates) + compared + notCounted;
  const measured = `${current.length === 1 ? 'The current certificate' : 'Current certificates'} measured ${measuredRange(current)} of THC.`;
  return `${warningSentence(certificates)}${measured} The name states no dose in milligrams to compare with.${notCounted}`;
}
