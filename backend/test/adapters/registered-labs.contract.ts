import { randomUUID } from 'node:crypto';
import type { RegisteredLabs } from '../../src/domain/coa-registry/checks/ports.js';
import { type Lab, newLab, setSuspended, setTrusted } from '../../src/domain/partners/lab.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { NOW } from '../support/builders.js';

/** A registry without partner labs. */
export interface OpenRegisteredLabs {
  readonly labs: RegisteredLabs;
  readonly add: (lab: Lab) => Promise<void>;
  readonly change: (lab: Lab) => Promise<void>;
}

export const aLabNamed = (name: string): Lab => {
  const reportHosts = ['reports.lab.example'];
  const details = { name, website: 'https://lab.example', contactEmail: 'data@lab.example', reportHosts };
  return newLab(details, randomUUID(), NOW);
};

export const asRegistered = ({ id, name, website, reportHosts, trusted, suspended }: Lab) => ({
  id,
  name,
  website,
  reportHosts,
  trusted,
  suspended,
});

/** A certificate that a person entered, with this lab's name. */
export const named = (name: string) => ({ labId: null, labKey: nameKey(name) });

/** What every place to look up a certificate's partner lab must do. */
export function describeRegisteredLabs(place: string, open: () => Promise<OpenRegisteredLabs>): void {
  describe(`${place} finds the partner lab of a certificate`, () => {
    let opened: OpenRegisteredLabs;
    let lab: Lab;
    let other: Lab;
    beforeEach(async () => {
      opened = await open();
      [lab, other] = [aLabNamed('Example Analytical'), aLabNamed('Third Bench')];
      await opened.add(lab);
      await opened.add(other);
    });

    it('that sent it, whatever name the certificate has', async () => {
      const of = { labId: lab.id, labKey: nameKey(other.name) };
      expect(await opened.labs.registered(of)).toEqual(asRegistered(lab));
    });

    it('but none by name if another one sent it', async () => {
      expect(await opened.labs.registered({ labId: randomUUID(), labKey: lab.nameKey })).toBeNull();
    });

    it('by its name in any case and spacing, if a person sent it', async () => {
      for (const name of ['Example Analytical', 'EXAMPLE   analytical']) {
        expect(await opened.labs.registered(named(name))).toEqual(asRegistered(lab));
      }
      for (const name of ['Example', 'Example Analytical Inc', '']) {
        expect([name, await opened.labs.registered(named(name))]).toEqual([name, null]);
      }
    });

    it('as it is now: under its new name, trusted, suspended', async () => {
      const renamed = setTrusted({ ...lab, name: 'Bench One', nameKey: nameKey('Bench One') }, true);
      await opened.change(renamed);
      expect(await opened.labs.registered(named('Bench One'))).toEqual(asRegistered(renamed));
      expect(await opened.labs.registered(named('Example Analytical'))).toBeNull();
      const suspended = setSuspended(renamed, true);
      await opened.change(suspended);
      expect(await opened.labs.registered({ labId: lab.id, labKey: '' })).toMatchObject({
        trusted: true,
        suspended: true,
      });
    });
  });
}
