import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import type { RawDatabase } from '#db/driver.ts'

// Loaded before the service by `startProcess`: the service kills itself before a change of its files that it is told, which no signal from outside can meet.

/** Changes since it was last told; what begins in the database or in a folder, not what ends. */
let changes = 0
let fatal = Infinity

function beforeChange(): void {
  changes += 1
  if (changes === fatal) process.kill(process.pid, 'SIGKILL')
}

const CHANGING = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|BEGIN|COMMIT|VACUUM)/i

interface Sqlite {
  Database: { prototype: RawDatabase }
  Statement: { prototype: { run: (...given: unknown[]) => unknown } }
}

/** Has each call of a method be noted that changes something. */
function noting<Name extends string>(
  on: Record<Name, (...given: never[]) => unknown>,
  name: Name,
  isChange: (first: unknown) => boolean,
): void {
  const usual = on[name]
  on[name] = function (this: unknown, ...given: never[]) {
    if (isChange(given[0])) beforeChange()
    return Reflect.apply(usual, this, given) as unknown
  }
}

if (isMainThread && process.send) {
  const { Database, Statement } = ((await import('sqlite3' as string)) as { default: Sqlite }).default
  const isChangingText = (sql: unknown) => typeof sql === 'string' && CHANGING.test(sql)
  for (const name of ['run', 'all', 'exec'] as const) noting(Database.prototype as never, name, isChangingText)
  noting(Statement.prototype, 'run', () => true)
  for (const name of ['rename', 'rm', 'copyFile'] as const) noting(fsPromises as never, name, () => true)
  syncBuiltinESMExports()

  process.on('message', (at: number | null) => {
    process.send?.(changes)
    changes = 0
    fatal = at ?? Infinity
  })
  process.channel?.unref()
}
