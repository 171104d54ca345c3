import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api';
import {
  getBrandOptions,
  getCoaOptions,
  listBrandsOptions,
  listNearestBatchesOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, CoaDto, ListedBatchDto } from '../../api/generated/types.gen';
import { BatchId } from '../../components/certificates/batch-id';
import { FindBatch } from '../../components/coa-registry/find-batch';
import { isGtin } from '../../components/coa-registry/scanned-code';
import { WAIT_HOURS } from '../../components/dosing/dose-times';
import { ButtonLink, CallLink, StandaloneLink, TextLink } from '../../components/links';
import { HELP_LINES } from '../../components/safety/help-lines';
import { paths } from '../../paths';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { formatLongDay } from '../../ui/text/days';
import { AskForReport } from './ask-for-report';

interface MissingBatchProps {
  batchId: string;
  /** As in the address; undefined when it names no brand. */
  brandName: string | undefined;
}

/** A batch that has no certificate here is an answer too: what that means, and what to do. */
export function Component({ batchId, brandName }: MissingBatchProps) {
  const isOfBrand = brandName !== undefined;
  const path = { brandName: brandName ?? '' };
  const { data: brand, error: brandError } = useQuery({ ...getBrandOptions({ path }), enabled: isOfBrand });
  const isBrandMissing = brandError instanceof ApiError && brandError.status === 404;
  const near = useQuery({ ...listNearestBatchesOptions({ path, query: { near: batchId } }), enabled: isOfBrand }).data;
  const elsewhere = useQuery({ ...getCoaOptions({ path: { batchId } }), enabled: isOfBrand }).data;
  const shownBrand = brand?.brandName ?? brandName;
  return (
    <div className="stack max-w-text gap-8">
      <Answer batchId={batchId} brandName={shownBrand} />
      {elsewhere && <OtherBrands coa={elsewhere} brandName={shownBrand} />}
      <CheckTheCan batchId={batchId} brandName={shownBrand} isBrandMissing={isBrandMissing} />
      {brand && near && near.length > 0 && <OtherBatches brand={brand} batches={near} />}
      <IfYouDrinkIt />
      <AskForReport batchId={batchId} brandName={shownBrand} nameInAddress={brandName} brand={brand} />
      <p className="flex flex-wrap gap-x-6">
        <StandaloneLink to={paths.follow({ brandName, batchId })}>Tell me when this batch is here</StandaloneLink>
        <StandaloneLink to={paths.coas}>Back to COA Database</StandaloneLink>
        <StandaloneLink to={paths.searchFor(batchId)}>Search the whole site for it</StandaloneLink>
        <StandaloneLink to={paths.contact}>Write to us</StandaloneLink>
      </p>
    </div>
  );
}

function Answer({ batchId, brandName }: MissingBatchProps) {
  return (
    <header className="stack gap-4">
      <h1>COA Not Found</h1>
      <p className="text-lg wrap-anywhere">
        Batch <BatchId>{batchId}</BatchId>
        {brandName !== undefined && ` of ${brandName}`} is not in this registry.
      </p>
      <p className="text-ink-soft">The certificate of analysis you're looking for doesn't exist or has been removed.</p>
      {isGtin(batchId) && (
        <Notice title="This looks like a bar code number">
          A bar code (GTIN) is the same on every can of a product, so it can't tell one batch from another, and we have
          no bar codes on file. Look for the batch or lot ID. It is often printed near the best-by date.
        </Notice>
      )}
      <Notice tone="caution" title="Unknown is not safe">
        We have no lab report for this can. That doesn't mean it failed a test, and it doesn't mean it passed one. The
        report of another batch says nothing about this one.
      </Notice>
      <Notice tone="danger" title="Is someone sick, or did a child or pet have some?">
        Poison Help, free, day and night: <CallLink line={HELP_LINES.poisonHelp} />. Can't be woken, trouble breathing,
        chest pain or a seizure: call <CallLink line={HELP_LINES.emergency} />. A pet? Call the animal poison line:{' '}
        <CallLink line={HELP_LINES.animalPoison} /> (a fee may apply).{' '}
        <TextLink to={paths.emergency}>What to do first</TextLink>
      </Notice>
    </header>
  );
}

