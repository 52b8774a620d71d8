import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { nameSchema } from '../interface/fields.ts'
import { namedUnion } from '../interface/named-union.ts'
import { credentialsOf, type CredentialsWrite } from './app-credentials.ts'
import {
  accessibilitySchema,
  COMMON_SETTINGS,
  licensingSchema,
  visibilitySchema,
  type Licensing,
} from './app-fields.ts'
import { modeOfKind, modeProblem, otherNames, settingsParts, type AppKind } from './app-kinds.ts'
import { catalogueEntry, catalogueSpelling, namesWithMode } from './catalogue/catalogue.ts'
import { modeLabel, modeRow, SIGN_ON_MODES, type SettingsParts, type SignOnMode } from './sign-on-modes.ts'

const container = z.record(z.string(), z.unknown())
const NO_APP = z.strictObject({}).optional()

/** Parts are there also where they are not given, so that a refusal names the fields that are missing in them. */
function settingsOf({ app, signOn, oauthClient }: SettingsParts) {
  const given = Object.entries({ signOn, oauthClient }).flatMap(([key, part]) =>
    part ? [[key, part.prefault({})]] : [],
  )
  const schema = z.strictObject({
    app: app?.prefault({}) ?? NO_APP,
    ...(Object.fromEntries(given) as { signOn?: z.ZodType; oauthClient?: z.ZodType }),
    ...COMMON_SETTINGS,
  })
  return schema.prefault({} as never)
}

const COMMON = {
  label: worded(nameSchema, 'shippedName'),
  accessibility: accessibilitySchema.optional(),
  visibility: visibilitySchema.optional(),
}

/** What differs by the row of the catalogue. */
function listedParts(name: string | undefined) {
  const entry = catalogueEntry(name)
  if (!entry) return {}
  const links = Object.fromEntries(Object.keys(entry.appLinks).map((link) => [link, z.boolean().optional()]))
  return {
    visibility: visibilitySchema.extend({ appLinks: z.strictObject(links).optional() }).optional(),
    ...(entry.licensed ? { licensing: licensingSchema.optional() } : {}),
  }
}

/** A name that an application of a mode can have without a schema of its own. */
const otherName = (signOnMode: SignOnMode) =>
  nameSchema.superRefine((name, context) => {
    const message = modeProblem({ name, signOnMode })
    if (message) context.addIssue({ code: 'custom', message })
  })

const writeOf = (kind: AppKind, name: z.ZodType) =>
  z
    .object({
      name,
      signOnMode: z.literal(kind.signOnMode),
      ...COMMON,
      ...listedParts(kind.name),
      ...(modeRow(kind.signOnMode)?.freeProfile ? { profile: container.optional() } : {}),
      credentials: credentialsOf(kind).optional(),
      settings: settingsOf(settingsParts(kind)),
    })
    .meta(titleOf(kind))

/** How a kind goes in the documentation. */
function titleOf({ name, signOnMode }: AppKind) {
  const entry = catalogueEntry(name)
  return {
    id: `${[name, signOnMode ?? 'NONE'].filter(Boolean).join('_')}_ApplicationWrite`,
    title: entry ? `${entry.label}: ${modeLabel(signOnMode)}` : modeLabel(signOnMode),
  }
}

const namedWrite = (signOnMode: SignOnMode | null) => (name: string) => writeOf({ name, signOnMode }, z.literal(name))

/** One schema for each kind of a mode, chosen by its name: those with settings of their own, the catalogue's, and all others. */
const variantOf = (mode: SignOnMode) =>
  namedUnion(
    'name',
    [...otherNames(mode), ...namesWithMode(mode)].map(namedWrite(mode)),
    writeOf({ name: undefined, signOnMode: mode }, otherName(mode).optional()),
  )

/** Applications without single sign-on, which only the catalogue has. */
const [firstWithout, ...othersWithout] = namesWithMode(null).map(namedWrite(null))
const WITHOUT_SIGN_ON = namedUnion('name', othersWithout, firstWithout as z.ZodObject)

/** Names of the catalogue are spelled as it does, and a name decides the mode where the request gives none (spec/5 §8.3). */
function withKind(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { name: given, signOnMode: asked, ...others } = body as Record<string, unknown>
  const name = typeof given === 'string' ? catalogueSpelling(given) : given
  const mode = modeOfKind(typeof name === 'string' ? name : undefined, asked)
  return {
    ...(name === undefined ? {} : { name }),
    ...(mode === undefined ? {} : { signOnMode: mode }),
    ...others,
  }
}

type Settings = { app?: object; signOn?: object; oauthClient?: object } & Record<string, unknown>

export interface AppWrite {
  name?: string
  label: string
  /** Null for one of the catalogue that has no single sign-on. */
  signOnMode: SignOnMode | null
  accessibility?: z.output<typeof accessibilitySchema>
  visibility?: z.output<typeof visibilitySchema>
  licensing?: Licensing
  settings?: Settings
  credentials?: CredentialsWrite
  profile?: Record<string, unknown>
}

/** What clients of ours send; the contract tests hold it and the schema together. */
export interface AppWriteInput {
  name?: string
  label: string
  signOnMode?: SignOnMode | null
  accessibility?: object
  visibility?: object
  licensing?: object
  settings?: Settings
  credentials?: object
  profile?: Record<string, unknown>
}

/** An application as a request carries it: what it holds depends on its kind. */
export const appWriteSchema = z
  .preprocess(
    withKind,
    z.discriminatedUnion('signOnMode', [...SIGN_ON_MODES.map(variantOf), WITHOUT_SIGN_ON] as unknown as [z.ZodObject]),
  )
  .meta({ id: 'ApplicationWrite' }) as unknown as z.ZodType<AppWrite, AppWriteInput>
