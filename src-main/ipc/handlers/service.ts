import { isPortFree } from '../../host/port.ts'
import type { WorkspaceHost } from '../../host/workspace-host.ts'
import type { Leaving } from '../../lifecycle/leave.ts'
import { toText } from '../../lifecycle/switch-workspace.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'

/** Where the service listens. */
export function serviceHandlers(
  host: Pick<WorkspaceHost, 'current' | 'moveTo'>,
  leaving: Pick<Leaving, 'mayLeave'>,
): Pick<Handlers, 'service:port'> {
  return {
    'service:port': async ({ port }) => {
      const now = host.current()?.workspace ?? null
      if (now?.port === port) return now
      // Before anything is asked or closed.
      if (!(await isPortFree(port))) {
        throw new UserFacingError(
          'PORT_BUSY',
          `Port ${port} is in use by another program, or may not be used by this account. Choose another.`,
        )
      }
      return (await leaving.mayLeave('workspace')) ? toText(host.moveTo(port)) : null
    },
  }
}
