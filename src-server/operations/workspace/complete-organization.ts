import type { Statements } from '../../db/statements.ts'
import { lacksDefaultServer, provideDefaultServer } from '../authorization-servers/default-server.ts'
import type { Act, Service, Unit } from '../service.ts'
import { insertDefaultAuthenticators, lacksAuthenticators } from '../supporting/default-authenticators.ts'

interface Completion {
  lacks: (read: Statements, service: Service) => Promise<boolean>
  provide: (unit: Unit, service: Service) => Promise<void>
}

/** What organizations have had since some version, each with the question whether it is missing. */
const COMPLETIONS: readonly Completion[] = [
  { lacks: (read, service) => lacksAuthenticators(read, service.engine()), provide: insertDefaultAuthenticators },
  { lacks: lacksDefaultServer, provide: provideDefaultServer },
]

/**
 * Gives an organization that is new, or that an older version made, what organizations have had since. Runs at every
 * opening, and writes nothing when nothing is missing.
 */
export async function completeOrganization(service: Service, act: Act): Promise<void> {
  for (const { lacks, provide } of COMPLETIONS)
    if (await lacks(service.store.read, service)) await service.write(act, (unit) => provide(unit, service))
}
