import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { findConnection } from '#operations/connections/connections.ts'
import { lastPull } from '#operations/connections/pulls.ts'
import type { Service } from '#operations/service/service.ts'
import { compareAndKeep } from '#sync/compare-with-remote.ts'
import { reviewComparison } from '#sync/review/review-comparison.ts'
import { pullFrom } from '#sync/pull/run-pull.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { clearProgress, say, showProgress, type Command } from './command.ts'
import { showComparison } from './show-comparison.ts'
import { pullLines, showPull } from './show-pull.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'
import { apply, assertApart } from './sync-apply.ts'
import { pair, pairs, unpair } from './sync-pairs.ts'
import { plan } from './sync-plan.ts'
import { takeBack } from './sync-take-back.ts'
import { pullRequestNow, readWishes, type Wishes } from './sync-wishes.ts'

const USAGE = `Usage: gatehouse sync compare --data FILE --remote NAME [--impact] [--whole] [--json]
       gatehouse sync pull --data FILE --remote NAME [--prefer SIDE] [--choose WHAT=SIDE]...
                      [--whole] [--json]
       gatehouse sync status --data FILE --remote NAME [--json]
       gatehouse sync plan --data FILE --remote NAME [--prefer SIDE] [--choose WHAT=SIDE]...
                      [--from NAME [--remove]] [--whole] [--dry-run]
                      [--out PLAN] [--markdown FILE] [--json]
       gatehouse sync apply --data FILE --remote NAME [--plan PLAN | --prefer SIDE,
                      --choose WHAT=SIDE..., --from NAME, --remove, --whole]
                      [--dry-run | --yes-i-know NAME] [--partial]
                      [--secrets FILE] [--json]
       gatehouse sync take-back --data FILE --remote NAME [--plan ID] [--apply]
                      [--yes-i-know NAME] [--partial] [--secrets FILE] [--json]
       gatehouse sync pair KIND OURS THEIRS --data FILE --remote NAME
       gatehouse sync pairs --data FILE --remote NAME [--json]
       gatehouse sync unpair KIND OURS --data FILE --remote NAME

Compares a closed workspace with the instance of a connection, brings what has
changed there into the workspace, or says what the latest pull has done; plans
what makes the remote be as the workspace, or as another remote, carries that
out, and takes back what was carried out. \`apply\` and \`take-back --apply\` alone
change something at the remote. \`pair\` says that an object of the workspace and
one of the remote are the same, whatever they are called: from then on they are
compared, pulled and planned as one. KIND is as \`compare --json\` says it, such as
zone; OURS is the id or the name of the object of the workspace, THEIRS the id of
that of the remote, which is asked for it. What belongs to something else, such as
a rule, has the id of that before its own: 00p1…/0pr1….

  --data FILE       the workspace file
  --remote NAME     the name of the connection, or its id
  --prefer SIDE     who wins where both sides have changed the same: remote or
                    workspace; without it, the remote at the first pull, the
                    workspace in a plan before it, and later such objects stay
                    as they are, as conflicts
  --choose WHAT=SIDE
                    who wins in a kind, an object, a field or the order of a
                    list: zone=remote, policy:Contractors=workspace,
                    policy:Contractors:description=remote, or
                    rule:order:Contractors=remote; an id from \`compare
                    --json\`, such as policy:00p1…, does as well. Can be given
                    several times; the narrower one decides, and --prefer the rest
  --from NAME       another connection: its remote says what is wanted, in place
                    of the workspace, which then stands for it in SIDE. People,
                    and the profile and contacts of the organization, stay
  --remove          with --from: remove what only the remote has
  --dry-run         try the plan on a twin, a copy of the workspace that is made to
                    be as the remote; \`apply\` changes nothing then
  --whole           read everything of the remote; without it, only what its log
                    names since the last pull, where that is known
  --impact          also whom a pull would affect, as far as policies decide
  --out PLAN        write the plan to a JSON file, from which \`apply\` takes it
  --markdown FILE   write the plan as Markdown, for a comment on a pull request
  --plan PLAN       apply this plan, if planning again makes the same one; it
                    says who wins, too. \`take-back\` takes the id of a plan
                    that was applied or has stopped, or latest, which it does
                    unasked
  --apply           carry out what takes it back; without it, that is only planned
  --yes-i-know NAME the name of the connection; needed where objects are removed,
                    or people lose access or sign in with fewer factors
  --partial         leave out what is refused, in place of changing nothing
  --secrets FILE    JSON of the secrets that steps need, as \`plan\` lists them:
                    { "eventHook/NAME": { "PATH": "…" } }; - reads it from standard
                    input. What is not given is entered there afterwards
  --json            print the result as one line of JSON

\`compare\` ends with 0 where nothing differs, with 2 where something does, with 3
where both sides have changed the same. \`pull\` ends with 0 where all was taken
over, with 3 where conflicts remain, and with 1 where the workspace refused
objects, which it names. \`status\` ends with 0. \`plan\` ends with 0 where there is
nothing to do, with 2 where there is, with 3 where conflicts are left, and with 1
where a dry run was refused; \`apply --dry-run\` ends as \`plan\` does. \`apply\` ends
with 0 where all is done, with 3 where conflicts are left, and with 1 where it has
stopped: what is done stays done, and the same command plans again and goes on with
the rest; behind --plan a new plan is needed. \`take-back\` ends as \`plan\`, and with
--apply as \`apply\`. All end with 1 when they fail.`

