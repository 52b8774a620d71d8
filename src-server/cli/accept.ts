import { systemContext } from '#audit-log/request-context.ts'
import { acceptConcerns, listConcerns } from '#operations/audit/proof/concerns.ts'
import { nameOfLength } from '#contract/interface/fields.ts'
import { inspectLog } from '#operations/audit/proof/log-trust.ts'
import { readClock } from '#operations/audit/proof/clock.ts'
import { readOptions, say, UsageError, type Command } from './command.ts'
import { withClosedWorkspace } from './closed-workspace.ts'

const USAGE = `Usage: gatehouse audit accept --data FILE --reason TEXT

Accepts what was found about the audit log of a workspace that is not open: that
it does not continue from what was sealed on this machine, as after a backup was
restored, or that the clock jumped ahead. Prints what was found and records it as
an event with the reason. From then on the log is sealed again.

  --data FILE       the workspace file
  --reason TEXT     why this is as it should be, in one line`

const OPTIONS = { data: { type: 'string' }, reason: { type: 'string' } } as const

/** Accepts the concerns about the log of a workspace. */
export const accept: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const reason = nameOfLength(255).safeParse(values.reason)
    if (!values.data || positionals.length) throw new UsageError('audit accept takes --data FILE and --reason TEXT.')
    if (!reason.success) throw new UsageError('--reason takes one line of 1 to 255 characters.')
    return withClosedWorkspace(values.data, 'Accept it on the audit page there.', async (service) => {
      await inspectLog(service)
      await readClock(service)
      const concerns = await listConcerns(service)
      for (const { kind, message } of concerns) say(`${kind}: ${message}`)
      if (concerns.length === 0) say('There is nothing to accept.')
      else await acceptConcerns(service, systemContext(), reason.data)
      return 0
    })
  },
}
