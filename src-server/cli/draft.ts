import { draftWriteSchema, type Draft } from '#contract/gatehouse/draft.ts'
import { invalidAll } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { toCauses } from '#contract/interface/schema-causes.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  createDraft,
  discardDraft,
  findDraft,
  listDrafts,
  requireDraft,
  settleDrafts,
} from '#operations/drafts/drafts.ts'
import type { Service } from '#operations/service/service.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { say, type Command } from './command.ts'
import { planDraft, publish, rebase } from './draft-publish.ts'
import { showPublications, takeBack } from './draft-take-back.ts'
import { readDraftWishes } from './draft-wishes.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'

const USAGE = `Usage: gatehouse draft create --data FILE --name TEXT [--json]
       gatehouse draft list --data FILE [--json]
       gatehouse draft plan --data FILE --draft NAME [--prefer SIDE]
             [--choose WHAT=SIDE]... [--json]
       gatehouse draft publish --data FILE --draft NAME [--prefer SIDE]
             [--choose WHAT=SIDE]... [--yes-i-know NAME] [--partial] [--keep] [--json]
       gatehouse draft rebase --data FILE --draft NAME [--prefer SIDE]
             [--choose WHAT=SIDE]... [--json]
       gatehouse draft discard --data FILE --draft NAME
       gatehouse draft publications --data FILE [--json]
       gatehouse draft take-back --data FILE [--publication ID] [--json]

Makes, lists, publishes and discards drafts of a closed workspace: copies in
which changes are prepared. The service of the workspace serves them. \`plan\`
says what \`publish\` would change in the workspace, and whom that affects.
\`rebase\` brings what the workspace has changed since into the draft.
\`take-back\` makes a draft in which all is as it was before a publication, to be
planned and published as any other; \`publications\` lists those that are kept.

  --data FILE        the workspace file
  --name TEXT        what the draft is called
  --draft NAME       the name of the draft, or its id
  --publication ID   which publication; without it, the latest
  --prefer SIDE      draft or workspace: who wins where both have changed the same;
                     without it, that is left open
  --choose WHAT=SIDE who wins in a kind, an object, a field or the order of a
                     list: zone=draft, policy:Contractors=workspace,
                     policy:Contractors:description=draft, or
                     rule:order:Contractors=draft; \`plan\` prints WHAT for each.
                     Can be given several times; the narrower one decides, and
                     --prefer the rest
  --yes-i-know NAME  the name of the draft, where it removes objects, or takes
                     access or factors away from people
  --partial          leave out what is refused, in place of changing nothing
  --keep             keep the draft once it is published
  --json             print JSON

\`plan\` ends with 0 where there is nothing to do, with 2 where there is, and with 3
where conflicts are left; \`publish\` with 0, or with 3. Both end with 1 when they
fail, or the workspace would refuse the plan as a whole; \`publish\` also where
something is refused, without --partial. \`rebase\` ends with 0, and with 1 where
it fails or conflicts are left, as it changes nothing then. \`take-back\` ends with
0, with 2 where something is left out since it was changed meanwhile, and with 1
where it fails.`

const OPTIONS = {
  data: { type: 'string' },
  name: { type: 'string' },
  draft: { type: 'string' },
  prefer: { type: 'string' },
  choose: { type: 'string', multiple: true },
  'yes-i-know': { type: 'string' },
  partial: { type: 'boolean' },
  publication: { type: 'string' },
  keep: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flag = 'partial' | 'keep' | 'json'
type Values = Partial<
  Record<Exclude<keyof typeof OPTIONS, Flag | 'choose'>, string> & Record<Flag, boolean> & { choose: string[] }
>

const writing =
  (service: Service) =>
  <T>(work: (tx: Tx) => Promise<T>) =>
    service.write(systemContext(), work)

/** Without its address, which it has only while it is served. */
const shown = ({ url: _, ...draft }: Draft) => draft

async function create(service: Service, { name, json }: Values): Promise<void> {
  const body = draftWriteSchema.safeParse({ name })
  if (!body.success) throw invalidAll(toCauses(body.error, 'body'))
  const id = await createDraft(service, writing(service), body.data)
  say(json ? JSON.stringify(shown(await requireDraft(service, id))) : id)
}

async function list(service: Service, { json }: Values): Promise<void> {
  const { items: all } = await listDrafts(service, { limit: LIMITS.drafts })
  const items = all.toSorted((a, b) => b.created.localeCompare(a.created))
  if (json) return say(JSON.stringify(items.map(shown)))
  for (const { id, created, changes, name } of items) say([id, created, changesLine(changes), name].join('\t'))
}

function changesLine(changes: number | null): string {
  if (changes === null) return 'its file is missing'
  return changes === 1 ? '1 change' : `${changes} changes`
}

async function discard(service: Service, { draft: nameOrId = '' }: Values): Promise<void> {
  const { id, name } = await findDraft(service.reader, nameOrId)
  await discardDraft(service, writing(service), id)
  say(`${name} is discarded.`)
}

interface Step extends Subcommand<keyof typeof OPTIONS> {
  run: (service: Service, values: Values) => Promise<number | void>
}

const STEPS: Readonly<Record<string, Step>> = {
  create: { run: create, needs: ['name'], takes: ['json'] },
  list: { run: list, takes: ['json'] },
  plan: { run: planDraft, needs: ['draft'], takes: ['prefer', 'choose', 'json'] },
  publish: { run: publish, needs: ['draft'], takes: ['prefer', 'choose', 'yes-i-know', 'partial', 'keep', 'json'] },
  rebase: { run: rebase, needs: ['draft'], takes: ['prefer', 'choose', 'json'] },
  discard: { run: discard, needs: ['draft'] },
  publications: { run: showPublications, takes: ['json'] },
  'take-back': { run: takeBack, takes: ['publication', 'json'] },
}

/** Makes, lists, publishes, takes back and discards drafts. */
export const draft: Command = {
  usage: USAGE,
  misused: 1,
  async run(args) {
    const { step, data, values } = readSubcommand(args, { command: 'draft', options: OPTIONS, steps: STEPS })
    readDraftWishes(values)
    return withClosedWorkspace(data, 'Use the page Drafts there.', async (service) => {
      await settleDrafts(service)
      return (await step.run(service, values)) ?? 0
    })
  },
}
