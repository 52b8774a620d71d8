import type { Kind } from '../../contract/api-error.ts'
import type { EventType } from '../../contract/event-types.ts'
import type { SupportingKind } from '../../db/models/supporting-object.ts'
import { authenticatorChecks } from './authenticator-checks.ts'
import type { SupportingChecks } from './objects.ts'

/** What sets one of the supporting collections apart from the others; all else is the same for all. */
export interface SupportingDefinition {
  /** Of its rows, and of its ids. */
  readonly kind: SupportingKind
  /** As refusals and audit targets name it (spec/4 §3.6). */
  readonly name: Kind
  /** Below `/api/v1/`. */
  readonly path: string
  /** The path's placeholder for an id. */
  readonly param: string
  /** The field that says what an object is; it cannot change. */
  readonly fixed: 'type' | 'key' | 'platform'
  /** Whether it can be active or inactive; its `status` is then on the wire. */
  readonly lifecycle: boolean
  /** What the moments of making and of the last change are called. */
  readonly stamps: readonly [created: string, lastUpdated: string]
  readonly engine: 'both' | 'identity'
  readonly events: Readonly<Record<'create' | 'update' | 'activate' | 'deactivate' | 'delete', EventType>>
  readonly checks: SupportingChecks
}

const STAMPS = ['created', 'lastUpdated'] as const

/**
 * The four collections. WHY odd events: only names that exist are used (spec/4 §3.3), so the deletion of an authenticator
 * and the lifecycle of a behavior are updates, and a device assurance is logged as the kind of policy that it is.
 */
export const SUPPORTING = {
  authenticator: {
    kind: 'authenticator',
    name: 'Authenticator',
    path: 'authenticators',
    param: 'authenticatorId',
    fixed: 'key',
    lifecycle: true,
    stamps: STAMPS,
    engine: 'identity',
    events: {
      create: 'security.authenticator.lifecycle.create',
      update: 'security.authenticator.lifecycle.update',
      activate: 'security.authenticator.lifecycle.activate',
      deactivate: 'security.authenticator.lifecycle.deactivate',
      delete: 'security.authenticator.lifecycle.update',
    },
    checks: authenticatorChecks,
  },
  behavior: {
    kind: 'behavior',
    name: 'Behavior',
    path: 'behaviors',
    param: 'behaviorId',
    fixed: 'type',
    lifecycle: true,
    stamps: STAMPS,
    engine: 'both',
    events: {
      create: 'security.behavior.settings.create',
      update: 'security.behavior.settings.update',
      activate: 'security.behavior.settings.update',
      deactivate: 'security.behavior.settings.update',
      delete: 'security.behavior.settings.delete',
    },
    checks: {},
  },
  deviceAssurance: {
    kind: 'deviceAssurance',
    name: 'DeviceAssurance',
    path: 'device-assurances',
    param: 'deviceAssuranceId',
    fixed: 'platform',
    lifecycle: false,
    stamps: ['createdDate', 'lastUpdate'],
    engine: 'identity',
    events: {
      create: 'policy.lifecycle.create',
      update: 'policy.lifecycle.update',
      activate: 'policy.lifecycle.activate',
      deactivate: 'policy.lifecycle.deactivate',
      delete: 'policy.lifecycle.delete',
    },
    checks: {},
  },
  identityProvider: {
    kind: 'identityProvider',
    name: 'IdpTrust',
    path: 'idps',
    param: 'idpId',
    fixed: 'type',
    lifecycle: true,
    stamps: STAMPS,
    engine: 'both',
    events: {
      create: 'system.idp.lifecycle.create',
      update: 'system.idp.lifecycle.update',
      activate: 'system.idp.lifecycle.activate',
      deactivate: 'system.idp.lifecycle.deactivate',
      delete: 'system.idp.lifecycle.delete',
    },
    checks: {},
  },
} as const satisfies Record<SupportingKind, SupportingDefinition>
