import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getLaboratoryOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { LabIncidentDto, LaboratoryDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { PANELS } from '../../components/coa-registry/panel-verdicts';
import { StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { DataList } from '../../ui/data-list';
import { ExternalIcon } from '../../ui/icons';
import { standaloneLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { TableHead } from '../../ui/table-head';
import { counted } from '../../ui/text/counted';
import { formatLongDay } from '../../ui/text/days';
import { figureLabel, shareSentence } from './comparison-words';

/** A laboratory as certificates name it: dated facts, and no ranking. */
export function Component() {
  const { labName = '' } = useParams();
  const laboratory = useQuery(getLaboratoryOptions({ path: { labName } }));
  return (
    <RecordPage
      query={laboratory}
      loading={<RecordSkeleton label="Loading the laboratory" />}
      missing={{
        head: 'laboratoryNotFound',
        title: 'Laboratory Not Found',
        text: `No lab report here names a laboratory "${labName}".`,
      }}
      failed={{ head: 'coas', title: "We couldn't load this laboratory" }}
      actions={<StandaloneLink to={paths.coas}>Back to COA Database</StandaloneLink>}
    >
      {(found) => <Laboratory laboratory={found} />}
    </RecordPage>
  );
}

function Laboratory({ laboratory }: { laboratory: LaboratoryDto }) {
  const { labName, incidents } = laboratory;
  const address = usePageMeta('laboratory', { labName });
  const open = incidents.filter(({ state }) => state === 'open');
  const ended = incidents.filter(({ state }) => state !== 'open');
  return (
    <div className="stack gap-8">
      <header className="stack gap-4">
        <Breadcrumbs links={[{ to: paths.coas, label: 'COA Database' }]} current={labName} />
        <h1 className="wrap-anywhere">{labName}</h1>
        <p className="max-w-text text-ink-soft">
          What we know of this laboratory. We don't rank laboratories. Check each batch's own lab report.
        </p>
        {open.map((incident) => (
          <Notice key={incident.id} tone="caution">
            <Incident incident={incident} />
          </Notice>
        ))}
      </header>
      <Section id="reports" title="Its lab reports here" className="stack gap-3">
        <Reports laboratory={laboratory} />
      </Section>
      {laboratory.comparisons.length > 0 && (
        <Section id="comparison" title="Compared with all other laboratories" className="stack gap-3">
          <Comparisons comparisons={laboratory.comparisons} />
        </Section>
      )}
      <Section id="accreditation" title="Accreditation and scope" className="stack gap-3">
        <Accreditation accreditation={laboratory.accreditation} />
      </Section>
      <Section id="notices" title="Earlier notices" className="stack gap-3">
        {ended.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul className="stack gap-4">
            {ended.map((incident) => (
              <li key={incident.id} className="border-s-4 border-rule ps-4">
                <Incident incident={incident} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <PageAddress address={address} />
    </div>
  );
}

const dayOf = (instant: string) => formatLongDay(instant.slice(0, 10));

const ENDED: Partial<Record<LabIncidentDto['state'], string>> = {
  cleared: 'Cleared',
  retracted: 'We published this notice in error, and withdrew it',
};

function Incident({ incident }: { incident: LabIncidentDto }) {
  const { id, sentence, sourceName, sourceUrl, state, openedAt, endedAt, endReason } = incident;
  return (
    <div id={id} className="stack max-w-text gap-1">
      {endedAt && (
        <p className="font-semibold wrap-anywhere">
          {ENDED[state]} on {dayOf(endedAt)}. {endReason}
        </p>
      )}
      <p className="wrap-anywhere">{sentence}</p>
      <p className="text-sm text-ink-soft">
        Shown here since {dayOf(openedAt)}
        {endedAt && ` and on lab reports until ${dayOf(endedAt)}`}.{' '}
        <a href={sourceUrl} rel="nofollow noopener" className={standaloneLink}>
          {sourceName} <ExternalIcon className="size-4" />
        </a>
      </p>
    </div>
  );
}

function Reports({ laboratory }: { laboratory: LaboratoryDto }) {
  const { certificates, replaced, withdrawn, panels, panelsOf } = laboratory;
  const labelOf = (panel: string) => PANELS.find(({ key }) => key === panel)?.label ?? panel;
  return (
    <>
      <p className="max-w-text">
        {counted(certificates, 'lab report is', 'lab reports are')} current. {counted(replaced, 'was', 'were')} replaced
        by a corrected one, and {counted(withdrawn, 'was', 'were')} withdrawn.
      </p>
      {panelsOf > 0 && (
        <table className="data-table max-w-text">
          <caption className="text-start text-sm text-ink-soft">
            {panelsOf === certificates
              ? 'How many of them have a result for each contaminant panel'
              : `How many of the newest ${panelsOf} have a result for each contaminant panel`}
          </caption>
          <TableHead columns={['Panel', 'Lab reports']} numbers={['Lab reports']} />
          <tbody>
            {panels.map(({ panel, certificates: count }) => (
              <tr key={panel}>
                <th scope="row">{labelOf(panel)}</th>
                <td className="num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Comparisons({ comparisons }: Pick<LaboratoryDto, 'comparisons'>) {
  if (comparisons.every(({ minimum }) => minimum === null)) {
    return <p>Too few to tell: other laboratories have too few results to compare with.</p>;
  }
  return (
    <>
      <p className="max-w-text">
        The range is what chance alone would give a laboratory that is like all others. Laboratories test different
        drinks, so a share outside it is a question, not a fault.
      </p>
      <DataList
        className="max-w-text"
        items={comparisons.map((comparison) => ({
          label: figureLabel(comparison),
          value: (
            <>
              {shareSentence(comparison)} {comparison.isOutside && <strong>Outside that range.</strong>}
            </>
          ),
        }))}
      />
    </>
  );
}

function Accreditation({ accreditation }: Pick<LaboratoryDto, 'accreditation'>) {
  if (!accreditation) {
    return <p className="max-w-text">Not known to us. That does not mean that it has none: ask the laboratory.</p>;
  }
  const { body, number, scopeUrl, expiresOn, enteredOn } = accreditation;
  return (
    <>
      <DataList
        look="stacked"
        items={[
          { label: 'Accredited by', value: body },
          { label: 'Number', value: number ?? 'Not known to us' },
          { label: 'Valid until', value: expiresOn ? formatLongDay(expiresOn) : 'Not known to us' },
          {
            label: 'Scope',
            value: scopeUrl ? (
              <a href={scopeUrl} rel="nofollow noopener" className={standaloneLink}>
                The accreditor's page <ExternalIcon className="size-4" />
              </a>
            ) : (
              'Not known to us'
            ),
          },
        ]}
      />
      <p className="text-sm text-ink-soft">
        As our staff entered it on {formatLongDay(enteredOn)}. We did not check it with the accreditor.
      </p>
    </>
  );
}