/** Two brands may print the same batch ID. */
function OtherBrands({ coa, brandName }: { coa: CoaDto; brandName: string | undefined }) {
  const found: CoaDto['otherBrands'] = [coa, ...coa.otherBrands];
  return (
    <Section
      id="same-batch"
      title="This batch ID is another brand's"
      className="stack gap-3"
      headingClassName="text-xl"
    >
      <p>
        These lab reports are about your can only if it says this brand
        {brandName !== undefined && `, and not ${brandName}`}.
      </p>
      <Batches>
        {found.map((one) => (
          <BatchLink key={one.reference} batch={one} detail={`${one.productName} by ${one.brandName}`} />
        ))}
      </Batches>
    </Section>
  );
}

function CheckTheCan(props: MissingBatchProps & { isBrandMissing: boolean }) {
  const { batchId, brandName, isBrandMissing } = props;
  const brands = useQuery(listBrandsOptions()).data ?? [];
  return (
    <Section id="check" title="Check the can" className="stack gap-3" headingClassName="text-xl">
      <ul className="stack list-disc gap-2 ps-5 marker:text-ink-soft">
        <li>
          Compare the batch ID letter by letter: O and 0, I and 1 look alike. It is often printed near the best-by date,
          on the bottom or the shoulder of the can.
        </li>
        {isBrandMissing && brandName !== undefined && (
          <li>
            We have no brand named “{brandName}”. <TextLink to={paths.brands}>See all brands</TextLink>
          </li>
        )}
        <li>
          If the can has a QR code, point your phone's camera at it and read the address before you open it. It should
          be the brand's or a lab's.
        </li>
        <li>
          Then check that the report names your product, your batch and a lab, and how old it is.{' '}
          <TextLink to={paths.article('reading-lab-results')}>How to read a lab report</TextLink>
        </li>
      </ul>
      <FindBatch batchId={batchId} brandName={brandName} brands={brands.map((brand) => brand.brandName)} />
    </Section>
  );
}

function OtherBatches({ brand, batches }: { brand: BrandDto; batches: readonly ListedBatchDto[] }) {
  const { brandName } = brand;
  return (
    <Section
      id="other-batches"
      title={`Other batches of ${brandName}`}
      className="stack gap-3"
      headingClassName="text-xl"
    >
      <p>The most similar IDs come first. A report is about your can only if the ID is exactly the same.</p>
      <Batches>
        {batches.map((batch) => (
          <BatchLink
            key={batch.batchId}
            batch={batch}
            detail={`${batch.productName}, tested ${formatLongDay(batch.testDate)}`}
          />
        ))}
      </Batches>
      <p>
        <StandaloneLink to={paths.brand(brandName)}>All lab reports of {brandName}</StandaloneLink>
      </p>
    </Section>
  );
}

const Batches = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-rule border-y border-rule">{children}</ul>
);

function BatchLink({ batch, detail }: { batch: Pick<ListedBatchDto, 'brandName' | 'batchId'>; detail: string }) {
  return (
    <li className="py-2">
      <StandaloneLink to={paths.coa(batch)} className="wrap-anywhere">
        <BatchId>{batch.batchId}</BatchId>
      </StandaloneLink>
      <p className="text-sm text-ink-soft wrap-anywhere">{detail}</p>
    </li>
  );
}

/** [source:dose-starting-range, dose-timing, dose-driving] */
function IfYouDrinkIt() {
  return (
    <Section id="if-you-drink-it" title="If you drink it anyway" className="stack gap-3" headingClassName="text-xl">
      <p>Without a lab report the label is all there is, and a label can be wrong.</p>
      <ul className="stack list-disc gap-2 ps-5 marker:text-ink-soft">
        <li>If the can doesn't say how many milligrams of THC are in all of it, don't drink it.</li>
        <li>
          New to THC, or none for over a year? Start with no more than 1 to 2.5 mg in total. Check the milligrams in the
          whole can, not just in one serving.
        </li>
        <li>
          Wait at least {WAIT_HOURS.empty} hours before more; {WAIT_HOURS.light} to {WAIT_HOURS.full} after food. The
          full effect can take 4 hours. After an amount that is high for you, don't have any more that day.
        </li>
        <li>No alcohol with it. Don't drive for 8 hours or longer, and not the same day.</li>
        <li>Pregnant, nursing, or taking medicine? Then don't.</li>
      </ul>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.doseCalculator} variant="secondary">
          Open the Dose Calculator
        </ButtonLink>
        <ButtonLink to={paths.responsibleUse} variant="quiet">
          Responsible use guide
        </ButtonLink>
      </div>
    </Section>
  );
}
