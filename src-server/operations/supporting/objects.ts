import type { AuthenticatorKey } from '../../contract/authenticator-table.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { authenticatorKind } from '../../contract/supporting/authenticator.ts'
import type { Service, Unit } from '../service.ts'
import type { SupportingDefinition } from './definitions.ts'

/** A row of one of the supporting collections, as it is read. */
export interface SupportingRow {
  id: string
  type: string
  /** Of authenticators only. */
  key: string | null
  name: string
  status: ActiveStatus
  system: number
  /** JSON of all that has no column. */
  definition: string
  created: string
  last_updated: string
}

/** A request's body, as the route's schema let it through; what else it holds is the definition. */
export interface SupportingBody {
  name: string
  status?: ActiveStatus | undefined
}

/** What a collection refuses beyond what all do. */
export interface SupportingChecks {
  create?: (unit: Unit, key: string | null) => Promise<void>
  deactivate?: (service: Service, row: SupportingRow) => Promise<void>
  remove?: (row: SupportingRow) => void
}

/** What a body says, sorted into columns. */
export function columnsOf({ fixed }: Pick<SupportingDefinition, 'fixed'>, body: SupportingBody) {
  const { name, status: _status, [fixed]: what, ...definition } = body as SupportingBody & Record<string, unknown>
  const key = fixed === 'key' ? (what as AuthenticatorKey) : null
  return { name, key, type: key ? authenticatorKind(key) : (what as string), definition }
}

/** An object as the wire shows it, without id, moments and links. */
export function viewOf({ fixed, lifecycle }: SupportingDefinition, row: SupportingRow): Record<string, unknown> {
  return {
    ...(fixed === 'key' ? { key: row.key, type: row.type } : { [fixed]: row.type }),
    name: row.name,
    ...(lifecycle ? { status: row.status } : {}),
    ...(JSON.parse(row.definition) as Record<string, unknown>),
  }
}
