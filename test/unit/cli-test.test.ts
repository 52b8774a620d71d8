import { DOMParser } from '@xmldom/xmldom'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { PolicyTestRun } from '#contract/gatehouse/policy-test.ts'
import { makeDraft } from '../helpers/drafts.ts'
import { gatehouse, theProgram } from '../helpers/gatehouse.ts'
import { aFolder, startServer, type TestServer } from '../helpers/server.ts'
import { setStage } from '../helpers/sync/closed-stage.ts'

const run = (...args: string[]) => gatehouse('test', ...args)

/** A workspace with a person and a policy that denies those who come from elsewhere. */
async function testedServer(): Promise<TestServer> {
  const server = await startServer()
  await fill(server)
  return server
}

async function fill({ make }: TestServer) {
  const group = await make.aGroup('Contractors')
  const ada = await make.aUser({ login: 'ada@example.test' }, [group.id])
  const policy = await make.aPolicy('SVC_SIGN_ON', {
    name: 'Outside people',
    conditions: { people: { groups: { include: [group.id] } } },
  })
  const rule = await make.aRule(policy, { name: 'Never', actions: { signon: { access: 'DENY' } } })
  return { ada, policy, rule }
}

const CASES = `tests:
  - name: Contractors stay out
    request:
      policyContext:
        user: { id: ada@example.test } # by login
    expect:
      answer: NO
      verdicts:
        - { policyType: SVC_SIGN_ON, policy: Outside people, rule: Never, decision: DENY }
  - name: 'Contractors & "guests" <get in>'
    request: { policyContext: { groups: { ids: [Contractors] } } }
    expect: { answer: YES }
  - name: No one at all
    request: { policyContext: { user: { id: eve@example.test } } }
    expect: { answer: YES }
`

async function fileWith(text: string, name = 'cases.yaml'): Promise<string> {
  const file = join(await aFolder(), name)
  await writeFile(file, text)
  return file
}

