import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inProcessCaller } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { comparisonViews } from '#sync/compare/comparison-view.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { writeFolder } from '#sync/sides/folder/write-folder.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { clearProgress, say, showProgress, UsageError, type Command } from './command.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { withCopiedWorkspace } from './copied-workspace.ts'
import { fileOf } from './data-file.ts'
import { applyFolder, planFolder } from './folder-apply.ts'
import { applyFolderThere, planFolderThere } from './folder-remote.ts'
import { showComparison } from './show-comparison.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'

const USAGE = `Usage: gatehouse folder write DIR --data FILE [--draft NAME] [--people | --no-people]
       gatehouse folder compare DIR --data FILE [--draft NAME] [--json]
       gatehouse folder plan DIR --data FILE [--remote NAME] [--partial] [--json]
       gatehouse folder apply DIR --data FILE [--remote NAME] [--yes-i-know NAME]
                        [--partial] [--secrets FILE] [--json]

Writes the organization into a folder of YAML files, compares it with one, or
makes it be as one, so that it can be kept under version control. Files hold
names in place of ids, and no secrets; comments in them stay. The workspace may
be in use, except by \`apply\` and with --remote.

\`plan\` prints each step that \`apply\` would take, and whom it affects. What the
folder does not have is removed; people stay where they are no part of it. All
of it is done, or nothing; at a remote step by step, as far as it goes.

  --data FILE       the workspace file
  --draft NAME      a draft of the workspace in place of it, by its name or id
  --people          write people, their memberships and roles, too; from then
                    on they are part of the folder, until --no-people
  --remote NAME     make the remote of this connection be as the folder, in place
                    of the workspace
  --yes-i-know NAME the name of the organization or the connection, where something
                    is removed, or access or factors are taken away
  --partial         leave out what is refused, in place of changing nothing
  --secrets FILE    JSON of the secrets that steps need, as \`plan\` lists them:
                    { "eventHook/NAME": { "PATH": "…" } }; - reads it from standard
                    input. What is not given is entered afterwards
  --json            print one line of JSON

\`compare\` and \`plan\` end with 0 where nothing differs, with 2 where something does,
and with 1 when they fail, or the workspace would refuse the plan; \`apply\` ends
with 0 where all is done, else with 1.`

const OPTIONS = {
  data: { type: 'string' },
  people: { type: 'boolean' },
  'no-people': { type: 'boolean' },
  draft: { type: 'string' },
  remote: { type: 'string' },
  'yes-i-know': { type: 'string' },
  partial: { type: 'boolean' },
  secrets: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Flag = 'people' | 'no-people' | 'partial' | 'json'
type Values = Partial<Record<Flag, boolean> & Record<'yes-i-know' | 'remote' | 'draft' | 'secrets', string>>

async function readWorkspace(service: Service) {
  const onProgress = ({ kind, objects }: { kind: string; objects: number }) => showProgress(`${kind}: ${objects}`)
  const snapshot = await readSide(inProcessCaller(service), { onProgress })
  clearProgress()
  return snapshot
}

async function write(folder: string, service: Service, values: Values): Promise<number> {
  const people = values.people ? true : values['no-people'] ? false : undefined
  await mkdir(folder, { recursive: true })
  const { files, made, changed, removed } = await writeFolder(folder, await readWorkspace(service), people)
  say(`${files} files: ${made} new, ${changed} changed, ${removed} removed.`)
  return 0
}

async function compare(folder: string, service: Service, { draft, json }: Values): Promise<number> {
  const theirs = await readFolder(folder)
  const ours = await readWorkspace(service)
  const comparison = comparisonViews(compareSnapshots({ ours, theirs }), ours, theirs)
  const sides = { ours: draft === undefined ? 'workspace' : 'draft', theirs: 'folder' }
  return showComparison(comparison, sides, { json })
}

const plan = (folder: string, service: Service, values: Values) =>
  (values.remote === undefined ? planFolder : planFolderThere)(folder, service, values)

const apply = (folder: string, service: Service, values: Values) =>
  (values.remote === undefined ? applyFolder : applyFolderThere)(folder, service, values)

interface Step extends Subcommand<keyof typeof OPTIONS> {
  /** On a copy of the workspace, unless it writes to it. */
  writes?: true
  run: (folder: string, service: Service, values: Values) => Promise<number>
}

const STEPS: Readonly<Record<string, Step>> = {
  write: { run: write, takes: ['draft', 'people', 'no-people'] },
  compare: { run: compare, takes: ['draft', 'json'] },
  plan: { run: plan, takes: ['remote', 'partial', 'json'] },
  apply: { run: apply, takes: ['remote', 'yes-i-know', 'partial', 'secrets', 'json'], writes: true },
}

const CLOSE = 'A folder is applied to a closed workspace.'

/** Writes a folder of YAML files, compares the workspace with one, and makes it be as one. */
export const folder: Command = {
  usage: USAGE,
  misused: 1,
  async run(args) {
    const line = { command: 'folder', options: OPTIONS, steps: STEPS, word: 'a folder' }
    const { step, data, values, word } = readSubcommand(args, line)
    if (values.people && values['no-people']) throw new UsageError('--people does not go with --no-people.')
    const work = (service: Service) => step.run(resolve(word), service, values)
    // A plan for a remote is kept.
    return step.writes || values.remote !== undefined
      ? withClosedWorkspace(data, CLOSE, work)
      : withCopiedWorkspace(await fileOf(data, values.draft), work)
  },
}
