import { catalogueEntry, catalogueSpelling } from '#contract/apps/catalogue/catalogue.ts'
import { SIGN_ON_MODE_TABLE, SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { LIST_START } from '#contract/interface/list-links.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'

/** What is known of all applications of a name: how they are called, and how people get in. */
export interface AppName {
  readonly name: string
  readonly label: string
  readonly modes: readonly SignOnMode[]
}

/** Names of applications that are none of the catalogue: their modes give them. */
const OWN_NAMES: ReadonlyMap<string, SignOnMode> = new Map(
  SIGN_ON_MODES.flatMap((mode) => {
    const row = SIGN_ON_MODE_TABLE[mode]
    const names = [...(row.name === null ? [] : [row.name]), ...('others' in row ? Object.keys(row.others) : [])]
    return names.map((name) => [name, mode])
  }),
)

/** The public catalogue is larger than ours, and grows: what a name in it looks like. */
const POSSIBLE = /^[\w.-]+$/

/**
 * What is known of a name: by the catalogue, in whose spelling it comes back, by the modes, or by applications that have it. Any other
 * name that the public catalogue could have is its own label (spec/6 10). Null for what cannot be a name.
 */
export async function readAppName(reader: Reader, given: string): Promise<AppName | null> {
  const name = catalogueSpelling(given)
  const entry = catalogueEntry(name)
  if (entry) return { name, label: entry.label, modes: entry.modes.filter((mode) => mode !== null) }
  const own = OWN_NAMES.get(name)
  if (own) return { name, label: name, modes: [own] }
  if (name === LIST_START) return null
  const app = await apps.findOne(reader, { where: { name }, order: ['id'] })
  if (app) return { name, label: name, modes: app.signOnMode === null ? [] : [app.signOnMode] }
  return name.length <= LIMITS.unknownAppNameLength && POSSIBLE.test(name) ? { name, label: name, modes: [] } : null
}
