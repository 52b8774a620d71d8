import { invalid } from '#contract/interface/api-error.ts'
import { rotationState, type RotationStep, type SecretRotation } from '#contract/apps/secret-rotation.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import type { Service } from '../service/service.ts'
import { createClientSecret, deleteClientSecret, secretsOf, setClientSecretStatus } from './client-secrets.ts'
import { credentialUsesOf } from './credential-uses.ts'

type RotationService = Pick<Service, 'credentialUses' | 'secretBox' | 'now'>

/** Where the rotation of a client's secret is. @throws ApiError E0000007 */
export async function readRotation(
  reader: Reader,
  { credentialUses, now }: Pick<RotationService, 'credentialUses' | 'now'>,
  appId: string,
): Promise<SecretRotation> {
  const { id } = await apps.require(reader, appId)
  const uses = await credentialUsesOf(reader, credentialUses, id)
  const useOf = new Map(uses.map(({ credentialId, lastUsed }) => [credentialId, lastUsed.time]))
  const secrets = (await secretsOf(reader, id)).map((secret) => ({
    ...secret,
    lastUsed: useOf.get(secret.id) ?? null,
  }))
  return rotationState(secrets, now())
}

/**
 * Takes one step of a rotation.
 * @param confirm that the clients which the step could cut off are known
 * @throws ApiError E0000001 for a step that is not possible now, or that has to be confirmed
 */
export async function rotateSecret(
  tx: Tx,
  service: RotationService,
  appId: string,
  { step, confirm }: { step: RotationStep; confirm: boolean },
): Promise<void> {
  const { steps } = await readRotation(tx, service, appId)
  const found = steps.find((one) => one.step === step)
  if (!found?.allowed) throw invalid('step', found?.reason ?? step)
  if (found.needsConfirmation && !confirm) throw invalid('confirm', found.reason)
  const { secretId } = found
  if (secretId === null) return void (await createClientSecret(tx, service.secretBox, appId))
  if (step === 'remove') return deleteClientSecret(tx, appId, secretId)
  return setClientSecretStatus(tx, appId, secretId, step === 'restore' ? 'ACTIVE' : 'INACTIVE')
}
