import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gatehouse } from '../helpers/gatehouse.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const run = (...args: string[]) => gatehouse('invariants', ...args)

/** A workspace that keeps contractors out. */
async function keepingOut() {
  const server = await startServer()
  const { make } = server
  const group = await make.aGroup('Contractors')
  await make.aUser({ firstName: 'Ada', lastName: 'Byron' }, [group.id])
  const policy = await make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [group.id] } } } })
  await make.aRule(policy, { name: 'Never', actions: { signon: { access: 'DENY' } } })
  return { server, group }
}

/** A workspace whose contractors sign in by a rule above the one that denies it to them, against an invariant. */
async function lettingIn() {
  const server = await startServer()
  const { make, client } = server
  const group = await make.aGroup('Contractors')
  await make.aUser({ firstName: 'Ada', lastName: 'Byron' }, [group.id])
  const people = { groups: { include: [group.id] } }
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Doors', conditions: { people } })
  await make.aRule(policy, { name: 'Open', priority: 1, actions: { signon: { access: 'ALLOW' } } })
  await make.aRule(policy, {
    ...{ name: 'Shut', priority: 2, actions: { signon: { access: 'DENY' } }, conditions: { people } },
  })
  await client.call('createInvariant', {
    body: { name: 'Contractors stay out', scope: { people }, app: null, claim: { kind: 'DENIED' } },
  })
  return { server }
}

const INVARIANTS = `invariants:
  - name: Contractors stay out
    scope: { people: { groups: { include: [Contractors] } } } # by name
    claim: { kind: DENIED }
  - name: Everybody stays out
    claim: { kind: DENIED }
`

async function fileWith(text: string): Promise<string> {
  const file = join(await aFolder(), 'invariants.yaml')
  await writeFile(file, text)
  return file
}

