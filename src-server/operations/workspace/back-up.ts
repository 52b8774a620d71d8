import type { Store } from '../../db/store.ts'
import { writeSetting } from '../settings.ts'

/** Copies the whole workspace to another file while it stays in use, and remembers when. @param now ISO 8601 */
export async function backUpWorkspace(store: Store, to: string, now: string): Promise<void> {
  await store.backup(to)
  await store.write(({ statements }) => writeSetting(statements, 'lastBackup', now))
}
