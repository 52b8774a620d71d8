import { z } from 'zod'

/** Longest name of a saved scenario, in characters. */
export const NAME_LENGTH = 80

const VERSION = 1
const scenarioSchema = z.object({
  name: z.string().trim().min(1).max(NAME_LENGTH),
  /** The query of the page for one sign-in. */
  query: z.record(z.string(), z.string()),
})
/** The stored form. The key `contexts` is older than the word "scenario"; what browsers hold already stays readable. */
const storeSchema = z.object({ version: z.literal(VERSION), contexts: z.array(scenarioSchema) })

/** A named sign-in. */
export type SavedScenario = z.output<typeof scenarioSchema>

/** The key in the browser's local storage for the scenarios of one workspace. */
export function storeKey({ organization, file }: { organization: string; file: string }): string {
  return `gatehouse.simulate.contexts:${organization}|${file}`
}

/** Reads the stored text. Damaged text and other versions are dropped, which `dropped` reports. */
export function parseScenarios(text: string | null): { scenarios: SavedScenario[]; dropped: boolean } {
  if (text === null) return { scenarios: [], dropped: false }
  try {
    return { scenarios: storeSchema.parse(JSON.parse(text)).contexts, dropped: false }
  } catch {
    return { scenarios: [], dropped: true }
  }
}

/** The text to store; `parseScenarios` reads it. */
export function writeScenarios(scenarios: readonly SavedScenario[]): string {
  return JSON.stringify({ version: VERSION, contexts: scenarios })
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The scenario with a name, ignoring case; null when there is none. */
export function scenarioNamed(scenarios: readonly SavedScenario[], name: string): SavedScenario | null {
  return scenarios.find((saved) => sameName(saved.name, name)) ?? null
}

/** The list with one more scenario, sorted by name. It replaces a scenario of the same name. */
export function withScenario(scenarios: readonly SavedScenario[], saved: SavedScenario): SavedScenario[] {
  const others = scenarios.filter((other) => !sameName(other.name, saved.name))
  const next = { name: saved.name.trim(), query: saved.query }
  return [...others, next].sort((a, b) => a.name.localeCompare(b.name))
}

/** The list without the scenario of a name. */
export function withoutScenario(scenarios: readonly SavedScenario[], name: string): SavedScenario[] {
  return scenarios.filter((saved) => !sameName(saved.name, name))
}

/** The list with one scenario renamed; it replaces another that has the new name. */
export function renameScenario(scenarios: readonly SavedScenario[], from: string, to: string): SavedScenario[] {
  const saved = scenarioNamed(scenarios, from)
  return saved && to.trim() ? withScenario(withoutScenario(scenarios, from), { ...saved, name: to }) : [...scenarios]
}
