import { connections } from '#db/tables/connections.ts'
import { inProcessCaller } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { compareWithRemote } from '#sync/compare-with-remote.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { clearProgress, readOptions, showProgress, UsageError, type Command } from './command.ts'
import { showComparison } from './show-comparison.ts'

const USAGE = `Usage: gatehouse sync compare --data FILE --remote NAME [--json]

Compares a closed workspace with the instance of a connection, and changes nothing.

  --data FILE       the workspace file
  --remote NAME     the name of the connection, or its id
  --json            print the comparison as one line of JSON

Ends with 0 where nothing differs, with 2 where something does, with 3 where both
sides have changed the same, and with 1 when it fails.`

const OPTIONS = { data: { type: 'string' }, remote: { type: 'string' }, json: { type: 'boolean' } } as const

/** Of a command that says by 2 that something differs. */
const misused = (message: string) => new UsageError(message, 1)

/** @throws UsageError for what is neither the name nor the id of a connection */
async function findConnection({ reader }: Service, nameOrId: string): Promise<string> {
  const known = await connections.findAll(reader)
  const one = known.find(({ id, name }) => id === nameOrId || name === nameOrId)
  if (!one) throw misused(`No connection is called ${nameOrId}; gatehouse remote list shows them.`)
  return one.id
}

async function compare(service: Service, remote: string, json: boolean | undefined): Promise<number> {
  const connectionId = await findConnection(service, remote)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const workspace = inProcessCaller(service)
  const comparison = await compareWithRemote(service, { workspace, connectionId, onProgress })
  clearProgress()
  return showComparison(comparison, { ours: 'workspace', theirs: 'remote' }, json)
}

/** Compares a workspace with an instance elsewhere. */
export const sync: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS, 1)
    const { data, remote, json } = values
    if (positionals.join(' ') !== 'compare' || !data || !remote)
      throw misused('sync takes compare, --data FILE and --remote NAME.')
    return withClosedWorkspace(data, 'Use the page Sync there.', (service) => compare(service, remote, json))
  },
}
