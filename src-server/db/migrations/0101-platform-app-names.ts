import { statements, type Migration } from './migration.ts'

/** The dashboard of the platform bears the name that clients look for (spec/5 decision 6). */
export const migration0101: Migration = {
  name: '0101-platform-app-names',
  up: statements([`UPDATE apps SET name = 'svc_enduser' WHERE system = 1 AND name = 'svc_dashboard'`]),
}
