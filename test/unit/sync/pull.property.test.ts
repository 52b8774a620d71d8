import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import type { Base } from '#sync/pull/base.ts'
import { runs } from '../../helpers/runs.ts'
import { openSide } from '../../helpers/sync/open-side.ts'
import { pullSide } from '../../helpers/sync/pull-side.ts'

/** Descriptions of groups by name: all that a side differs in here. */
type Groups = Map<string, string>

/** A real workspace, and what it has as a naive model. */
class Side {
  readonly service: Service
  readonly groups: Groups = new Map()

  constructor(service: Service) {
    this.service = service
  }

  async set(name: string, description: string): Promise<void> {
    const groupId = this.groups.has(name) ? await this.#idOf(name) : null
    const body = { profile: { name, description } }
    if (groupId === null) await this.#write('createGroup', { body })
    else await this.#write('replaceGroup', { params: { groupId }, body })
    this.groups.set(name, description)
  }

  async drop(name: string): Promise<void> {
    if (this.groups.delete(name)) await this.#write('deleteGroup', { params: { groupId: await this.#idOf(name) } })
  }

  async read(): Promise<Groups> {
    const { items } = await inProcessCaller(this.service).page('listGroups')
    const own = items.filter(({ type }) => type === 'SVC_GROUP')
    return new Map(own.map(({ profile }) => [profile.name, String(profile['description'])]))
  }

  async #idOf(name: string): Promise<string> {
    const { items } = await inProcessCaller(this.service).page('listGroups')
    return items.find(({ profile }) => profile.name === name)?.id ?? expect.unreachable(`no ${name}`)
  }

  #write(operation: 'createGroup' | 'replaceGroup' | 'deleteGroup', parts: object): Promise<unknown> {
    const writer = inProcessWriter(this.service)
    return this.service.write(systemContext(), (tx) => {
      tx.authorize('group.lifecycle.create', [], 'never')
      return writer.write(tx, operation, parts)
    })
  }
}

/** Three-way by the book. Changes `ours` and `base`. */
function naivePull(ours: Groups, theirs: Groups, base: Groups, prefer: 'remote' | 'workspace' | null): void {
  const take = (name: string, value: string | undefined) =>
    value === undefined ? ours.delete(name) : ours.set(name, value)
  const agree = (name: string, value: string | undefined) =>
    value === undefined ? base.delete(name) : base.set(name, value)
  for (const name of new Set([...ours.keys(), ...theirs.keys(), ...base.keys()])) {
    const [own, other, was] = [ours.get(name), theirs.get(name), base.get(name)]
    const isTaken = own === other || own === was || (other !== was && prefer === 'remote')
    const isLeft = other === was || (other !== was && prefer === 'workspace')
    if (isTaken) take(name, other)
    if (isTaken || isLeft) agree(name, other)
  }
}

const step = fc.record({
  here: fc.boolean(),
  name: fc.constantFrom('A', 'B', 'C', 'D'),
  value: fc.option(fc.constantFrom('one', 'two', 'three')),
})
const round = fc.record({
  steps: fc.array(step, { maxLength: 5 }),
  prefer: fc.constantFrom('remote' as const, 'workspace' as const, null),
})

it('a pull is a three-way merge by the book', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      const [here, remote] = [new Side(await openSide()), new Side(await openSide())]
      const agreed: Groups = new Map()
      // A name that is gone comes back as another object, which no model by names knows.
      const gone = new Set<string>()
      let base: Base | null = null
      for (const { steps, prefer } of rounds) {
        for (const { here: isHere, name, value } of steps) {
          const side = isHere ? here : remote
          if (value === null && side.groups.has(name)) gone.add(name)
          if (value === null) await side.drop(name)
          else if (!gone.has(name)) await side.set(name, value)
        }
        const winner = prefer ?? (base === null ? 'remote' : null)
        base = await pullSide(here.service, remote.service, base, prefer === null ? {} : { prefer })
        naivePull(here.groups, remote.groups, agreed, winner)
        expect(await here.read()).toEqual(here.groups)
        const own = [...(base.objects.get('group')?.values() ?? [])].filter(({ body }) => body['type'] === 'SVC_GROUP')
        const known = own.map(({ body }) => body['profile'] as { name: string; description: string })
        expect(new Map(known.map(({ name, description }) => [name, description]))).toEqual(agreed)
      }
    }),
    { numRuns: runs(0.02) },
  )
})
