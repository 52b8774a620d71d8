import type { Updates } from '../../updates/updates.ts'
import type { Handlers } from '../call.ts'

/** What the page asks about updates of the program. */
export function updateHandlers(
  updates: Updates,
): Pick<Handlers, 'updates:state' | 'updates:check' | 'updates:download' | 'updates:install'> {
  return {
    'updates:state': () => updates.state(),
    'updates:check': () => updates.check(),
    'updates:download': () => updates.download(),
    'updates:install': () => updates.install(),
  }
}
