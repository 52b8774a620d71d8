import { judgeIn, type Directory, type Judge } from './evaluate.ts'
import type { ScannedPerson } from './scan.ts'

/** Asks rules of a person once everything that they and others change has changed. */
export function judgeAfter({ person, outcome }: ScannedPerson, directory: Directory): Judge {
  const ended = new Set(outcome.ends.map(({ groupId }) => groupId))
  const stay = [...person.held.keys()].filter((id) => !ended.has(id))
  return judgeIn(person, [...stay, ...outcome.begins.map(({ groupId }) => groupId)], directory)
}
