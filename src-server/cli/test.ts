import { writeFile } from 'node:fs/promises'
import type { PolicyTestCoverage, UncoveredRule } from '#contract/gatehouse/policy-test.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { listPolicyTests } from '#operations/policy-tests/policy-tests.ts'
import { portableTests } from '#operations/policy-tests/portable.ts'
import { runPolicyTests } from '#operations/policy-tests/run-policy-tests.ts'
import type { Service } from '#operations/service/service.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { clearProgress, readOptions, say, showProgress, UsageError, type Command } from './command.ts'
import { withCopiedWorkspace } from './copied-workspace.ts'
import { fileOf } from './data-file.ts'
import { failureLines, junitText, type PlacedResult } from './junit.ts'
import { casesText, readCases } from './policy-test-cases.ts'
import { withRemoteTwin } from './remote-twin.ts'

const USAGE = `Usage: gatehouse test --data FILE [--draft NAME | --remote NAME]
             [--cases FILE]... [--junit FILE] [--coverage] [--json]
       gatehouse test export FILE --data FILE [--draft NAME]

Runs policy tests: sign-ins, with what the policies have to make of them. The
workspace may be in use, except with --remote. \`export\` writes the tests of the
workspace to a new YAML file, for --cases, with names in place of ids.

  --data FILE       the workspace file
  --draft NAME      a draft of the workspace in place of it, by its name or id
  --remote NAME     the remote of this connection, as it is now, in place of the
                    workspace
  --cases FILE      tests of a YAML or JSON file, in place of those of the
                    workspace; can be given several times
  --junit FILE      write the results as JUnit XML as well
  --coverage        list the active rules and conditions that no test tries
  --json            print one line of JSON

Ends with 0 where all tests pass, with 2 where some fail, and with 1 where it
fails itself, or there is no test.`

const OPTIONS = {
  data: { type: 'string' },
  draft: { type: 'string' },
  remote: { type: 'string' },
  cases: { type: 'string', multiple: true },
  junit: { type: 'string' },
  coverage: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>['values']

/** Runs policy tests, or writes those of the workspace to a file. */
export const test: Command = {
  usage: USAGE,
  misused: 1,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const [word, to, ...more] = positionals
    if (!values.data) throw new UsageError('test takes --data FILE.')
    if (word === undefined) return runTests(values.data, values)
    if (word !== 'export') throw new UsageError(`test takes no word “${word}”.`)
    if (!to || more.length > 0) throw new UsageError('test export takes one FILE, and no other words.')
    const foreign = Object.keys(values).find((option) => option !== 'data' && option !== 'draft')
    if (foreign !== undefined) throw new UsageError(`test export takes no --${foreign}.`)
    return exportTests(to, values.data, values)
  },
}

async function exportTests(to: string, data: string, { draft }: Values): Promise<number> {
  return withCopiedWorkspace(await fileOf(data, draft), async (service) => {
    const tests = await portableTests(service, await listPolicyTests(service.reader))
    // It may name people.
    await writeFile(to, casesText(tests), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new UserFacingError(error.code === 'EEXIST' ? `${to} is there already.` : `${to} cannot be written to.`)
    })
    say(tests.length === 1 ? '1 test.' : `${tests.length} tests.`)
    return 0
  })
}

const WORKSPACE = 'workspace'
const CLOSE = 'The remote of a connection is read by a closed workspace.'

async function runTests(data: string, values: Values): Promise<number> {
  const { draft, remote, cases: files } = values
  if (draft !== undefined && remote !== undefined) throw new UsageError('--draft does not go with --remote.')
  // Before anything is opened: a mistake in a file needs no workspace.
  const cases = files && (await readCases(files))
  const work = async (service: Service) => {
    const tests = cases
      ? cases.map(({ file, item }) => ({ source: file, test: item }))
      : (await listPolicyTests(service.reader)).map((one) => ({ source: WORKSPACE, test: one }))
    if (tests.length === 0)
      throw new UserFacingError(`There is no policy test in the ${cases ? 'files' : 'workspace'}.`)
    const all = tests.map((one) => one.test)
    const onProgress = (done: number) => showProgress(`${done} of ${all.length} tests`)
    const { coverage, ...run } = await runPolicyTests(service, all, { onProgress }).finally(clearProgress)
    const results = run.results.map((result, at) => ({ source: tests[at]?.source ?? WORKSPACE, result }))
    if (values.junit !== undefined) await write(values.junit, await junitText(results))
    if (values.json) say(JSON.stringify({ ...run, results: results.map(flat), coverage }))
    else show(results, coverage, values.coverage ?? false)
    return run.failed > 0 ? 2 : 0
  }
  if (remote === undefined) return withCopiedWorkspace(await fileOf(data, draft), work)
  return withClosedWorkspace(data, CLOSE, (service) => withRemoteTwin(service, remote, work))
}

const flat = ({ source, result }: PlacedResult) => ({ source, ...result })

/** WHY over what is there: a pipeline writes the same file each time. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 }).catch(() => {
    throw new UserFacingError(`${path} cannot be written to.`)
  })
}

function show(results: readonly PlacedResult[], coverage: PolicyTestCoverage, isListed: boolean): void {
  const line = (text: string) => say(plainLine(text))
  for (const { result } of results) {
    line(`${result.passed ? 'passed' : 'FAILED'}  ${result.name}`)
    if (!result.passed) for (const text of failureLines(result)) line(`        ${text}`)
  }
  const failed = results.filter(({ result }) => !result.passed).length
  line(
    `${results.length === 1 ? '1 test' : `${results.length} tests`}: ${results.length - failed} passed, ${failed} failed.`,
  )
  const { rules, conditions, uncovered, more } = coverage
  line(
    `Tried: ${rules.covered} of ${rules.total} rules, ${conditions.covered} of ${conditions.total} conditions both ways.`,
  )
  if (!isListed) return
  for (const one of uncovered) line(`  ${uncoveredText(one)}`)
  if (more > 0) line(`  and ${more} more`)
}

/** "Global session “Contractors”, rule “From outside”: decides in no test; never met: network.include". */
function uncoveredText({ policyType: type, policyName, ruleName, decides, conditions }: UncoveredRule): string {
  const where = `${policyType(type).shortLabel} “${policyName}”${ruleName === null ? '' : `, rule “${ruleName}”`}`
  const paths = (isOpen: (one: UncoveredRule['conditions'][number]) => boolean, label: string) => {
    const open = conditions.filter(isOpen).map(({ path }) => path)
    return open.length > 0 ? [`${label}: ${open.join(', ')}`] : []
  }
  const parts = [
    ...(decides === false ? ['decides in no test'] : []),
    ...paths(({ met }) => !met, 'never met'),
    ...paths(({ met, unmet }) => met && !unmet, 'always met'),
  ]
  return `${where}: ${parts.join('; ')}`
}
