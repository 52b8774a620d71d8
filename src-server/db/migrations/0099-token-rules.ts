import { statements, type Migration } from './migration.ts'

/** Completes the conditions of token rules that an older version stored, so that they are answered as new ones are (spec/5 §14). */
export const migration0099: Migration = {
  name: '0099-token-rules',
  up: statements([
    `UPDATE policy_rules SET conditions = json_insert(coalesce(conditions, '{}'),
      '$.people', json('{}'), '$.people.users', json('{}'), '$.people.users.exclude', json('[]'),
      '$.scopes', json('{}'), '$.scopes.include', json('[]'))
      WHERE policy_id IN (SELECT id FROM policies WHERE type = 'OAUTH_AUTHORIZATION_POLICY')`,
  ]),
}
