import type { LogConcern } from '#contract/log/log-concern.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service/service.ts'
import { readSetting, writeSetting } from '../../service/settings.ts'
import { concernEvent } from './concern-event.ts'
import { doubtAbout, type Doubt } from './continuity.ts'
import { existingSigner } from './existing-signer.ts'
import type { LogSigner } from '../../memory/log-signer.ts'
import { newestSeal, type Seal } from './seals.sql.ts'
import { readSealRecord, recordOf, writeSealRecord } from './seal-record.ts'
import type { SealRecord } from '../../memory/seal-record.ts'

function knownRecord({ sealing }: Pick<Service, 'sealing'>): Promise<SealRecord | 'UNREADABLE' | null> {
  return (sealing.record ??= readSealRecord(sealing.recordFile))
}

/** The number that the newest seal known outside the file has. */
export async function knownNumber(service: Pick<Service, 'sealing'>): Promise<number> {
  const record = await knownRecord(service)
  return record === null || record === 'UNREADABLE' ? 0 : record.number
}

/** Notes a seal outside the file, after its commit. */
export async function noteSeal({ sealing, onTrouble }: Service, signer: LogSigner, seal: Seal): Promise<void> {
  const record = recordOf(signer, seal)
  sealing.record = Promise.resolve(record)
  await writeSealRecord(sealing.recordFile, record).catch((error: unknown) =>
    onTrouble(error, 'the newest seal could not be noted outside the workspace file; the next one is'),
  )
}

const LOST =
  'The last run did not end well, and its write-ahead log, which held the newest changes, is missing: they are lost.'

/** Whether the log goes on from what was sealed, as far as this run knows. */
export async function presentDoubt(service: Pick<Service, 'sealing'>, reader: Reader): Promise<Doubt | null> {
  const doubt = await doubtAbout(reader, await knownRecord(service))
  if (!service.sealing.isLogLost) return doubt
  return doubt ? { ...doubt, message: `${doubt.message} ${LOST}` } : { kind: 'LOST', message: LOST }
}

/**
 * Looks whether the log goes on from what was sealed. What it finds is an event, once, and stays a concern until it is accepted or no
 * longer so. A log that is not known on this machine is taken over, which is an event too.
 */
export async function inspectLog(service: Service): Promise<LogConcern | null> {
  const { sealing, reader } = service
  const stored = await readSetting(reader, 'logConcern')
  // Nothing but this note tells later runs of it.
  if (stored?.message.endsWith(LOST)) sealing.isLogLost = true
  const doubt = await presentDoubt(service, reader)
  if (doubt) sealing.concern = isSame(stored, doubt) ? stored : await noteConcern(service)
  else {
    sealing.concern = null
    if (stored) await service.write(systemContext(), (tx) => writeSetting(tx, 'logConcern', null))
    if (await isUnknown(service)) await takeOver(service)
  }
  return sealing.concern
}

const isSame = (stored: LogConcern | null | undefined, { kind, message }: Doubt): stored is LogConcern =>
  stored?.kind === kind && stored.message === message

/**
 * Looks once more, among the writes, and notes what it finds. WHY: the first look reads one thing after another, and a change
 * between two of them, with the event that goes with it, would be an alarm.
 */
function noteConcern(service: Service): Promise<LogConcern | null> {
  return service.write(systemContext(), async (tx) => {
    const doubt = await presentDoubt(service, tx)
    if (!doubt) return null
    const stored = await readSetting(tx, 'logConcern')
    if (isSame(stored, doubt)) return stored
    const concern = { kind: doubt.kind, message: doubt.message, found: service.now() }
    await writeSetting(tx, 'logConcern', concern)
    tx.record(concernEvent(concern))
    return concern
  })
}

/** Whether a log that was sealed before is seen on this machine, or in this place, for the first time. */
async function isUnknown(service: Service): Promise<boolean> {
  if ((await knownRecord(service)) !== null || service.store.created || service.sealing.isTakenOver) return false
  return (await newestSeal(service.reader)) !== null
}

async function takeOver(service: Service): Promise<void> {
  const seal = await newestSeal(service.reader)
  const signer = seal && (await signerOfFirst(service, seal))
  if (seal && signer) await noteSeal(service, signer, seal)
  else await adopt(service, seal)
}

/**
 * Who made the very first seal, where it was made here: a run that ended between that seal and its note left the file as it is, with the
 * key of this place. WHY the first alone: before any later one there was a note, and that it is missing has to be said.
 */
async function signerOfFirst({ store, reader, secretBox }: Service, seal: Seal): Promise<LogSigner | null> {
  if (seal.number !== 1 || !store.isLeftByCrash) return null
  const signer = await existingSigner(reader, secretBox)
  return signer?.fingerprint === seal.fingerprint ? signer : null
}

async function adopt(service: Service, seal: Seal | null): Promise<void> {
  await service.write(systemContext(), async (tx) =>
    tx.record({
      type: 'gatehouse.log.adopt',
      targets: [],
      debugData: { seal: seal?.number, sequence: seal?.sequence, sealed: seal?.sealed },
    }),
  )
  service.sealing.isTakenOver = true
}