describe('gatehouse invariants', () => {
  it('checks those of a file while the workspace is in use, and says which do not hold and why', async () => {
    const { server } = await keepingOut()
    const { status, out, err } = await run('check', '--data', server.dataFile, '--cases', await fileWith(INVARIANTS))
    expect({ status, err }).toEqual({ status: 2, err: '' })
    expect(out.split('\n')).toEqual([
      'holds  Contractors stay out',
      'BROKEN  Everybody stays out',
      '        No one signs in.',
      expect.stringMatching(/^ {8}.+: Yes, with one factor\. Decided by rule “.+”\.$/),
      '2 invariants: 1 hold, 1 broken, 0 open.',
      '',
    ])
  })

  it('saves those of a file in a closed workspace, replaces those of the same name, and writes them with names', async () => {
    const { server, group } = await keepingOut()
    await server.client.call('createInvariant', {
      body: { name: 'contractors stay out', scope: {}, app: null, claim: { kind: 'ALLOWED' } },
    })
    await server.stop()
    const file = await fileWith(INVARIANTS)
    const imported = await run('import', file, '--data', server.dataFile)
    expect(imported).toMatchObject({ status: 0, out: '1 created, 1 replaced.\n' })
    const json = JSON.parse((await run('check', '--data', server.dataFile, '--json')).out) as { holding: number }
    expect(json).toMatchObject({ holding: 1, broken: 1, open: 0 })
    const to = join(await aFolder(), 'exported.yaml')
    expect(await run('export', to, '--data', server.dataFile)).toMatchObject({ status: 0, out: '2 invariants.\n' })
    const text = await readFile(to, 'utf8')
    expect(text).not.toContain(group.id)
    expect(parse(text)).toEqual({
      invariants: [
        {
          name: 'Contractors stay out',
          scope: { people: { groups: { include: ['Contractors'] } } },
          claim: { kind: 'DENIED' },
        },
        { name: 'Everybody stays out', scope: {}, claim: { kind: 'DENIED' } },
      ],
    })
  })

  it('refuses a name that is there twice, a misspelt key and what does not exist, with the place', async () => {
    const { server } = await keepingOut()
    const refusal = async (text: string) => {
      const { status, err } = await run('check', '--data', server.dataFile, '--cases', await fileWith(text))
      expect(status).toBe(1)
      return err
    }
    expect(await refusal(`${INVARIANTS}  - { name: EVERYBODY stays out, claim: { kind: ALLOWED } }\n`)).toMatch(
      /invariants\.yaml:7: the name “EVERYBODY stays out” is taken by the invariant at .*invariants\.yaml:5/,
    )
    expect(await refusal(INVARIANTS.replace('people:', 'poeple:'))).toMatch(/invariants\.yaml:3: .*poeple/)
    expect(await refusal(INVARIANTS.replace('[Contractors]', '[Contractor]'))).toContain(
      'There is no group “Contractor”.',
    )
    expect((await run('check', '--data', server.dataFile)).err).toContain('There is no invariant in the workspace.')
  })

  it('repairs one in a draft of a closed workspace, by the code of a change that it printed before', async () => {
    const { server } = await lettingIn()
    const { client, dataFile } = server
    await client.call('createDraft', { body: { name: 'Spring' } })
    const found = await run('repair', 'contractors stay out', '--data', dataFile)
    expect(found).toMatchObject({ status: 2, err: '' })
    expect(found.out.split('\n').slice(0, 3)).toEqual([
      'Each makes it hold for every sign-in there could be, by proof.',
      expect.stringMatching(/^[0-9a-f]{8} {2}Move rule “Shut” of “Doors” right above “Open”$/) as string,
      '          1 person is affected, of whom 1 loses access.',
    ])
    const inDraft = ['--data', dataFile, '--draft', 'Spring']
    const { repairs } = JSON.parse((await run('repair', 'Contractors stay out', ...inDraft, '--json')).out) as {
      repairs: { code: string; changes: string[] }[]
    }
    const code = repairs[0]?.code ?? ''
    expect(found.out).toContain(`${code}  Move`)
    expect(repairs[0]?.changes).toEqual(['Move rule “Shut” of “Doors” right above “Open”'])
    expect(await run('repair', 'Contractors stay out', ...inDraft, '--apply', code)).toMatchObject({ status: 1 })
    await server.stop()

    const made = await run('repair', 'Contractors stay out', ...inDraft, '--apply', code)
    expect(made).toMatchObject({
      ...{ status: 0, err: '' },
      out: 'Made in the draft: Move rule “Shut” of “Doors” right above “Open”.\n',
    })
    expect(await run('check', ...inDraft)).toMatchObject({ status: 0 })
    expect(await run('check', '--data', dataFile)).toMatchObject({ status: 2 })
    expect(await run('repair', 'Contractors stay out', ...inDraft)).toMatchObject({
      ...{ status: 0, out: 'It holds: there is nothing to repair.\n' },
    })
    expect((await gatehouse('draft', 'plan', ...inDraft)).out).toContain('Shut')
  }, 120_000)

  it('refuses a repair outside a draft, of what is not there, and a code that was not printed', async () => {
    const { server } = await lettingIn()
    await server.client.call('createDraft', { body: { name: 'Spring' } })
    const data = ['--data', server.dataFile]
    const refusal = async (...args: string[]) => {
      const { status, out, err } = await run('repair', ...args)
      expect({ status, out }).toEqual({ status: 1, out: '' })
      return err.split('\n')[0]
    }
    expect(await refusal('Contractors stay out', ...data, '--apply', '0123abcd')).toContain('--apply with --draft')
    expect(await refusal('Contractors stay out', ...data, '--draft', 'Spring', '--apply', 'x')).toContain('not “x”')
    expect(await refusal('Nothing', ...data)).toContain('There is no invariant “Nothing”.')
    await server.stop()
    expect(await refusal('Contractors stay out', ...data, '--draft', 'Spring', '--apply', '0123abcd')).toContain(
      'has the code 0123abcd. Print the changes again',
    )
  }, 120_000)
})
