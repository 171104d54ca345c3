import type { Actor } from '../../shared/audit.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { Clock, Ids } from '../../shared/ports.js';
import { utcDay } from '../../shared/utc-day.js';
import {
  endIncident,
  IncidentCountChanged,
  type IncidentDraft,
  IncidentEnded,
  IncidentNotFound,
  type IncidentState,
  type IncidentWindow,
  incidentEntry,
  type LabIncident,
  openIncident,
  windowErrors,
} from '../certificate/lab-incident.js';
import { LabIncidentRepository } from '../certificate/ports.js';

/** Staff open and end incidents of laboratories. Certificates show them by a query, so nothing else is stored. */
export class LabIncidents {
  constructor(
    private readonly incidents: LabIncidentRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** With their history, the newest first. */
  all(): Promise<readonly LabIncident[]> {
    return this.incidents.all();
  }

  /** How many published certificates an incident with this window would cover. @throws InvalidInput */
  async preview(window: IncidentWindow): Promise<number> {
    const wrong = windowErrors(window, utcDay(this.clock.now()));
    if (wrong.length > 0) throw new InvalidInput(wrong);
    return this.incidents.countCovered(window);
  }

  /**
   * @param confirmed the number of published certificates that the person saw
   * @throws InvalidInput, IncidentCountChanged, IncidentAlreadyOpen
   */
  async open(draft: IncidentDraft, confirmed: number, actor: Actor): Promise<LabIncident> {
    const now = this.clock.now();
    const incident = openIncident(draft, this.ids.uuid(), now, actor);
    const covered = await this.incidents.countCovered(incident);
    if (covered !== confirmed) throw new IncidentCountChanged(covered);
    await this.incidents.add(incident, incidentEntry('lab-incident.opened', incident, null, actor, now));
    return incident;
  }

  /** It is over. @param reason public @throws IncidentNotFound, IncidentEnded, InvalidInput */
  clear(id: string, seen: number, reason: string, actor: Actor): Promise<LabIncident> {
    return this.end(id, seen, 'cleared', reason, actor);
  }

  /** Opening it was a mistake. @param reason public @throws IncidentNotFound, IncidentEnded, InvalidInput */
  retract(id: string, seen: number, reason: string, actor: Actor): Promise<LabIncident> {
    return this.end(id, seen, 'retracted', reason, actor);
  }

  private async end(
    id: string,
    seen: number,
    state: Exclude<IncidentState, 'open'>,
    reason: string,
    actor: Actor,
  ): Promise<LabIncident> {
    const before = await this.incidents.byId(id);
    if (!before) throw new IncidentNotFound();
    const now = this.clock.now();
    const after = endIncident(before, state, reason, now, actor);
    if (before.version !== seen) throw new IncidentEnded();
    await this.incidents.end(after, incidentEntry(`lab-incident.${state}`, after, before, actor, now));
    return after;
  }
}
