import { beforeAll, expect, it } from 'vitest'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '#sync/apply/apply-here.ts'
import { planHere } from '#sync/plan-here.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { tryHere } from '#sync/try-here.ts'
import { nameOf, type Snapshot } from '#sync/snapshot.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { openSide } from '../../helpers/sync/open-side.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

/** What the interface gives an id of its own choice. */
const KEEP_IDS: ReadonlySet<SyncKind> = new Set(['policy', 'rule', 'group', 'user', 'app', 'zone', 'groupRule'])

let rich: Snapshot
beforeAll(async () => {
  rich = await readSide(httpCaller(await richOrganization()))
})

const planFor = (here: Service, source: Snapshot) => planHere({ caller: inProcessCaller(here), source })
const bodiesOf = ({ objects }: Snapshot) => [...objects.values()].flatMap((all) => [...all.values()])

it('a plan brings every form of every kind into the workspace in one transaction, with the ids that the source has', async () => {
  const here = await openSide()
  const plan = await planFor(here, rich)
  expect(plan).toMatchObject({ refused: [], conflicts: [] })
  expect(plan.steps.length).toBeGreaterThan(200)
  const transactions = new Set<object>()
  here.onCommit((changes) => transactions.add(changes))
  await here.write(systemContext(), (tx) => applyHere(here, tx, { plan, writer: inProcessWriter(here) }))
  expect(transactions.size).toBe(1)
  expect(await planFor(here, rich)).toMatchObject({ steps: [], refused: [], conflicts: [] })
  const after = await readSide(inProcessCaller(here))
  const made = plan.steps.filter((step) => step.act === 'create' && !step.isGiven && KEEP_IDS.has(step.kind))
  expect(made.length).toBeGreaterThan(60)
  const ids = new Set(bodiesOf(after).map(({ id }) => id))
  const lost = made.filter((step) => step.act === 'create' && !ids.has(step.source?.id ?? ''))
  expect(lost.map(({ kind, name }) => `${kind} ${name}`)).toEqual([])
})

it('a plan that the workspace refuses in one step leaves nothing of the steps before it', async () => {
  const here = await openSide()
  const before = await readSide(inProcessCaller(here))
  const plan = await planFor(here, rich)
  const at = plan.steps.findLastIndex(({ act, kind }) => act === 'create' && kind === 'rule')
  const spoilt = plan.steps.map((step, index) =>
    index === at && step.act === 'create'
      ? { ...step, source: step.source && { ...step.source, body: { ...step.source.body, name: 'x'.repeat(9_999) } } }
      : step,
  )
  const name = plan.steps[at]?.name ?? ''
  const applying = here.write(systemContext(), (tx) =>
    applyHere(here, tx, { plan: { ...plan, steps: spoilt }, writer: inProcessWriter(here) }),
  )
  await expect(applying).rejects.toThrow(`The rule “${name}” cannot be written: name: `)
  expect(bodiesOf(await readSide(inProcessCaller(here)))).toEqual(bodiesOf(before))
})

it('an application of the platform is named as what cannot be changed', async () => {
  const here = await openSide({ sample: true })
  const before = await readSide(inProcessCaller(here))
  const policy = [...(before.objects.get('policy')?.values() ?? [])].find((one) => nameOf(one) === 'Any two factors')
  const apps = new Map(
    [...(before.objects.get('app') ?? [])].map(([key, app]) =>
      nameOf(app) === 'Svc Admin Console'
        ? [key, { ...app, body: { ...app.body, accessPolicy: policy?.id } }]
        : [key, app],
    ),
  )
  const plan = await planFor(here, { ...before, objects: new Map([...before.objects, ['app', apps]]) } as Snapshot)
  expect(plan).toMatchObject({ steps: [], refused: [{ kind: 'app', name: 'Svc Admin Console' }] })
})

it('an object that names what an earlier step has changed is not taken for one that others have changed', async () => {
  const here = await openSide({ sample: true })
  const before = await readSide(inProcessCaller(here))
  const changed = (kind: SyncKind, name: string, change: (body: Body) => Body) =>
    new Map(
      [...(before.objects.get(kind) ?? [])].map(([key, object]) =>
        nameOf(object) === name ? [key, { ...object, body: change(object.body) }] : [key, object],
      ),
    )
  const groups = changed('group', 'Contractors', (body) => ({
    ...body,
    profile: { name: 'Contractors', description: 'Other' },
  }))
  const policies = changed('policy', 'Contractors', (body) => ({ ...body, description: 'Other' }))
  const source = {
    ...before,
    objects: new Map([...before.objects, ['group', groups], ['policy', policies]]),
  } as Snapshot
  const plan = await planFor(here, source)
  expect(plan.steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`)).toEqual([
    ...['change group Contractors', 'change policy Contractors'],
  ])
  await here.write(systemContext(), (tx) => applyHere(here, tx, { plan, writer: inProcessWriter(here) }))
  expect((await planFor(here, source)).steps).toEqual([])
})

it('trying a plan says whom each step affects, and leaves nothing', async () => {
  const here = await openSide({ sample: true })
  const before = await readSide(inProcessCaller(here))
  const contractors = [...(before.objects.get('policy')?.values() ?? [])].find(
    ({ body }) => body['name'] === 'Contractors',
  )
  const without = new Map([...(before.objects.get('policy') ?? [])].filter(([key]) => key !== contractors?.key))
  const rules = new Map([...(before.objects.get('rule') ?? [])].filter(([, { parent }]) => parent !== contractors?.key))
  const source = { ...before, objects: new Map([...before.objects, ['policy', without], ['rule', rules]]) } as Snapshot
  const plan = await planFor(here, source)
  expect(plan.steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`)).toEqual(['remove policy Contractors'])
  const { effects, problem } = await tryHere(here, { plan, writer: inProcessWriter(here), context: systemContext() })
  // Which rules can apply no more is proved for the whole alone.
  const { rules: told, ...counted } = effects.whole.effect ?? expect.unreachable('no effect was told')
  expect(counted.affected).toBeGreaterThan(0)
  expect(told).toEqual([])
  expect([effects.steps, problem]).toEqual([[{ ...effects.whole, effect: counted }], null])
  expect(bodiesOf(await readSide(inProcessCaller(here)))).toEqual(bodiesOf(before))
})
