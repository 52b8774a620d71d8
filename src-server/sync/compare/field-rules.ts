import type { FieldRule } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

/** The rules of a kind as a tree, which is walked along with a body. */
export interface RuleNode extends FieldRule {
  readonly keys: ReadonlyMap<string, RuleNode>
  /** Of every key that has no rule of its own. */
  readonly anyKey: RuleNode | null
  readonly items: RuleNode | null
}

interface Growing {
  rule: FieldRule
  keys: Map<string, Growing>
  anyKey: Growing | null
  items: Growing | null
}

const empty = (): Growing => ({ rule: {}, keys: new Map(), anyKey: null, items: null })

function childOf(node: Growing, part: string): Growing {
  if (part === '[]') return (node.items ??= empty())
  if (part === '*') return (node.anyKey ??= empty())
  const child = node.keys.get(part) ?? empty()
  node.keys.set(part, child)
  return child
}

function treeOf(fields: Readonly<Record<string, FieldRule>>): RuleNode {
  const root = empty()
  for (const [path, rule] of Object.entries(fields)) {
    let node = root
    for (const part of path.split('.')) node = childOf(node, part)
    node.rule = rule
  }
  return grown(root)
}

function grown({ rule, keys, anyKey, items }: Growing): RuleNode {
  return {
    ...rule,
    keys: new Map([...keys].map(([key, child]) => [key, grown(child)])),
    anyKey: anyKey && grown(anyKey),
    items: items && grown(items),
  }
}

/** The rules of each kind, as trees. */
export const FIELD_RULES = Object.fromEntries(
  SYNC_KINDS.map((kind) => [kind, treeOf(SYNCED_KINDS[kind].fields)]),
) as Readonly<Record<SyncKind, RuleNode>>

/** The rule of the items of a list: its own, or that of the list where it names objects. */
export function itemRuleOf(rule: RuleNode | undefined): RuleNode | undefined {
  if (!rule?.refersTo) return rule?.items ?? undefined
  return { refersTo: rule.refersTo, keys: new Map(), anyKey: null, items: null }
}

/** The rule of a key of an object; undefined: it is compared as it is. */
export const ruleOf = (node: RuleNode | undefined, key: string): RuleNode | undefined =>
  node && (node.keys.get(key) ?? node.anyKey ?? undefined)
