import { AUTHENTICATOR_NAMES, type AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { authenticatorTraits, authenticatorWriteSchema } from '#contract/policy/resources/authenticator.ts'
import { newId } from '#db/ids.ts'
import type { SetupTx } from '#audit-log/transaction.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { columnsOf } from '#contract/policy/resources/definitions.ts'

/** The authenticators of a new organization on Identity Engine, all active; the first two cannot be deactivated. */
const DEFAULT_AUTHENTICATORS: readonly AuthenticatorKey[] = [
  'svc_password',
  'svc_email',
  'svc_verify',
  'phone_number',
  'security_question',
  'webauthn',
]

/** Inserts the authenticators of a new organization. They leave no events: nobody made them. */
export async function insertDefaultAuthenticators(tx: SetupTx): Promise<void> {
  if (tx.engine === 'classic') return
  for (const key of DEFAULT_AUTHENTICATORS) {
    const body = authenticatorWriteSchema.parse({ key, name: AUTHENTICATOR_NAMES[key] })
    await policyResources.insert(tx, {
      id: newId('authenticator'),
      kind: 'authenticator',
      ...columnsOf({ immutableField: 'key' }, body),
      status: 'ACTIVE',
      system: authenticatorTraits(key).system === true,
      created: tx.now,
      lastUpdated: tx.now,
    })
  }
}
