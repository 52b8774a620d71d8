import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MadePlan, PlannedStep } from '#cli/made-plan.ts'
import { planMarkdown } from '#cli/plan-markdown.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { eventually } from '../helpers/endpoint.ts'
import { aFolder, type TestServer } from '../helpers/server.ts'
import { describeGroup, groupOf, setStage } from '../helpers/sync/closed-stage.ts'

type Stage = Awaited<ReturnType<typeof setStage>>

/** A workspace that was pulled, over a connection that may write. */
async function pulledStage(over: object = {}): Promise<Stage & { file: (name: string) => string }> {
  const stage = await setStage({ mayWrite: true, ...over })
  expect(await stage.sync('pull')).toMatchObject({ status: 0 })
  const folder = await aFolder()
  return { ...stage, file: (name) => join(folder, name) }
}

const namesOf = async ({ client }: TestServer) =>
  (await client.call('listGroups')).body.map(({ profile }) => profile.name)

async function removeGroup(server: TestServer, name: string): Promise<void> {
  const { id: groupId } = await groupOf(server, name)
  await server.client.call('deleteGroup', { params: { groupId } })
}

const failing = ({ client }: TestServer, rule: object) =>
  client.call('replaceFaults', { body: { plan: { rules: [rule] } } as never })

const contentOf = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>

/** Writes a file over with another content, signed as Gatehouse would. */
async function forge(path: string, over: object): Promise<void> {
  const { signature: _, ...content } = { ...(await contentOf(path)), ...over } as Record<string, unknown>
  const signature = createHash('sha256').update(canonical(content)).digest('hex')
  await writeFile(path, JSON.stringify({ ...content, signature }))
}

