import { writeFile } from 'node:fs/promises'
import { invariantWriteSchema, type InvariantCheck, type InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { checkInvariants } from '#operations/invariants/check-invariants.ts'
import { importInvariants } from '#operations/invariants/import-invariants.ts'
import { listInvariants } from '#operations/invariants/invariants.ts'
import { withIds, withNames } from '#operations/invariants/portable.ts'
import type { Service } from '#operations/service/service.ts'
import { yamlText } from '#sync/sides/folder/yaml-text.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { say, type Command } from './command.ts'
import { withCopiedWorkspace } from './copied-workspace.ts'
import { fileOf } from './data-file.ts'
import { readNamedList } from './named-list.ts'
import { repair } from './repair-invariant.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'

const USAGE = `Usage: gatehouse invariants check --data FILE [--draft NAME]
             [--cases FILE]... [--json]
       gatehouse invariants repair NAME --data FILE [--draft NAME]
             [--apply CODE] [--json]
       gatehouse invariants export FILE --data FILE [--draft NAME]
       gatehouse invariants import FILE --data FILE

Proves what has to hold of every sign-in there could be, or shows one that
breaks it. The workspace may be in use, except for \`import\`. \`export\` writes the
invariants of the workspace to a new YAML file, with names in place of ids;
\`import\` saves those of a file, and replaces those of the same name.
\`repair\` prints the smallest changes of rules that make a broken one hold, least
impact first. A change is made in a draft alone, whose plan says what it does.

  --data FILE       the workspace file
  --draft NAME      a draft of the workspace in place of it, by its name or id
  --cases FILE      invariants of a YAML or JSON file, in place of those of the
                    workspace; can be given several times
  --apply CODE      make the change that \`repair\` prints with this code, in the
                    draft; the workspace has to be closed
  --json            print one line of JSON

Ends with 0 where all invariants hold, with 2 where one does not, and with 1
where it fails itself, or there is no invariant. \`repair\` ends with 0 where the
invariant holds, or does so now; with 2 where it does not; and with 1 where it
fails, or there is no such invariant or change.`

const OPTIONS = {
  data: { type: 'string' },
  draft: { type: 'string' },
  cases: { type: 'string', multiple: true },
  apply: { type: 'string' },
  json: { type: 'boolean' },
} as const

interface Values {
  draft?: string
  cases?: string[]
  apply?: string
  json?: boolean
}

interface Step extends Subcommand<keyof typeof OPTIONS> {
  run: (data: string, values: Values, file: string) => Promise<number>
}

const read = async (files: readonly string[]): Promise<InvariantWrite[]> =>
  (
    await readNamedList(files, {
      ...{ key: 'invariants', noun: 'invariant', plural: 'invariants' },
      ...{ schema: invariantWriteSchema, max: LIMITS.invariants },
    })
  ).map(({ item }) => item)

async function check(data: string, { draft, cases, json }: Values): Promise<number> {
  // Before anything is opened: a mistake in a file needs no workspace.
  const given = cases && (await read(cases))
  return withCopiedWorkspace(await fileOf(data, draft), async (service) => {
    const found = await checkInvariants(service, given ? { invariants: await withIds(service, given) } : {})
    if (found.results.length === 0)
      throw new UserFacingError(`There is no invariant in the ${given ? 'files' : 'workspace'}.`)
    if (json) say(JSON.stringify(found))
    else show(found)
    return found.holding === found.results.length ? 0 : 2
  })
}

const WORDS = { HOLDS: 'holds', BROKEN: 'BROKEN', DEPENDS: 'DEPENDS', NOT_DECIDED: 'NOT DECIDED' } as const

function show({ results, holding, broken, open }: InvariantCheck): void {
  const line = (text: string) => say(plainLine(text))
  for (const { state, name, sentence, text } of results) {
    line(`${WORDS[state]}  ${name}`)
    if (state === 'HOLDS') continue
    line(`        ${sentence}`)
    line(`        ${text}`)
  }
  line(
    `${results.length === 1 ? '1 invariant' : `${results.length} invariants`}: ${holding} hold, ${broken} broken, ${open} open.`,
  )
}

async function exportAll(data: string, { draft }: Values, to: string): Promise<number> {
  return withCopiedWorkspace(await fileOf(data, draft), async (service: Service) => {
    const all = await withNames(service, await listInvariants(service.reader))
    const written = all.map(({ name, description, scope, app, claim }) => ({
      ...{ name, ...(description && { description }), scope },
      ...(app && { app }),
      claim,
    }))
    const text = yamlText({ invariants: written }, 'Invariants: gatehouse invariants check --cases')
    // It may name people.
    await writeFile(to, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new UserFacingError(error.code === 'EEXIST' ? `${to} is there already.` : `${to} cannot be written to.`)
    })
    say(written.length === 1 ? '1 invariant.' : `${written.length} invariants.`)
    return 0
  })
}

async function importAll(data: string, _values: Values, from: string): Promise<number> {
  const given = await read([from])
  return withClosedWorkspace(data, 'Invariants are imported into a closed workspace.', async (service) => {
    const { created, replaced } = await importInvariants(service, given)
    say(`${created} created, ${replaced} replaced.`)
    return 0
  })
}

const STEPS: Readonly<Record<string, Step>> = {
  check: { run: check, takes: ['draft', 'cases', 'json'] },
  repair: { run: repair, takes: ['draft', 'apply', 'json'], words: ['NAME'] },
  export: { run: exportAll, takes: ['draft'], words: ['FILE'] },
  import: { run: importAll, words: ['FILE'] },
}

/** Checks what has to hold of every sign-in, and writes it to files and back. */
export const invariants: Command = {
  usage: USAGE,
  misused: 1,
  async run(args) {
    const { step, data, values, words } = readSubcommand(args, {
      ...{ command: 'invariants', options: OPTIONS, steps: STEPS },
    })
    return step.run(data, values, words[0] ?? '')
  },
}