describe('gatehouse test', () => {
  it('runs the cases of a file while the workspace is in use, and says what came otherwise and why', async () => {
    const { dataFile } = await testedServer()
    const { status, out, err } = await run('--data', dataFile, '--cases', await fileWith(CASES))
    expect({ status, err }).toEqual({ status: 2, err: '' })
    expect(out.split('\n')).toEqual([
      'passed  Contractors stay out',
      'FAILED  Contractors & "guests" <get in>',
      '        Answer: expected Yes, found No.',
      '        No: rule “Never” of “Outside people” denies.',
      'FAILED  No one at all',
      '        There is no person “eve@example.test”.',
      '3 tests: 1 passed, 2 failed.',
      expect.stringMatching(/^Tried: 1 of \d+ rules, 0 of \d+ conditions both ways\.$/),
      '',
    ])
  })

  it('writes JUnit that an XML parser reads back, with every text as it is', async () => {
    const { dataFile } = await testedServer()
    const [cases, junit] = [await fileWith(CASES), join(await aFolder(), 'junit.xml')]
    expect((await run('--data', dataFile, '--cases', cases, '--junit', junit)).status).toBe(2)
    const document = new DOMParser().parseFromString(await readFile(junit, 'utf8'), 'text/xml')
    const all = (name: string) => Array.from(document.getElementsByTagName(name))
    const [root] = all('testsuites')
    expect(attributesOf(root)).toMatchObject({ tests: '3', failures: '1', errors: '1' })
    expect(attributesOf(all('testsuite')[0])).toMatchObject({ name: cases, tests: '3' })
    const found = all('testcase')
    expect(found.map((one) => one.getAttribute('name'))).toEqual([
      'Contractors stay out',
      'Contractors & "guests" <get in>',
      'No one at all',
    ])
    expect(found.map((one) => one.childNodes.length)).toEqual([0, 1, 1])
    const [failure] = all('failure')
    expect(attributesOf(failure)).toMatchObject({ message: 'Answer: expected Yes, found No.', type: 'expectation' })
    expect(failure?.textContent).toContain('\nNo: rule “Never” of “Outside people” denies.')
    expect(attributesOf(all('error')[0]).message).toContain('eve@example.test')
  })

  it('runs the tests of the workspace, prints JSON, and ends with 0 where all pass', async () => {
    const { dataFile, client } = await testedServer()
    const request = { policyContext: { user: { id: 'ada@example.test' } } }
    await client.call('createPolicyTest', { body: { name: 'A', request, expect: { answer: 'NO', verdicts: [] } } })
    const { status, out } = await run('--data', dataFile, '--json')
    expect(status).toBe(0)
    const printed = JSON.parse(out) as PolicyTestRun
    expect(printed).toMatchObject({ passed: 1, failed: 0, results: [{ source: 'workspace', name: 'A', passed: true }] })
    expect(printed.results).toEqual([
      { source: 'workspace', ...(await client.call('runPolicyTests', { body: {} })).body.results[0] },
    ])
  })

  it('lists what no test tries', async () => {
    const { dataFile } = await testedServer()
    const cases = await fileWith(CASES.replaceAll('ada@', 'nobody@'))
    const { out } = await run('--data', dataFile, '--cases', cases, '--coverage')
    expect(out).toContain('\n  Global session “Outside people”: always met: people.groups.include\n')
    expect(out).toContain('\n  Global session “Default Policy”, rule “Default Rule”: decides in no test\n')
  })

  it('runs on a draft in place of its workspace', async () => {
    const server = await testedServer()
    const draft = await makeDraft(server, 'Spring')
    const [policy] = (await draft.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
    await draft.client.call('deletePolicy', { params: { policyId: policy?.id ?? '' } })
    const only = CASES.slice(0, CASES.indexOf("  - name: 'Con"))
    const line = ['--data', server.dataFile, '--cases', await fileWith(only)]
    expect((await run(...line)).status).toBe(0)
    const there = await run(...line, '--draft', 'Spring')
    expect(there).toMatchObject({ status: 2 })
    expect(there.out).toContain('expected “Outside people”, which does not exist; found “Default Policy”.')
  })

  it('runs on the remote of a connection, by its own policies and people', async () => {
    const { remote, dataFile: data } = await setStage({})
    await fill(remote)
    const only = CASES.slice(0, CASES.indexOf("  - name: 'Con"))
    const line = ['--data', data, '--cases', await fileWith(only)]
    expect(await run(...line)).toMatchObject({ status: 2, out: expect.stringContaining('There is no person') })
    expect(await run(...line, '--remote', 'Production')).toMatchObject({ status: 0, err: '' })
  })

  it('writes the tests of the workspace to a file, by names, which runs as they do', async () => {
    const server = await startServer()
    const { dataFile, client } = server
    const { ada, policy, rule } = await fill(server)
    const request = { policyContext: { user: { id: ada.id }, risk: { level: 'HIGH' as const } } }
    const decided = { decision: 'DENY' as const, factors: null }
    const verdicts = [{ policyType: 'SVC_SIGN_ON' as const, policy: policy.id, rule: rule.id, ...decided }]
    await client.call('createPolicyTest', {
      body: { name: 'A', description: 'Why', request, expect: { answer: 'NO', verdicts } },
    })
    const file = join(await aFolder(), 'exported.yaml')
    expect(await run('export', file, '--data', dataFile)).toMatchObject({ status: 0, out: '1 test.\n', err: '' })
    expect(await readFile(file, 'utf8')).toBe(`# Policy tests: gatehouse test --cases

tests:
  - name: A
    description: Why
    request:
      policyContext:
        user:
          id: ada@example.test
        risk:
          level: HIGH
    expect:
      answer: NO
      verdicts:
        - policyType: SVC_SIGN_ON
          policy: Outside people
          rule: Never
          decision: DENY
          factors: null
`)
    expect((await run('--data', dataFile, '--cases', file)).status).toBe(0)
    expect(await run('export', file, '--data', dataFile)).toMatchObject({
      status: 1,
      err: `${file} is there already.\n`,
    })
  })

  it('writes names that no other has, and ids of the rest', async () => {
    const { dataFile, client, make } = await startServer()
    const [group, zone, behavior] = [
      await make.aGroup('Payroll'),
      await make.aZone({ name: 'HQ' }),
      await make.aBehavior(),
    ]
    const [app] = [await make.anApp('Twice'), await make.anApp('Twice')]
    const assurance = await make.aDeviceAssurance('MACOS', { name: 'Managed Macs' })
    const policyContext = {
      ...{ groups: { ids: [group.id] }, zones: { ids: [zone.id, 'nzogone'] }, behaviors: [behavior.id] },
      device: { assuranceId: assurance.id },
    }
    const request = { appInstance: app?.id ?? '', policyContext }
    await client.call('createPolicyTest', { body: { name: 'A', request, expect: { answer: 'NO', verdicts: [] } } })
    const file = join(await aFolder(), 'exported.yaml')
    await run('export', file, '--data', dataFile)
    expect(parse(await readFile(file, 'utf8'))).toMatchObject({
      tests: [
        {
          request: {
            appInstance: app?.id,
            policyContext: {
              ...{ groups: { ids: ['Payroll'] }, zones: { ids: ['HQ', 'nzogone'] }, behaviors: [behavior.name] },
              device: { assuranceId: 'Managed Macs' },
            },
          },
        },
      ],
    })
  })

  it('is a command of the program as it is handed out', async () => {
    const { dataFile } = await testedServer()
    const cases = await fileWith(CASES)
    const junit = join(await aFolder(), 'junit.xml')
    const ended = await theProgram('test', '--data', dataFile, '--cases', cases, '--junit', junit)
    expect(ended).toMatchObject({ status: 2, err: '' })
    expect(await readFile(junit, 'utf8')).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /)
  })
})