const OPTIONS = {
  data: { type: 'string' },
  remote: { type: 'string' },
  prefer: { type: 'string' },
  choose: { type: 'string', multiple: true },
  whole: { type: 'boolean' },
  from: { type: 'string' },
  remove: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  impact: { type: 'boolean' },
  out: { type: 'string' },
  markdown: { type: 'string' },
  plan: { type: 'string' },
  apply: { type: 'boolean' },
  'yes-i-know': { type: 'string' },
  partial: { type: 'boolean' },
  secrets: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Option = keyof typeof OPTIONS
type Text = 'remote' | 'out' | 'markdown' | 'plan' | 'yes-i-know' | 'secrets'
type Flag = 'impact' | 'apply' | 'partial' | 'json'
type Values = Wishes & { [Name in Text]?: string | undefined } & { [Name in Flag]?: boolean | undefined }

async function compare(service: Service, { remote = '', whole, impact, json }: Values): Promise<number> {
  const { id: connectionId } = await findConnection(service.reader, remote)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const workspace = inProcessCaller(service)
  const comparison = await compareAndKeep(service, { workspace, connectionId, isWhole: whole, onProgress })
  const review = impact ? await reviewPull(service, connectionId) : null
  clearProgress()
  return showComparison(comparison, { ours: 'workspace', theirs: 'remote' }, { json, review })
}

/** Whom a pull would affect that leaves conflicts as they are. */
async function reviewPull(service: Service, connectionId: string): Promise<ChangeReview | null> {
  service.own.writer = inProcessWriter(service)
  const reviewed = await reviewComparison(service, {
    ...{ connectionId, request: {} },
    write: (work) => service.write(systemContext(), work),
  })
  return reviewed.remote
}

async function pull(service: Service, values: Values): Promise<number> {
  const { remote = '', json } = values
  const { id: connectionId } = await findConnection(service.reader, remote)
  const request = await pullRequestNow(service, connectionId, values)
  const onProgress = (done: number, total: number | null) =>
    showProgress(total === null ? `${done} objects` : `${done} of ${total} objects`)
  const summary = await pullFrom(service, {
    ...{ caller: inProcessCaller(service), writer: inProcessWriter(service) },
    ...{ connectionId, request, context: systemContext(), onProgress },
  })
  clearProgress()
  return showPull(summary, json)
}

async function status(service: Service, { remote = '', json }: Values): Promise<number> {
  const { id, name } = await findConnection(service.reader, remote)
  const latest = await lastPull(service.reader, id)
  if (json) say(JSON.stringify(latest ?? null))
  else
    for (const line of latest ? [`Pulled at ${latest.pulledAt}.`, ...pullLines(latest)] : [`${name} was never pulled.`])
      say(line)
  return 0
}

interface Step extends Subcommand<Option> {
  run: (service: Service, values: Values, words: readonly string[]) => Promise<number>
}

const WISHES = ['prefer', 'choose', 'from', 'remove', 'whole', 'dry-run'] as const

const STEPS: Readonly<Record<string, Step>> = {
  compare: { run: compare, needs: ['remote'], takes: ['impact', 'whole', 'json'] },
  pull: { run: pull, needs: ['remote'], takes: ['prefer', 'choose', 'whole', 'json'] },
  status: { run: status, needs: ['remote'], takes: ['json'] },
  plan: { run: plan, needs: ['remote'], takes: [...WISHES, 'out', 'markdown', 'json'] },
  apply: { run: apply, needs: ['remote'], takes: ['plan', ...WISHES, 'yes-i-know', 'partial', 'secrets', 'json'] },
  pair: { run: pair, needs: ['remote'], words: ['KIND', 'OURS', 'THEIRS'] },
  pairs: { run: pairs, needs: ['remote'], takes: ['json'] },
  unpair: { run: unpair, needs: ['remote'], words: ['KIND', 'OURS'] },
  'take-back': {
    run: takeBack,
    needs: ['remote'],
    takes: ['plan', 'apply', 'yes-i-know', 'partial', 'secrets', 'json'],
  },
}

/** Compares a workspace with an instance elsewhere, and brings what one has to the other. */
export const sync: Command = {
  usage: USAGE,
  misused: 1,
  async run(args) {
    const line = { command: 'sync', options: OPTIONS, steps: STEPS }
    const { step, data, values, words } = readSubcommand(args, line)
    readWishes(values)
    assertApart(values)
    return withClosedWorkspace(data, 'Use the page Sync there.', (service) => step.run(service, values, words))
  },
}
