import type { Migration, MigrationTx } from './migration.ts'

/** Rows that are read and written at once. */
const BATCH = 1_000

/**
 * Takes what is secret about a person out of their row: hashes of passwords and answers stand in a table of their own, which only
 * what sets or checks them reads. What is shown stays with the person: that a password is set, the question, the provider. The key of a
 * login is the login without case and accents, by which it is unique (spec/4 §2.1). Addresses that are given out once are
 * known by their hashes.
 */
export const migration0120: Migration = {
  name: '0120-user-credentials',
  async up(tx) {
    for (const sql of STATEMENTS) await tx.exec(sql)
    await fillLoginKeys(tx)
    await tx.exec('CREATE INDEX users_login_key ON users (login_key)')
  },
}

const STATEMENTS = [
  `CREATE TABLE user_credentials (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    password TEXT,
    answer TEXT,
    history JSON NOT NULL DEFAULT '[]',
    failed_attempts INTEGER NOT NULL DEFAULT 0,
    locked_at TEXT,
    locked_from TEXT
  ) WITHOUT ROWID`,
  `CREATE TABLE one_time_links (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX one_time_links_user ON one_time_links (user_id)`,
  `ALTER TABLE users ADD COLUMN has_password TINYINT(1) NOT NULL DEFAULT 0`,
  `ALTER TABLE users ADD COLUMN recovery_question TEXT`,
  `ALTER TABLE users ADD COLUMN provider_type TEXT NOT NULL DEFAULT 'SVC'`,
  `ALTER TABLE users ADD COLUMN provider_name TEXT NOT NULL DEFAULT 'SVC'`,
  `ALTER TABLE users ADD COLUMN login_key TEXT NOT NULL DEFAULT '' COLLATE NOCASE`,
  `INSERT INTO user_credentials (user_id, password, history)
    SELECT id, password_hash, json_array(password_hash) FROM users WHERE password_hash IS NOT NULL`,
  `UPDATE users SET has_password = 1 WHERE password_hash IS NOT NULL`,
  `ALTER TABLE users DROP COLUMN password_hash`,
]

const keyOf = (login: string) =>
  login
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

async function fillLoginKeys(tx: MigrationTx): Promise<void> {
  const [{ count = 0 } = {}] = await tx.all<{ count: number }>('SELECT count(*) AS count FROM users')
  let after = ''
  for (let done = 0; done < count; done += BATCH) {
    const sql = 'SELECT id, login FROM users WHERE id > ? ORDER BY id LIMIT ?'
    const rows = await tx.all<{ id: string; login: string }>(sql, [after, BATCH])
    const keys = JSON.stringify(rows.map(({ id, login }) => [id, keyOf(login)]))
    await tx.run(
      `UPDATE users SET login_key = given.value ->> 1 FROM json_each(?) AS given WHERE users.id = given.value ->> 0`,
      [keys],
    )
    after = rows.at(-1)?.id ?? after
    tx.progress(Math.min(count, done + BATCH), count)
  }
}
