import type { LogConcern } from '#contract/log/log-concern.ts'
import { settingTarget } from '#contract/log/targets.ts'
import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service/service.ts'
import { readSetting, writeSetting } from '../../service/settings.ts'
import { acceptedClock, clockConcern } from './clock.ts'
import { doubtAbout } from './continuity.ts'
import { knownNumber, noteSeal, presentDoubt } from './log-trust.ts'
import { sealHead } from './seal.ts'
import { logSigner } from './signing-key.ts'

const ACTION = 'gatehouse.log.concern.accept'

/** What waits for a person now. While there is anything, no old events are removed. */
export async function listConcerns({ sealing, reader }: Pick<Service, 'sealing' | 'reader'>): Promise<LogConcern[]> {
  return [sealing.concern, await clockConcern(reader)].filter((concern) => concern !== null)
}

/**
 * The same of a file that is read without a service, and may be in use by one.
 * @param record what is known of the newest seal, read before the file was opened
 * @param now ISO 8601
 */
export async function listConcernsOfFile(
  reader: Reader,
  record: Parameters<typeof doubtAbout>[1],
  now: string,
): Promise<LogConcern[]> {
  const noted = await readSetting(reader, 'logConcern')
  const doubt = await doubtAbout(reader, record)
  const isNoted = doubt === null || doubt.kind === noted?.kind
  const concern = isNoted ? noted : { kind: doubt.kind, message: doubt.message, found: now }
  return [concern, await clockConcern(reader)].filter((one) => one !== null)
}

/**
 * A person answers for what was found: it becomes an event, and the log is sealed from there on.
 * @param reason in their words
 * @returns what is left
 */
export async function acceptConcerns(service: Service, context: RequestContext, reason: string): Promise<LogConcern[]> {
  const { sealing, write } = service
  const { concern } = sealing
  await write(context, async (tx) => {
    tx.authorize(ACTION, [], 'well-formed')
    if (concern) await acceptDoubt(service, tx, concern, reason)
    const leap = await clockConcern(tx)
    if (leap) await acceptClock(tx, leap, reason)
  })
  if (concern) {
    Object.assign(sealing, { isLogLost: false, concern: null })
    await sealAccepted(service)
  }
  return listConcerns(service)
}

async function acceptClock(tx: Tx, { kind, message }: LogConcern, reason: string): Promise<void> {
  const note = await acceptedClock(tx)
  if (note) await writeSetting(tx, 'clock', note)
  tx.record({ type: ACTION, targets: [], outcome: accepted(reason), debugData: { concern: kind, message } })
}

const accepted = (reason: string) => ({ result: 'SUCCESS' as const, reason })

async function acceptDoubt(service: Service, tx: Tx, { kind, message }: LogConcern, reason: string): Promise<void> {
  // INVARIANT: with settings before and after, so that from here on they are told of by an event.
  const settings = (await presentDoubt(service, tx))?.settings ?? []
  const targets = settings.map(({ id, name, from, to }) => settingTarget({ id, name }, { from, to }))
  await writeSetting(tx, 'logConcern', null)
  tx.record({ type: ACTION, targets, outcome: accepted(reason), debugData: { concern: kind, message } })
}

/** WHY at once, and whatever the record says: until it says what is here, the next look would find the same again. */
async function sealAccepted(service: Service): Promise<void> {
  const above = await knownNumber(service)
  service.sealing.record = Promise.resolve(null)
  const signer = await logSigner(service)
  const seal = await service.write(systemContext(), (tx) => sealHead(tx, signer, tx.now, above))
  if (seal) await noteSeal(service, signer, seal)
}
