import { z } from 'zod'

/** The longest name of a saved context. */
export const NAME_LENGTH = 80

const VERSION = 1
const keptSchema = z.object({
  name: z.string().trim().min(1).max(NAME_LENGTH),
  /** The page's query for one sign-in. */
  query: z.record(z.string(), z.string()),
})
const storeSchema = z.object({ version: z.literal(VERSION), contexts: z.array(keptSchema) })

/** A named sign-in: a name for a query. */
export type Kept = z.output<typeof keptSchema>

/** Where a workspace's contexts stand in the browser's store. */
export function storeKey({ organization, file }: { organization: string; file: string }): string {
  return `gatehouse.simulate.contexts:${organization}|${file}`
}

/** Reads what was stored; what is damaged or from another version is dropped, and `dropped` says so. */
export function parseKept(text: string | null): { contexts: Kept[]; dropped: boolean } {
  if (text === null) return { contexts: [], dropped: false }
  try {
    return { contexts: storeSchema.parse(JSON.parse(text)).contexts, dropped: false }
  } catch {
    return { contexts: [], dropped: true }
  }
}

export function writeKept(contexts: readonly Kept[]): string {
  return JSON.stringify({ version: VERSION, contexts })
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The one of a name, whatever its capitals. */
export function keptNamed(contexts: readonly Kept[], name: string): Kept | null {
  return contexts.find((kept) => sameName(kept.name, name)) ?? null
}

/** With the context, by name in alphabetical order; one of the same name gives way to it. */
export function withKept(contexts: readonly Kept[], kept: Kept): Kept[] {
  const others = contexts.filter((other) => !sameName(other.name, kept.name))
  const next = { name: kept.name.trim(), query: kept.query }
  return [...others, next].sort((a, b) => a.name.localeCompare(b.name))
}

export function withoutKept(contexts: readonly Kept[], name: string): Kept[] {
  return contexts.filter((kept) => !sameName(kept.name, name))
}

/** With another name for one. What the new name was called before gives way. */
export function renameKept(contexts: readonly Kept[], from: string, to: string): Kept[] {
  const kept = keptNamed(contexts, from)
  return kept && to.trim() ? withKept(withoutKept(contexts, from), { ...kept, name: to }) : [...contexts]
}
