import { ApiError, notFound } from '#contract/interface/api-error.ts'
import { hasFirstKey, type KeyOwnerKind } from '#contract/credentials/key-owners.ts'
import type { KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, policyResourceTarget } from '#contract/log/targets.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { policyResources } from '#db/tables/policy-resources.ts'

/** What signs: an application, or an identity provider as a service of the organization deals with it. */
export interface KeyOwner {
  readonly kind: SigningOwnerKind
  readonly id: string
  /** Whether it has a key from the start. */
  readonly hasFirstKey: boolean
  /** As the target of events. */
  readonly targets: (details?: LogTarget['changeDetails']) => LogTarget[]
  /** @throws ApiError E0000006 for what belongs to the platform */
  readonly assertOwn: () => void
}

type SigningOwnerKind = Exclude<KeyOwnerKind, 'trust'>
type Act = 'generate' | 'clone' | 'rotate' | 'request' | 'publish' | 'revoke'

/** How one kind of owner differs from the other, wherever keys are dealt with. */
interface OwnerKind {
  /** @throws ApiError E0000007 */
  readonly require: (reader: Reader, id: string) => Promise<KeyOwner>
  /** Whose list shows its keys. */
  readonly listed: KindName
  readonly events: Readonly<Record<Act, EventType>>
}

const provider = POLICY_RESOURCES.identityProvider

/**
 * Both kinds of owners. WHY a provider is updated where an application has events of its own: the names of those say that it is an
 * application, and only names that exist are used (spec/4 §3.3).
 */
export const KEY_OWNERS: Readonly<Record<SigningOwnerKind, OwnerKind>> = {
  app: {
    listed: 'app',
    require: async (reader, id) => {
      const app = await apps.require(reader, id)
      return {
        kind: 'app',
        id,
        hasFirstKey: hasFirstKey(app.signOnMode),
        targets: (details) => [appTarget(app, details)],
        assertOwn: () => {
          if (app.system) throw new ApiError('E0000006')
        },
      }
    },
    events: {
      generate: 'app.keys.generate',
      clone: 'app.keys.clone',
      rotate: 'app.keys.rotate',
      request: 'app.app_instance.csr.generate',
      publish: 'app.app_instance.csr.publish',
      revoke: 'app.app_instance.csr.revoke',
    },
  },
  identityProvider: {
    listed: 'identityProvider',
    require: async (reader, id) => {
      const record = await policyResources.findOne(reader, { where: { kind: provider.kind, id } })
      if (!record) throw notFound(id, provider.name)
      return {
        kind: 'identityProvider',
        id,
        hasFirstKey: record.type === 'SAML2',
        targets: (details) => [policyResourceTarget(provider.name, record, details)],
        assertOwn: () => {},
      }
    },
    events: {
      generate: provider.events.update,
      clone: provider.events.update,
      rotate: provider.events.update,
      request: provider.events.update,
      publish: provider.events.update,
      revoke: provider.events.update,
    },
  },
}
export type { SigningOwnerKind }
