import type { z } from 'zod'
import type { SignOnMode } from '../sign-on-modes.ts'
import { CATALOGUE, type CatalogueEntry, type CatalogueName } from './entries.ts'
import { templateSchema } from './template.ts'

/** Every name of the catalogue, in the order in which its applications are offered. */
export const CATALOGUE_NAMES = Object.keys(CATALOGUE) as CatalogueName[]

/** The row of a name; undefined for what is not in the catalogue. */
export const catalogueEntry = (name: string | undefined): CatalogueEntry | undefined =>
  name !== undefined && Object.hasOwn(CATALOGUE, name) ? CATALOGUE[name as CatalogueName] : undefined

/** The name as it is answered: the catalogue's own, which requests may write in any case (spec/5 §8.3); others as they are. */
export function catalogueSpelling(name: string): string {
  const lower = name.toLowerCase()
  return catalogueEntry(lower) ? lower : name
}

/** Whether an application is of the catalogue: known by its name, in a mode that its row has. */
export const isListed = (name: string | undefined, mode: SignOnMode | null): name is CatalogueName =>
  catalogueEntry(name)?.modes.includes(mode) ?? false

/** The names that an application of a mode can have from the catalogue. */
export const namesWithMode = (mode: SignOnMode | null): CatalogueName[] =>
  CATALOGUE_NAMES.filter((name) => isListed(name, mode))

/**
 * The mode in which an application of the catalogue is made. Where auto login is asked for, the browser's plugin does it (spec/5 §8.3).
 * @param asked undefined or null where the request gives none
 * @returns undefined for a mode that the application does not have
 */
export function listedMode(entry: CatalogueEntry, asked: unknown): SignOnMode | null | undefined {
  const { modes } = entry
  if (asked === undefined || asked === null) return modes[0]
  const known = modes.find((mode) => mode === asked)
  if (known !== undefined || asked !== 'AUTO_LOGIN') return known
  return modes.find((mode) => mode === 'BROWSER_PLUGIN' || mode === null)
}

const templates = new Map(
  Object.entries<CatalogueEntry>(CATALOGUE).map(([name, row]) => [
    name,
    templateSchema(row.settings, row.knownSettings),
  ]),
)

/** The schema of `settings.app` of an application of the catalogue. */
export const templateOf = (name: CatalogueName): z.ZodObject => templates.get(name) as z.ZodObject

/** The productivity suite as it was called before there was a catalogue. */
const FORMER_NAMES = ['partner_productivity_suite'] as const

/** Names of the applications that no default policy is given to (spec/1 "Defaults" 2). They can be mapped by hand. */
export const KINDS_WITHOUT_DEFAULT_POLICY: readonly string[] = [
  ...CATALOGUE_NAMES.filter((name) => catalogueEntry(name)?.withoutDefaultPolicies),
  ...FORMER_NAMES,
]

/** Names of the applications that are HR systems. */
export const HR_SYSTEMS: readonly string[] = CATALOGUE_NAMES.filter((name) => catalogueEntry(name)?.hrSystem)
