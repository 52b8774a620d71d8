import type { ActiveStatus } from '../../interface/fields.ts'
import type { AuthenticatorKey } from '../authenticator-table.ts'
import { authenticatorKind } from './authenticator.ts'
import type { Kind } from '../../interface/api-error.ts'
import type { EventType } from '../../log/event-types.ts'

/** The small collections that conditions and actions name; they share a table. */
export type PolicyResourceKind = 'authenticator' | 'behavior' | 'deviceAssurance' | 'identityProvider'

/** How one collection of policy resources differs from the others; all else is the same for all. */
export interface PolicyResourceDefinition {
  /** Of its rows, and of its ids. */
  readonly kind: PolicyResourceKind
  /** As refusals and audit targets name it (spec/4 §3.6). */
  readonly name: Kind
  /** Below `/api/v1/`. */
  readonly path: string
  /** The path's placeholder for an id. */
  readonly param: string
  /** The field that says what an object is; it cannot change. */
  readonly immutableField: 'type' | 'key' | 'platform'
  /** Whether it can be active or inactive; its `status` is then on the wire. */
  readonly lifecycle: boolean
  /** Whether replacing one changes its status; else only the lifecycle does (spec/5 §13). */
  readonly replaceableStatus: boolean
  /** What the moments of making and of the last change are called. */
  readonly stamps: readonly [created: string, lastUpdated: string]
  readonly engine: 'both' | 'identity'
  readonly events: Readonly<Record<'create' | 'update' | 'activate' | 'deactivate' | 'delete', EventType>>
}

const STAMPS = ['created', 'lastUpdated'] as const

/**
 * The four collections. WHY odd events: only names that exist are used (spec/4 §3.3), so the deletion of an authenticator
 * and the lifecycle of a behavior are updates, and a device assurance is logged as the kind of policy that it is.
 */
export const POLICY_RESOURCES = {
  authenticator: {
    kind: 'authenticator',
    name: 'Authenticator',
    path: 'authenticators',
    param: 'authenticatorId',
    immutableField: 'key',
    lifecycle: true,
    replaceableStatus: false,
    stamps: STAMPS,
    engine: 'identity',
    events: {
      create: 'security.authenticator.lifecycle.create',
      update: 'security.authenticator.lifecycle.update',
      activate: 'security.authenticator.lifecycle.activate',
      deactivate: 'security.authenticator.lifecycle.deactivate',
      delete: 'security.authenticator.lifecycle.update',
    },
  },
  behavior: {
    kind: 'behavior',
    name: 'Behavior',
    path: 'behaviors',
    param: 'behaviorId',
    immutableField: 'type',
    lifecycle: true,
    replaceableStatus: false,
    stamps: STAMPS,
    engine: 'both',
    events: {
      create: 'security.behavior.settings.create',
      update: 'security.behavior.settings.update',
      activate: 'security.behavior.settings.update',
      deactivate: 'security.behavior.settings.update',
      delete: 'security.behavior.settings.delete',
    },
  },
  deviceAssurance: {
    kind: 'deviceAssurance',
    name: 'DeviceAssurance',
    path: 'device-assurances',
    param: 'deviceAssuranceId',
    immutableField: 'platform',
    lifecycle: false,
    replaceableStatus: false,
    stamps: ['createdDate', 'lastUpdate'],
    engine: 'identity',
    events: {
      create: 'policy.lifecycle.create',
      update: 'policy.lifecycle.update',
      activate: 'policy.lifecycle.activate',
      deactivate: 'policy.lifecycle.deactivate',
      delete: 'policy.lifecycle.delete',
    },
  },
  identityProvider: {
    kind: 'identityProvider',
    name: 'IdpTrust',
    path: 'idps',
    param: 'idpId',
    immutableField: 'type',
    lifecycle: true,
    replaceableStatus: true,
    stamps: STAMPS,
    engine: 'both',
    events: {
      create: 'system.idp.lifecycle.create',
      update: 'system.idp.lifecycle.update',
      activate: 'system.idp.lifecycle.activate',
      deactivate: 'system.idp.lifecycle.deactivate',
      delete: 'system.idp.lifecycle.delete',
    },
  },
} as const satisfies Record<PolicyResourceKind, PolicyResourceDefinition>

/** A request's body, as the route's schema let it through; what else it holds is the definition. */
export interface PolicyResourceBody {
  name: string
  status?: ActiveStatus | undefined
}

/** Sorts a body into the columns of its row. */
export function columnsOf(
  { immutableField }: Pick<PolicyResourceDefinition, 'immutableField'>,
  body: PolicyResourceBody,
) {
  const {
    name,
    status: _status,
    [immutableField]: what,
    ...definition
  } = body as PolicyResourceBody & Record<string, unknown>
  const key = immutableField === 'key' ? (what as AuthenticatorKey) : null
  return { name, key, type: key ? authenticatorKind(key) : (what as string), definition }
}