const CASE = 'request: { policyContext: { user: { id: a } } }\n    expect: { answer: YES }\n'

describe('a file of cases is refused with file and line', () => {
  it.each([
    ['a key that is there twice', `tests:\n  - name: A\n    name: B\n    ${CASE}`, /cases\.yaml:3: .*unique/i],
    [
      'two cases of one name',
      `tests:\n  - name: A\n    ${CASE}  - name: a\n    ${CASE}`,
      /cases\.yaml:5: the name “a” is taken by the case at .*cases\.yaml:2\n/,
    ],
    ['what is no YAML', 'tests: [', /cases\.yaml:1: /],
    ['no list of tests', 'cases: []', /cases\.yaml:1: is no list of policy tests/],
    [
      'an expectation of nothing',
      `tests:\n  - name: A\n    request: { policyContext: { user: { id: a } } }\n    expect: {}\n`,
      /cases\.yaml:4: expect\.answer: say at least/,
    ],
    [
      'a word that is none',
      `tests:\n  - name: A\n    request: { policyContext: { user: { id: a } } }\n    expect:\n      verdicts:\n        - policyType: SVC_SIGN_ON\n          decision: NEVER\n`,
      /cases\.yaml:7: expect\.verdicts\[0\]\.decision: /,
    ],
    [
      'a field of the sign-in that is mistyped',
      `tests:\n  - name: A\n    request:\n      policyContext:\n        user: { id: a }\n        zone: { ids: [HQ] }\n    expect: { answer: YES }\n`,
      /cases\.yaml:6: request\.policyContext\.zone: is not known here/,
    ],
    [
      'a field of the expectation that is mistyped',
      `tests:\n  - name: A\n    request: { policyContext: { user: { id: a } } }\n    expect: { answer: YES, verdict: [] }\n`,
      /cases\.yaml:4: expect\.verdict: is not known here/,
    ],
    ['aliases', `tests: [&a { name: A, request: &r { policyContext: *r } }]`, /cases\.yaml/],
  ])('%s', async (_, text, problem) => {
    const { dataFile } = await startServer()
    const ended = await run('--data', dataFile, '--cases', await fileWith(text))
    expect(ended).toMatchObject({ status: 1, out: '', err: expect.stringMatching(problem) })
  })

  it('also of two files', async () => {
    const { dataFile } = await startServer()
    const [a, b] = [await fileWith(CASES), await fileWith(CASES, 'other.yaml')]
    const { status, err } = await run('--data', dataFile, '--cases', a, '--cases', b)
    expect(status).toBe(1)
    expect(err).toContain(`${b}:2: the name “Contractors stay out” is taken by the case at ${a}:2\n`)
  })
})

it.each([
  [[], 'test takes --data FILE.'],
  [['--data', 'x.sqlite', 'now'], 'test takes no word “now”.'],
  [['export', '--data', 'x.sqlite'], 'test export takes one FILE'],
  [['export', 'a', '--data', 'x.sqlite', '--json'], 'test export takes no --json.'],
  [['--data', 'x.sqlite', '--draft', 'A', '--remote', 'B'], '--draft does not go with --remote.'],
  [['--data', 'x.sqlite', '--cases', 'none.yaml'], 'There is no file none.yaml.'],
  [['--data', 'none.sqlite'], 'none.sqlite'],
])('%j is a mistake that ends with 1', async (line, problem) => {
  expect(await run(...line)).toMatchObject({ status: 1, out: '', err: expect.stringContaining(problem) })
})

it('without any test it ends with 1, since nothing was tested', async () => {
  const { dataFile } = await startServer()
  const ended = await run('--data', dataFile)
  expect(ended).toMatchObject({ status: 1, err: 'There is no policy test in the workspace.\n' })
})

const attributesOf = (node: Element | undefined): Record<string, string> =>
  Object.fromEntries(Array.from(node?.attributes ?? []).map(({ name, value }) => [name, value]))