describe('the command line plans what makes a remote be as a closed workspace', () => {
  it('prints it, writes it to files, and carries it out, after which nothing is left to do', async () => {
    const { remote, here, sync, file } = await pulledStage()
    expect(await sync('plan')).toEqual({ status: 0, out: 'Nothing to do at Production.\n', err: '' })
    await here(async (server) => {
      await describeGroup(server, 'Sales', { description: 'Changed here' })
      await server.make.aGroup('Payroll')
      const policy = await server.make.aPolicy('SVC_SIGN_ON', { name: 'Contractors' })
      await server.make.aRule(policy, { name: 'At night' })
    })
    const [out, markdown] = [file('plan.json'), file('plan.md')]
    const planned = await sync('plan', '--out', out, '--markdown', markdown)
    expect(planned).toMatchObject({ status: 2, err: '' })
    const lines = [
      ...['create group Payroll', 'change group Sales: profile.description'],
      ...['create policy Contractors', 'create rule At night of Contractors'],
    ]
    for (const line of lines) expect(planned.out.split('\n')).toContain(line)
    expect(planned.out).toMatch(/^\d to create, 1 to change.* at Production\.$/m)
    const text = await readFile(markdown, 'utf8')
    expect(text).toMatch(/^## Plan for `Production`: \d to create, 1 to change/)
    expect(text).toContain('### Groups\n\n- change `Sales`\n- create `Payroll`\n')
    expect(text).toContain(
      '<details><summary>What changes in groups (1)</summary>\n\n- `Sales`, `profile.description`: `null` → `"Changed here"`\n\n</details>',
    )
    const json = JSON.parse((await sync('plan', '--json')).out) as { digest: string; steps: PlannedStep[] }
    expect(await contentOf(out)).toMatchObject({
      ...{ version: 1, connection: { name: 'Production', address: remote.url } },
      ...{ digest: json.digest, steps: json.steps.map(({ effect: _, effectProblem: __, ...step }) => step) },
    })

    const applied = await sync('apply', '--plan', out)
    expect(applied).toMatchObject({ status: 0, err: '' })
    expect(applied.out).toMatch(/^All \d steps are done; \d changed something there\.$/m)
    expect(await namesOf(remote)).toContain('Payroll')
    expect(await sync('compare')).toMatchObject({ status: 0 })
    expect(await sync('plan')).toMatchObject({ status: 0 })
    expect(await sync('apply')).toMatchObject({
      ...{ status: 0, err: '' },
      out: 'Nothing to do at Production.\nNothing was changed.\n',
    })
    // The remote is now as the file says: the file is of a plan that is not made any more.
    expect(await sync('apply', '--plan', out)).toMatchObject({ status: 1, err: expect.stringContaining('out of date') })
  })

  it('ends with 3 where conflicts are left, which --prefer and --choose decide', async () => {
    const { remote, here, sync } = await pulledStage()
    for (const name of ['Sales', 'Finance']) await describeGroup(remote, name, { description: 'Changed there' })
    await here(async (server) => {
      for (const name of ['Sales', 'Finance']) await describeGroup(server, name, { description: 'Changed here' })
      await server.make.aGroup('Payroll')
    })
    const planned = await sync('plan')
    expect(planned).toMatchObject({ status: 3, out: expect.stringMatching(/^2 conflicts are left: .+$/m) })
    for (const name of ['Sales', 'Finance']) expect(planned.out.split('\n')).toContain(`conflict: group ${name}`)
    expect(await sync('plan', '--choose', 'group:Nothing=workspace')).toMatchObject({ status: 1, out: '' })
    expect(await sync('plan', '--prefer', 'remote')).toMatchObject({ status: 2 })
    expect(await sync('apply')).toMatchObject({ status: 3 })
    expect(await namesOf(remote)).toContain('Payroll')
    expect(await sync('apply', '--choose', 'group:Sales=workspace', '--json')).toMatchObject({ status: 3 })
    expect((await groupOf(remote, 'Sales')).profile['description']).toBe('Changed here')
    const last = await sync('apply', '--prefer', 'workspace', '--json')
    expect(last.status).toBe(0)
    expect(JSON.parse(last.out)).toMatchObject({ conflicts: 0, done: 1, written: 1, problem: null })
    expect(await sync('compare')).toMatchObject({ status: 0 })
  })

  it('removes objects only where the name of the connection was given', async () => {
    const { remote, here, sync } = await pulledStage()
    await here((server) => removeGroup(server, 'Sales'))
    const planned = await sync('plan')
    expect(planned.status).toBe(2)
    expect(planned.out).toMatch(/^remove group Sales$/m)
    expect(planned.out).toContain('--yes-i-know Production')
    const refused = await sync('apply')
    expect(refused.status).toBe(1)
    expect(refused.err).toBe(
      'Nothing was changed: the plan removes objects at Production, which needs --yes-i-know Production.\n',
    )
    const other = await sync('apply', '--yes-i-know', 'production')
    expect(other).toMatchObject({ status: 1, out: '' })
    expect(other.err.split('\n')[0]).toBe(
      '--yes-i-know takes the name of the connection, Production, not “production”.',
    )
    expect(await namesOf(remote)).toContain('Sales')
    expect(await sync('apply', '--yes-i-know', 'Production')).toMatchObject({ status: 0 })
    expect(await namesOf(remote)).not.toContain('Sales')
  })

  it('says whom each step and the whole plan affect, and takes access away only where the name was given', async () => {
    const { remote, here, sync, file } = await pulledStage()
    await here(async ({ make }) => {
      const { id: staff } = await make.aGroup('Staff')
      for (const firstName of ['Ada', 'Grace']) await make.aUser({ firstName }, [staff])
      const conditions = { people: { groups: { include: [staff] } } }
      const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Staff policy', conditions })
      await make.aRule(policy, { name: 'Closed', actions: { signon: { access: 'DENY' } } })
    })
    const path = file('plan.md')
    const planned = await sync('plan', '--markdown', path)
    expect(planned.out).toContain(
      'create rule Closed of Staff policy\n  impact: 2 people lose access: Global session policy\n',
    )
    expect(planned.out).toMatch(/^impact: 2 people lose access$/m)
    expect(planned.out).toMatch(/^The plan would affect 2 of \d+ people\.$/m)
    expect(planned.out).toMatch(/^It takes access from 2 people, so that .+ --yes-i-know Production$/m)
    const text = await readFile(path, 'utf8')
    expect(text).toContain('**It takes access from 2 people.** To apply it, the name')
    expect(text).toContain('### Whom it affects\n\n- **2 people lose access**: `Global session policy`\n')
    expect(text).toContain('- In situations, **2 people lose access**, 2 of them always: every one\n')
    expect(text).toContain('- create `Closed` of `Staff policy`\n  - **2 people lose access**: `Global session policy`')
    expect(text).not.toMatch(/Ada|Grace/)
    const json = JSON.parse((await sync('plan', '--json')).out) as { effect: object; steps: PlannedStep[] }
    expect(json.effect).toMatchObject({ affected: 2, effects: [{ effect: 'LOSES_ACCESS', people: 2 }] })
    expect(json.steps.find(({ name }) => name === 'Closed')?.effect).toMatchObject({ affected: 2 })
    expect((await sync('apply')).err).toBe(
      'Nothing was changed: the plan takes access from 2 people at Production, which needs --yes-i-know Production.\n',
    )
    expect((await remote.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body).toHaveLength(1)
    expect(await sync('apply', '--yes-i-know', 'Production')).toMatchObject({ status: 0 })
  })

  it('stops where the remote refuses a step, says where, and goes on with the rest', async () => {
    const { remote, here, sync, file } = await pulledStage()
    await here(async ({ make }) => {
      await make.aGroup('Payroll')
      await make.aPolicy('SVC_SIGN_ON', { name: 'Contractors' })
    })
    const path = file('plan.json')
    await sync('plan', '--out', path)
    await failing(remote, { path: '/api/v1/policies', methods: ['POST'], fault: { type: 'STATUS', status: 500 } })
    const json = await sync('apply', '--json')
    expect(json.status).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({ done: 1, problem: expect.stringContaining('500') })
    const stopped = await sync('apply')
    expect(stopped.status).toBe(1)
    expect(stopped.err).toMatch(/^Stopped at step 1 of \d, create policy Contractors: Production: .+$/m)
    expect(stopped.err).toMatch(/^What is done stays done\. The same command goes on with what is left\.$/m)
    await remote.client.call('replaceFaults', { body: { plan: null } })
    // Its first step is done, so that the rest is another plan.
    expect(await sync('apply', '--plan', path)).toMatchObject({
      ...{ status: 1, err: expect.stringContaining('step 1 was “create group Payroll”, and is “create policy') },
    })
    expect(await sync('apply')).toMatchObject({ status: 0 })
    expect(await sync('compare')).toMatchObject({ status: 0 })
  })

  it('ends where the program is asked to end, and converges from there', async () => {
    const { remote, here, sync } = await pulledStage()
    const names = ['Alpha', 'Beta', 'Gamma']
    await here(async ({ make }) => {
      for (const name of names) await make.aGroup(name)
    })
    await failing(remote, { path: '/api/v1/groups', methods: ['POST'], fault: { type: 'SLOW', seconds: 2 } })
    const known = process.listeners('SIGTERM')
    const applying = sync('apply')
    const missing = async () => {
      const there = await namesOf(remote)
      return names.filter((name) => !there.includes(name))
    }
    await eventually(async () => expect((await missing()).length).toBeLessThan(names.length))
    for (const listener of process.listeners('SIGTERM')) if (!known.includes(listener)) listener('SIGTERM')
    expect(await applying).toMatchObject({ status: 1, err: expect.stringContaining(': It was cancelled.') })
    expect(process.listeners('SIGTERM')).toEqual(known)
    await remote.client.call('replaceFaults', { body: { plan: null } })
    // As a program leaves it that was killed once a group was made, and before that was written down.
    const [next = expect.unreachable('it was not ended')] = await missing()
    await remote.make.aGroup(next)
    expect(await sync('apply')).toMatchObject({ status: 0 })
    expect(await missing()).toEqual([])
    expect(await sync('compare')).toMatchObject({ status: 0 })
  })

  it('leaves out what is refused where that is said, and is no failure where nothing else is to be done', async () => {
    const { here, sync, remote } = await pulledStage()
    const names = Array.from({ length: 12 }, (_, at) => `Crew ${at}`)
    await here(async ({ make }) => {
      for (const name of names) await make.aGroup(name)
    })
    expect(await sync('apply')).toMatchObject({ status: 0 })
    await here(async (server) => {
      for (const name of names) await removeGroup(server, name)
    })
    const nothing = await sync('apply')
    // So many removals are to be decided, too.
    expect(nothing).toMatchObject({ status: 3, err: '', out: expect.stringContaining('refused: group groups') })
    expect(nothing.out).toContain('Nothing was changed.')
    await here((server) => server.make.aGroup('Payroll'))
    expect(await sync('apply')).toMatchObject({ status: 1, err: expect.stringContaining('--partial') })
    expect(await namesOf(remote)).not.toContain('Payroll')
    expect(await sync('apply', '--partial')).toMatchObject({ status: 3, err: '' })
    expect(await namesOf(remote)).toEqual(expect.arrayContaining(['Payroll', ...names]))
  })

  it('is refused over a connection that may only read, or leaves people out', async () => {
    const reading = await pulledStage({ mayWrite: false })
    expect(await reading.sync('plan')).toMatchObject({ status: 0 })
    expect(await reading.sync('apply')).toEqual({
      ...{ status: 1, out: '' },
      err: 'The connection Production may only read, so that nothing can be changed there.\n',
    })
    const some = await setStage({ people: { mode: 'PSEUDONYMS' } })
    expect(await some.sync('plan')).toEqual({
      ...{ status: 1, out: '' },
      err: 'Production takes not all people of its remote as they are, so that no plan can be made with it.\n',
    })
  })
})

describe('a plan file', () => {
  it('is refused in one sentence where it is none, is newer, of elsewhere, or was edited', async () => {
    const { here, sync, file } = await pulledStage()
    await here(({ make }) => make.aGroup('Payroll'))
    const path = file('plan.json')
    await sync('plan', '--out', path)
    const sound = await readFile(path, 'utf8')
    const refusal = async (change: () => Promise<void>) => {
      await writeFile(path, sound)
      await change()
      const { status, out, err } = await sync('apply', '--plan', path)
      expect({ status, out }).toEqual({ status: 1, out: '' })
      return err.replaceAll(path, 'plan.json')
    }
    const connection = { id: 'x', name: 'Staging', address: 'https://x.example.com' }
    const steps = (JSON.parse(sound) as { steps: object[] }).steps

    expect(await refusal(() => writeFile(path, 'no'))).toBe('plan.json is not JSON.\n')
    expect(await refusal(() => writeFile(path, '{}'))).toBe('plan.json is not a plan.\n')
    expect(await refusal(() => writeFile(path, '[]'))).toBe('plan.json is not a plan.\n')
    expect(await refusal(() => forge(path, { version: 2 }))).toBe(
      'plan.json was written by a newer version of Gatehouse.\n',
    )
    expect(await refusal(() => forge(path, { workspace: 'another' }))).toBe(
      'plan.json is a plan of another workspace.\n',
    )
    expect(await refusal(() => forge(path, { connection }))).toBe(
      'plan.json is a plan for another connection, Staging.\n',
    )
    expect(await refusal(() => writeFile(path, sound.replace('"Payroll"', '"Payment"')))).toBe(
      'plan.json was edited since the plan was made.\n',
    )
    // Signed again: the plan that is made is not the one that it shows.
    expect(await refusal(() => forge(path, { steps: [{ ...steps[0], name: 'Harmless' }] }))).toBe(
      'plan.json does not show what the plan does: step 1 was “create group Harmless”, and is “create group Payroll” now. Plan again.\n',
    )
    expect((await sync('apply', '--plan', file('none.json'))).err).toBe(`There is no file ${file('none.json')}.\n`)
    await writeFile(path, sound)
    expect(await sync('apply', '--plan', path)).toMatchObject({ status: 0 })
  })

  it('is not applied once a side has moved, and says which step is another', async () => {
    const { remote, here, sync, file } = await pulledStage()
    await here(({ make }) => make.aGroup('Payroll'))
    const path = file('plan.json')
    await sync('plan', '--out', path)
    await here((server) => describeGroup(server, 'Payroll', { description: 'More' }))
    const moved = await sync('apply', '--plan', path)
    expect(moved).toMatchObject({ status: 1, out: '' })
    expect(moved.err.replace(path, 'plan.json')).toBe(
      'plan.json is out of date, since a side has moved: step 1, “create group Payroll”, has other values. Plan again.\n',
    )
    await sync('plan', '--out', path)
    await remote.make.aGroup('Payroll')
    const made = await sync('apply', '--plan', path)
    expect(made).toMatchObject({ status: 1, err: expect.stringMatching(/out of date, since a side has moved: step 1/) })
    // What is new there alone is no part of any plan.
    await sync('plan', '--prefer', 'workspace', '--out', path)
    await remote.make.aGroup('Only there')
    expect(await sync('apply', '--plan', path)).toMatchObject({ status: 0 })
    expect((await groupOf(remote, 'Payroll')).profile['description']).toBe('More')
  })

  it('goes with no other decision', async () => {
    const { sync } = await setStage()
    const { status, err } = await sync('apply', '--plan', 'plan.json', '--prefer', 'remote')
    expect({ status, line: err.split('\n')[0] }).toEqual({
      status: 1,
      line: '--plan says what was decided: it does not go with --prefer.',
    })
  })

  it('that cannot be written ends with 1', async () => {
    const { sync, file } = await pulledStage()
    expect(await sync('plan', '--out', file('no/plan.json'))).toMatchObject({
      ...{ status: 1, out: '' },
      err: expect.stringMatching(/plan\.json cannot be written to\.\n$/),
    })
  })
})

/** A group or a connection that tries to be more than text. */
const HOSTILE = '| [x](javascript:1) <b>'

describe('the Markdown of a plan', () => {
  it('shows hostile names letter by letter', async () => {
    const names = [HOSTILE, '```', '`` a` </details>', '@everyone #1 https://evil.example', '**b** ![i](x) # Heading']
    const { here, sync, file } = await pulledStage()
    await here(async ({ make, ...server }) => {
      for (const name of names) await make.aGroup(name)
      await describeGroup({ make, ...server }, 'Sales', { description: HOSTILE })
    })
    const path = file('plan.md')
    expect(await sync('plan', '--markdown', path)).toMatchObject({ status: 2 })
    const text = await readFile(path, 'utf8')
    expect(text).toContain(`- create \`${HOSTILE}\`\n`)
    expect(text).toContain('- create ```` ``` ````\n')
    expect(text).toContain('- create ``` `` a` </details> ```\n')
    // Outside of code spans nothing of what the workspace holds is left.
    const outside = text.replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, 'CODE')
    expect(outside).not.toMatch(/javascript|<b>|everyone|evil|Heading|!\[|`/)
    expect(outside.match(/<[^>]+>/g)).toEqual(['<details>', '<summary>', '</summary>', '</details>'])
  })

  it('has a bounded length, and says how much it leaves out', () => {
    const step = (number: number): PlannedStep => ({
      ...{ number, act: number % 2 ? 'create' : 'change', kind: number % 3 ? 'group' : 'zone', parent: null },
      ...{
        name: `${number}\n# ${'x'.repeat(240)}`,
        difference: `d${number}`,
        order: null,
        requests: [],
        notes: [],
        secrets: [],
      },
      fields: [{ path: 'profile.description', before: null, after: 'y'.repeat(5000) }],
      ...{ effect: null, effectProblem: null },
    })
    const steps = Array.from({ length: 3000 }, (_, at) => step(at))
    const summary = { needsConfirmation: true, conflicts: 2, unread: [], counts: [] }
    const refused = Array.from({ length: 200 }, () => ({ kind: 'app' as const, name: 'z'.repeat(250), reason: 'so' }))
    const plan = { connectionName: 'Production', digest: 'd'.repeat(64), summary: { ...summary, refused } }
    const text = planMarkdown({ plan, steps, request: {} } as unknown as MadePlan)
    expect(text.length).toBeLessThanOrEqual(60_001)
    expect(text.length).toBeGreaterThan(50_000)
    expect(text.match(/^- … and \d+ more, which the plan itself has$/gm)?.length).toBe(5)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
    // The heavier acts first; no name begins a line.
    expect(text.indexOf('- change')).toBeGreaterThan(0)
    expect(text).not.toMatch(/^(?:- create|# )/m)
  })
})
