import { inProcessCaller } from '#http/in-process-caller.ts'
import { findConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { compareWithRemote } from '#sync/compare-with-remote.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { clearProgress, showProgress, type Command } from './command.ts'
import { showComparison } from './show-comparison.ts'
import { readSubcommand } from './subcommands.ts'

const USAGE = `Usage: gatehouse sync compare --data FILE --remote NAME [--json]

Compares a closed workspace with the instance of a connection, and changes nothing.

  --data FILE       the workspace file
  --remote NAME     the name of the connection, or its id
  --json            print the comparison as one line of JSON

Ends with 0 where nothing differs, with 2 where something does, with 3 where both
sides have changed the same, and with 1 when it fails.`

const OPTIONS = { data: { type: 'string' }, remote: { type: 'string' }, json: { type: 'boolean' } } as const
type Values = { remote?: string | undefined; json?: boolean | undefined }

async function compare(service: Service, { remote = '', json }: Values): Promise<number> {
  const { id: connectionId } = await findConnection(service.reader, remote)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const workspace = inProcessCaller(service)
  const comparison = await compareWithRemote(service, { workspace, connectionId, onProgress })
  clearProgress()
  return showComparison(comparison, { ours: 'workspace', theirs: 'remote' }, json)
}

const STEPS = { compare: { run: compare, needs: ['remote'], takes: ['json'] } } as const

/** Compares a workspace with an instance elsewhere. */
export const sync: Command = {
  usage: USAGE,
  async run(args) {
    // Of a mistake in the line 1, since 2 says that something differs.
    const line = { command: 'sync', options: OPTIONS, steps: STEPS, status: 1 }
    const { step, data, values } = readSubcommand(args, line)
    return withClosedWorkspace(data, 'Use the page Sync there.', (service) => step.run(service, values))
  },
}
