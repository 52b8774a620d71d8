import type { AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { authenticatorTraits, authenticatorWriteSchema } from '#contract/policy/resources/authenticator.ts'
import type { SetupTx } from '#audit-log/transaction.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { columnsOf } from '#contract/policy/resources/definitions.ts'

/**
 * The authenticators of a new organization on Identity Engine, all active, by the names that they have on the wire
 * (spec/5 §14). The password cannot be deactivated.
 */
const DEFAULT_AUTHENTICATORS: Readonly<Partial<Record<AuthenticatorKey, string>>> = {
  svc_password: 'Password',
  svc_email: 'Email',
  svc_verify: 'Svc Verify',
  phone_number: 'Phone',
  security_question: 'Security Question',
  webauthn: 'Security Key or Biometric',
}

/** Inserts the authenticators of a new organization. They leave no events: no person made them. */
export async function insertDefaultAuthenticators(tx: SetupTx): Promise<void> {
  if (tx.engine === 'classic') return
  for (const [key, name] of Object.entries(DEFAULT_AUTHENTICATORS)) {
    const body = authenticatorWriteSchema.parse({ key, name })
    await policyResources.insert(tx, {
      id: tx.newId('authenticator'),
      kind: 'authenticator',
      ...columnsOf({ immutableField: 'key' }, body),
      status: 'ACTIVE',
      system: authenticatorTraits(body.key).system === true,
      created: tx.now,
      lastUpdated: tx.now,
    })
  }
}
