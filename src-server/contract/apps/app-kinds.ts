import { catalogueEntry, isListed, listedMode, templateOf } from './catalogue/catalogue.ts'
import { modeLabel, modeRow, SIGN_ON_MODES, type SettingsParts, type SignOnMode } from './sign-on-modes.ts'

/**
 * What an application is: its name on the wire, which says what settings it has, and how people get in. A name is that of a mode's
 * kind, one of the catalogue's, or made of a label; undefined in a request that leaves it to the mode.
 */
export interface AppKind {
  readonly name: string | undefined
  readonly signOnMode: SignOnMode | null
}

type Settings = Readonly<Record<string, unknown>>

/** The parts of `settings` that applications of a kind have. */
export function settingsParts({ name, signOnMode }: AppKind): SettingsParts {
  const row = modeRow(signOnMode)
  if (isListed(name, signOnMode)) return { ...row?.listed, app: templateOf(name) }
  if (!row) return {}
  const { parts, others = {} } = row
  return name !== undefined && Object.hasOwn(others, name) ? (others[name] as SettingsParts) : parts
}

/** Whether an application of a kind is a client that proves itself; those of the catalogue bring their own (spec/5 §8.4). */
export const isClientKind = (kind: AppKind): boolean => settingsParts(kind).oauthClient !== undefined

/** Settings with what follows from others of them. */
export const finishSettings = ({ name, signOnMode }: AppKind, settings: Settings): Settings =>
  isListed(name, signOnMode) ? settings : (modeRow(signOnMode)?.finish?.(settings) ?? settings)

/** The names by which kinds of a mode go that have settings of their own. */
export const otherNames = (mode: SignOnMode): readonly string[] => Object.keys(modeRow(mode)?.others ?? {})

/** The names by which a mode's kinds go, the usual one first; empty where they are made from labels. */
function kindNames(mode: SignOnMode): readonly string[] {
  const usual = modeRow(mode)?.name ?? null
  return usual === null ? [] : [usual, ...otherNames(mode)]
}

const MODE_OF_NAME = new Map(SIGN_ON_MODES.flatMap((mode) => kindNames(mode).map((name) => [name, mode] as const)))

/**
 * The mode of a kind, by its name and what a request asks for: the name decides where the request gives no mode (spec/5 §8.3).
 * @param asked undefined or null where the request gives none
 */
export function modeOfKind(name: string | undefined, asked: unknown): unknown {
  const entry = catalogueEntry(name)
  const mode = entry ? listedMode(entry, asked) : (asked ?? MODE_OF_NAME.get(name ?? ''))
  return mode === undefined ? (asked ?? undefined) : mode
}

const SAML_VERSIONS: Readonly<Partial<Record<SignOnMode, '1.1' | '2.0'>>> = { SAML_1_1: '1.1', SAML_2_0: '2.0' }

/** The version of SAML that the metadata of an application are of; null where it has none. */
export function samlVersion({ name, signOnMode }: AppKind): '1.1' | '2.0' | null {
  const isTold = signOnMode === 'WS_FEDERATION' && isListed(name, signOnMode) && catalogueEntry(name)?.samlMetadata
  return isTold ? '1.1' : ((signOnMode && SAML_VERSIONS[signOnMode]) ?? null)
}

const listed = (modes: readonly (SignOnMode | null)[]) => modes.map(modeLabel).join(' or ')

/** Why an application of the catalogue cannot be of a mode; null where it can, and for names that the catalogue does not have. */
export function modeProblem({ name, signOnMode }: AppKind): string | null {
  const entry = catalogueEntry(name)
  if (!entry || isListed(name, signOnMode)) return null
  return `${name} is ${entry.label} of the catalogue, which has: ${listed(entry.modes)}`
}

/** Why a new application cannot have a name; null where it can. Names that are made from labels cannot be chosen. */
export function nameProblem({ name, signOnMode }: AppKind): string | null {
  if (name === undefined || isListed(name, signOnMode)) return null
  const names = signOnMode === null ? [] : kindNames(signOnMode)
  if (names.includes(name)) return null
  const instead = names.length ? `it can be ${names.join(' or ')}` : 'leave it out, and it is made from the label'
  return `neither the catalogue nor ${modeLabel(signOnMode)} has an application of this name; ${instead}`
}
