import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { isAboutGroups } from './references.ts'
import { walk } from './tree.ts'
import type { Expression, GroupRecord, Node } from './types.ts'

/**
 * What an expression sees of one group: groups with the same text are alike to it, and one with '' changes nothing for its members.
 */
export type GroupLikeness = (group: GroupRecord) => string

const FIXED: ReadonlySet<Node['kind']> = new Set(['literal', 'list', 'map'])

/** A call that asks one group after another, by criteria that are the same for all people. */
const asksEach = (node: Node): boolean =>
  node.kind === 'call' &&
  node.name === 'isMemberOf' &&
  node.receiver?.kind === 'name' &&
  node.args.every((arg) => [...walk(arg)].every(({ kind }) => FIXED.has(kind)))

/**
 * How groups differ for an expression; null where it asks for more than whether one of them meets criteria. For counts over many
 * people: those who have the same values, and groups that are alike, get the same answer.
 */
export function groupLikeness(expression: Expression): GroupLikeness | null {
  const calls = [...walk(expression.root)].filter((node) => node.kind === 'call' && isAboutGroups(node))
  if (calls.length === 0 || !calls.every(asksEach)) return null
  const tests = calls.map((root) => compile({ ...expression, root }))
  return (group) => {
    const answers = tests.map((compiled) => evaluate(compiled, { now: 0, user: { groups: [group] } }))
    return answers.every((answer) => answer === false) ? '' : answers.map(String).join()
  }
}
