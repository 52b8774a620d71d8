import type { Migration } from './migration.ts'
import { migration0010 } from './0010-workspace.ts'
import { migration0020 } from './0020-supporting.ts'

/** Every step in order; numbers go up in tens so that a hot fix can go between. */
export const MIGRATIONS: readonly Migration[] = [migration0010, migration0020]
