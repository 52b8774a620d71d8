import type { Group } from '../../../src-server/contract/group.ts'

const WORDS: Record<Group['type'], string> = {
  SVC_GROUP: 'Kept here',
  APP_GROUP: 'From an application',
  BUILT_IN: 'Built in',
}

/** Where a group comes from, in words. Only groups kept here can be changed. */
export function groupTypeWord(type: Group['type']): string {
  return WORDS[type]
}
