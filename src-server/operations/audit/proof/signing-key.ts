import { generateKeyPairSync } from 'node:crypto'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service/service.ts'
import { readSetting, writeSetting } from '../../service/settings.ts'
import { existingSigner, signerOf, SIGNING_KEY_PURPOSE } from './existing-signer.ts'
import type { LogSigner } from '../../memory/log-signer.ts'
import { knownNumber, noteSeal, presentDoubt } from './log-trust.ts'
import { sealHead } from './seal.ts'

/**
 * The workspace's own Ed25519 key (RFC 8032), made when it is needed first. If the key that seals it is lost, another takes its
 * place; what the lost one signed stays checkable, for its public half is kept.
 */
export function logSigner(service: Service): Promise<LogSigner> {
  const { sealing } = service
  if (sealing.signer) return sealing.signer
  const signer = loadOrMake(service)
  sealing.signer = signer
  // A folder that cannot be written to now may be later.
  signer.catch(() => (sealing.signer = null))
  return signer
}

async function loadOrMake(service: Service): Promise<LogSigner> {
  const { reader, secretBox, write } = service
  const existing = await existingSigner(reader, secretBox)
  if (existing) return existing
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = signerOf(privateKey)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const stored = { publicKey: signer.publicKey, sealedPrivateKey: await secretBox.seal(pem, SIGNING_KEY_PURPOSE) }
  const above = await knownNumber(service)
  const seal = await write(systemContext(), async (tx) => {
    const isDoubted = (await presentDoubt(service, tx)) !== null
    const earlier = (await readSetting(tx, 'logSigningKeys')) ?? []
    await writeSetting(tx, 'logSigningKeys', [stored, ...earlier])
    // INVARIANT: a log with a key bears a seal, so that one whose seals were all taken away can be told.
    return isDoubted ? null : sealHead(tx, signer, tx.now, above)
  })
  if (seal) await noteSeal(service, signer, seal)
  return signer
}
