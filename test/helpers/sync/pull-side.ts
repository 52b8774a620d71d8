import { expect } from 'vitest'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { atOnce } from '#sync/compare/at-once.ts'
import type { Base } from '#sync/pull/base.ts'
import { Pull } from '#sync/pull/pull.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { SnapshotBuilder } from '#sync/snapshot.ts'

/** Pulls from one workspace into another, without a connection. @returns what both have agreed on from then on */
export async function pullSide(
  service: Service,
  remote: Service,
  base: Base | null,
  request: PullRequest,
): Promise<Base> {
  const theirs = await readSide(inProcessCaller(remote))
  const work = new Pull({
    ...{ service, caller: inProcessCaller(service), writer: inProcessWriter(service), context: systemContext() },
    ...{ connection: { id: 'rcn00000000000000000', name: 'Remote' } as never, signal: undefined, onBrought: () => {} },
    ...{ request, theirs, base, given: base?.pairs ?? new Map() },
  })
  expect((await work.run()).refused).toEqual([])
  const objects = new SnapshotBuilder()
  const pairs = new Map<SyncKind, Map<string, string>>(SYNC_KINDS.map((kind) => [kind, new Map()]))
  const parts = [...atOnce(work.baseChanges()).parts(100)]
  const dropped = new Set(parts.flatMap((part) => part.dropped.map(({ kind, key }) => `${kind} ${key}`)))
  for (const [kind, known] of base?.objects ?? [])
    for (const object of known.values()) {
      if (dropped.has(`${kind} ${object.key}`)) continue
      objects.add(object)
      pairs.get(kind)?.set(object.key, base?.pairs.get(kind)?.get(object.key) ?? '')
    }
  for (const { kind, ourKey, ...written } of parts.flatMap((part) => [...part.added, ...part.replaced])) {
    objects.of(kind as SyncKind).set(written.key, { kind: kind as SyncKind, ...written })
    pairs.get(kind as SyncKind)?.set(written.key, ourKey)
  }
  return { objects: objects.objects, pairs }
}
