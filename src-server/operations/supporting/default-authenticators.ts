import { AUTHENTICATOR_NAMES, type AuthenticatorKey } from '../../contract/authenticator-table.ts'
import type { Engine } from '../../contract/workspace.ts'
import { authenticatorTraits, authenticatorWriteSchema } from '../../contract/supporting/authenticator.ts'
import { newId } from '../../db/ids.ts'
import type { Statements } from '../../db/statements.ts'
import type { Service, Unit } from '../service.ts'
import { columnsOf } from './objects.ts'

/** What a new organization on Identity Engine has, all of it active; the first two for good. */
export const DEFAULT_AUTHENTICATORS: readonly AuthenticatorKey[] = [
  'svc_password',
  'svc_email',
  'svc_verify',
  'phone_number',
  'security_question',
  'webauthn',
]

/**
 * Whether an organization was made before there were authenticators. One that has any has had them all: what is missing
 * was deleted by somebody, and stays so.
 */
export async function lacksAuthenticators(read: Statements, engine: Engine): Promise<boolean> {
  if (engine === 'classic') return false
  return !(await read.first(`SELECT 1 FROM supporting_objects WHERE kind = 'authenticator'`))
}

/** Inserts the authenticators of a new organization, unless it has any. They leave no events: nobody made them. */
export async function insertDefaultAuthenticators(unit: Unit, service: Service): Promise<void> {
  if (!(await lacksAuthenticators(unit.statements, service.engine()))) return
  for (const key of DEFAULT_AUTHENTICATORS)
    await service.store.models.SupportingObject.create(
      {
        id: newId('authenticator'),
        kind: 'authenticator',
        ...columnsOf({ fixed: 'key' }, authenticatorWriteSchema.parse({ key, name: AUTHENTICATOR_NAMES[key] })),
        status: 'ACTIVE',
        system: authenticatorTraits(key).system === true,
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
}
