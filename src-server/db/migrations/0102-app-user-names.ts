import { statements, type Migration } from './migration.ts'

/** The name that a request gave a person in an application; null where it follows the application's template (spec/5 §8.6). */
export const migration0102: Migration = {
  name: '0102-app-user-names',
  up: statements([`ALTER TABLE app_users ADD COLUMN user_name TEXT`]),
}
