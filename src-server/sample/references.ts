import type { IdKind } from '#contract/interface/ids.ts'
import { sampleId } from './random.ts'
import { ORGANIZATION } from './resources.ts'
import type { SampleDefaults } from './types.ts'

const ID_KIND = {
  group: 'group',
  user: 'user',
  zone: 'zone',
  app: 'app',
  type: 'userType',
  schema: 'schema',
  behavior: 'behavior',
  deviceAssurance: 'deviceAssurance',
  identityProvider: 'identityProvider',
} as const satisfies Record<string, IdKind>

const REFERENCE = new RegExp(`^(${Object.keys(ID_KIND).join('|')}):([\\w-]+)$`)

/** Turns `kind:key` into identifiers, everywhere inside a condition. */
export interface References {
  id(kind: keyof typeof ID_KIND, key: string): string
  resolve<T>(value: T): T
}

/** References within one sample; `group:everyone` is the organization's own group. */
export function createReferences(seed: string, defaults: SampleDefaults): References {
  const known = new Map<string, string>([['group:everyone', defaults.everyoneGroupId]])
  if (defaults.ownerId !== undefined) known.set(`user:${ORGANIZATION.owner}`, defaults.ownerId)

  function id(kind: keyof typeof ID_KIND, key: string): string {
    const name = `${kind}:${key}`
    const found = known.get(name) ?? sampleId(seed, ID_KIND[kind], key)
    known.set(name, found)
    return found
  }

  function text(value: string): string {
    const [, kind, key] = REFERENCE.exec(value) ?? []
    if (!kind || !key) return value
    return id(kind as keyof typeof ID_KIND, key)
  }

  function resolve(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
  }

  return { id, resolve: <T>(value: T) => resolve(value) as T }
}
