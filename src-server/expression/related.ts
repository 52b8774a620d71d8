import { CLASSIC_PEOPLE } from './families/classic-people.ts'
import { walk } from './tree.ts'
import type { Expression } from './types.ts'

/** What an expression asks about people and profiles beside the person's own, which has to be looked up before. */
export interface RelatedAsked {
  manager: boolean
  assistant: boolean
  /** What directories and HR systems have of the person. */
  sources: boolean
  /** Names or ids of the applications whose profiles of the manager or the assistant are read, each once, as far as they are written out. */
  apps: readonly string[]
}

const ROLE_OF: ReadonlyMap<string, 'manager' | 'assistant'> = new Map([
  ['getManagerUser', 'manager'],
  ['getManagerAppUser', 'manager'],
  ['getAssistantUser', 'assistant'],
  ['getAssistantAppUser', 'assistant'],
])
const ASKS_SOURCES: ReadonlySet<string> = new Set(
  CLASSIC_PEOPLE.map(({ name }) => name).filter((name) => !ROLE_OF.has(name)),
)

/** What some expressions ask together. */
export function relatedAsked(expressions: readonly Expression[]): RelatedAsked {
  const roles = new Set<'manager' | 'assistant'>()
  const apps = new Set<string>()
  let sources = false
  for (const { root } of expressions)
    for (const node of walk(root)) {
      if (node.kind !== 'call' || node.receiver !== null) continue
      const role = ROLE_OF.get(node.name)
      if (role) roles.add(role)
      const [, app] = role ? node.args : []
      if (app?.kind === 'literal' && typeof app.value === 'string') apps.add(app.value)
      sources ||= ASKS_SOURCES.has(node.name)
    }
  return { manager: roles.has('manager'), assistant: roles.has('assistant'), sources, apps: [...apps] }
}
