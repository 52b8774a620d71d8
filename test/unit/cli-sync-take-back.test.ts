import { expect, it } from 'vitest'
import type { TestServer } from '../helpers/server.ts'
import { describeGroup, groupOf, setStage } from '../helpers/sync/closed-stage.ts'

const namesOf = async ({ client }: TestServer) =>
  (await client.call('listGroups')).body.map(({ profile }) => profile.name)

/** A workspace that has changed its remote by a plan: a group is new, and one has another description. */
async function appliedStage() {
  const stage = await setStage({ mayWrite: true })
  expect(await stage.sync('pull')).toMatchObject({ status: 0 })
  expect(await stage.sync('take-back')).toMatchObject({
    status: 1,
    err: expect.stringContaining('No plan was applied'),
  })
  await stage.here(async (server) => {
    await describeGroup(server, 'Sales', { description: 'Changed here' })
    await server.make.aGroup('Payroll')
  })
  expect(await stage.sync('apply')).toMatchObject({ status: 0, err: '' })
  return stage
}

it('the latest plan is taken back: first only planned, then applied with the name of the connection', async () => {
  const { remote, sync } = await appliedStage()
  const seen = await sync('take-back')
  expect(seen).toMatchObject({ status: 2, err: '' })
  expect(seen.out.split('\n')).toEqual([
    expect.stringMatching(/^This takes back the plan \w+ of \S+:$/),
    ...['change group Sales: profile.description', 'remove group Payroll', '1 to change, 1 to remove at Production.'],
    expect.stringContaining('`sync take-back --apply` needs the name of the connection as well'),
    '',
  ])
  expect(await namesOf(remote)).toContain('Payroll')
  expect(await sync('take-back', '--yes-i-know', 'Production')).toMatchObject({
    ...{ status: 2, err: '--yes-i-know does nothing without --apply: nothing is changed.\n' },
  })
  expect(await sync('take-back', '--apply')).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('needs --yes-i-know Production') },
  })
  expect(await namesOf(remote)).toContain('Payroll')
  const taken = await sync('take-back', '--apply', '--yes-i-know', 'Production')
  expect(taken).toMatchObject({ status: 0, err: '', out: expect.stringContaining('All 2 steps are done') })
  expect(await namesOf(remote)).not.toContain('Payroll')
  expect((await groupOf(remote, 'Sales')).profile.description).not.toBe('Changed here')
  expect(await sync('plan')).toMatchObject({ status: 2, out: expect.stringContaining('create group Payroll') })
  expect(await sync('take-back')).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^The plan was taken back already/),
  })
})

it('a plan is named by its id, and one that the connection does not have is refused', async () => {
  const { sync } = await appliedStage()
  const { takesBack } = JSON.parse((await sync('take-back', '--json')).out) as { takesBack: string }
  expect(await sync('take-back', '--plan', takesBack)).toMatchObject({ status: 2 })
  expect(await sync('take-back', '--plan', 'spl00000000000000000')).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('Production has no plan with the id spl00000000000000000.') },
  })
  expect(await sync('take-back', '--prefer', 'remote')).toMatchObject({ status: 1 })
})

it('where it stops it says at which step, why and what to do, also once it is asked again; the same command goes on with it', async () => {
  const { remote, sync } = await appliedStage()
  await describeGroup(remote, 'Sales', { description: 'Meanwhile' })
  const stopped = await sync('take-back', '--apply', '--yes-i-know', 'Production')
  expect(stopped.status).toBe(1)
  expect(stopped.err).toContain('The group “Sales” of Production was changed there since the plan was made')
  expect(stopped.err).toContain('until Production is as the plan saw it: put that right there first.')
  const again = await sync('take-back')
  expect(again.out).toMatch(/^It stopped at step \d of 2, change group Sales: The group “Sales” of Production was/m)
  expect(JSON.parse((await sync('take-back', '--json')).out)).toMatchObject({
    ...{ done: expect.any(Number), problem: expect.stringContaining('was changed there') },
  })
  await describeGroup(remote, 'Sales', { description: 'Changed here' })
  expect(await sync('take-back', '--apply', '--yes-i-know', 'Production')).toMatchObject({ status: 0, err: '' })
  expect(await namesOf(remote)).not.toContain('Payroll')
})

it('one that has stopped shows which of its steps are done', async () => {
  const { remote, sync } = await appliedStage()
  await describeGroup(remote, 'Payroll', { description: 'Meanwhile' })
  expect(await sync('take-back', '--apply', '--yes-i-know', 'Production')).toMatchObject({ status: 1 })
  const { out } = await sync('take-back')
  expect(out).toContain('\ndone: change group Sales: profile.description\nremove group Payroll\n')
  expect(out).toContain('\nIt stopped at step 2 of 2, remove group Payroll: ')
})
