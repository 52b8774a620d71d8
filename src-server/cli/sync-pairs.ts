import { inProcessCaller } from '#http/in-process-caller.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { isPairedByHand } from '#contract/sync/paired-by-hand.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { findConnection } from '#operations/connections/connections.ts'
import { pairsByHand, presentPair, removePair } from '#operations/connections/pairs.ts'
import type { Service } from '#operations/service/service.ts'
import { pairByHand } from '#sync/pair-objects-by-hand.ts'
import { readKind } from '#sync/sides/read-side.ts'
import { nameOf, SnapshotBuilder } from '#sync/snapshot.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { say, UsageError } from './command.ts'

interface Values {
  remote?: string | undefined
  json?: boolean | undefined
}

/** Says that an object of the workspace and one of a remote are the same. @returns the status to end with */
export async function pair(
  service: Service,
  { remote = '' }: Values,
  [kindName = '', ours = '', theirs = '']: readonly string[],
): Promise<number> {
  const { id: connectionId, name } = await findConnection(service.reader, remote)
  const kind = kindOf('pair', kindName)
  const workspace = inProcessCaller(service)
  const made = await pairByHand(service, {
    ...{ connectionId, workspace, pair: { kind, ours: await keyOf(service, kind, ours), theirs } },
    write: (work) => service.write(systemContext(), work),
  })
  say(plainLine(`${SYNCED_KINDS[kind].singular} ${made.name} is ${theirs} of ${name} from now on.`))
  return 0
}

/** Lists the pairs that people have made. @returns the status to end with */
export async function pairs(service: Service, { remote = '', json }: Values): Promise<number> {
  const { id, name } = await findConnection(service.reader, remote)
  const all = (await pairsByHand(service.reader, id)).map((one) => presentPair(one, service.comparisons))
  if (json) say(JSON.stringify(all))
  else if (all.length === 0) say(`Nothing is paired by hand with ${name}.`)
  else
    for (const { kind, ours, theirs } of all)
      say(
        plainLine(
          `${SYNCED_KINDS[kind].singular} ${ours.name} (${ours.key}) is ${theirs.name === null ? theirs.key : `${theirs.name} (${theirs.key})`}`,
        ),
      )
  return 0
}

/** Takes back that two objects are the same. @returns the status to end with */
export async function unpair(
  service: Service,
  { remote = '' }: Values,
  [kindName = '', ours = '']: readonly string[],
): Promise<number> {
  const { id, name } = await findConnection(service.reader, remote)
  const kind = kindOf('unpair', kindName)
  const found = (await pairsByHand(service.reader, id)).filter((one) => one.kind === kind)
  // By what it was called when it was paired: it may be gone by now.
  const named = found.filter((one) => one.name === ours)
  const known = found.find(({ ourKey }) => ourKey === ours || ourKey.endsWith(`/${ours}`)) ?? onlyOf(named)
  if (!known) throw new UserFacingError(`No ${SYNCED_KINDS[kind].singular} ${ours} is paired by hand with ${name}.`)
  await service.write(systemContext(), (tx) => removePair(tx, id, { kind, ours: known.ourKey.split('/').at(-1) ?? '' }))
  say(plainLine(`${SYNCED_KINDS[kind].singular} ${known.name} is not paired by hand with ${name} any more.`))
  return 0
}

const onlyOf = <One>(found: readonly One[]): One | undefined => (found.length === 1 ? found[0] : undefined)

/** @throws UsageError */
function kindOf(step: 'pair' | 'unpair', name: string): SyncKind {
  const kind = SYNC_KINDS.find((one) => one === name)
  if (kind) return kind
  throw new UsageError(`sync ${step} takes a kind: ${SYNC_KINDS.filter(isPairedByHand).join(', ')}.`)
}

/** The key of an object of the workspace that a line names by its name, where only one has it; else the text itself. @throws UserFacingError where several have it */
async function keyOf(service: Service, kind: SyncKind, nameOrKey: string): Promise<string> {
  // What belongs to others has a name among them alone.
  if (SYNCED_KINDS[kind].source.within || !isPairedByHand(kind)) return nameOrKey
  const snapshot = new SnapshotBuilder()
  await readKind(kind, { caller: inProcessCaller(service), snapshot, signal: undefined })
  const all = [...snapshot.of(kind).values()]
  if (all.some(({ key }) => key === nameOrKey)) return nameOrKey
  const named = all.filter((one) => nameOf(one) === nameOrKey)
  if (named.length > 1) {
    const { plural } = SYNCED_KINDS[kind]
    throw new UserFacingError(
      `${named.length} ${plural} are named ${nameOrKey}: give the id of one, ${named.map(({ key }) => key).join(' or ')}.`,
    )
  }
  return named[0]?.key ?? nameOrKey
}
