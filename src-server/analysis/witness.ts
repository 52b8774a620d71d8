import {
  CLIENT_ALONE,
  OTHER,
  SUBJECTS,
  type EvaluationContext,
  type Fact,
  type Formula,
  type NameOf,
  type Person,
  type PolicySet,
} from '#policy/index.ts'
import { CLOSED } from './constraints.ts'
import { exampleText } from './example-text.ts'
import { Found } from './found.ts'
import { needsOf } from './needs.ts'
import { exampleOfPlace } from './witness-place.ts'

/** A sign-in in which a formula holds, made of what a solver found. */
export interface Witness {
  /** What the formula asks about; the rest of a sign-in is left out, because it may be anything. */
  context: EvaluationContext
  /** What has to be so beside it and cannot be set, as parts of a sentence after "if"; none where it is a whole example. */
  needs: readonly string[]
}

/** What is known beside the rules. */
export interface WitnessWorld extends Pick<PolicySet, 'zones' | 'applications'> {
  nameOf?: NameOf
}

/**
 * The sign-in that an assignment stands for. Only the core says whether it is one: texts may not be found, and the solver may know too little, so ask
 * `confirmed` before it is shown.
 * @param formula holds in the assignment; without facts that stand for others, because each fact of it is made true or false by the sign-in
 */
export function witnessOf(formula: Formula, isTrue: (fact: Fact) => boolean, world: WitnessWorld): Witness {
  const found = new Found(formula, isTrue)
  const nameOf: NameOf = world.nameOf ?? (() => null)
  const place = exampleOfPlace(found, world.zones, nameOf)
  const context: Mutable<EvaluationContext> = { now: 0, ...place.context }
  for (const fill of FIELDS) Object.assign(context, fill(found))
  const app = appOf(found, world)
  if (app) context.app = app
  if (found.isTrue(CLIENT_ALONE)) context.grantType = 'client_credentials'
  else context.person = personOf(found)
  return { context, needs: [...needsOf(found.support.values(), isTrue, nameOf), ...place.needs] }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The value that was found, or one that nothing names. */
function valueFor<T>(found: Found, subject: string, others: readonly T[]): T | undefined {
  if (!found.asks(subject)) return undefined
  const value = found.value(subject) as T | undefined
  const named = found.named(subject)
  return value ?? ((CLOSED[subject] as readonly T[] | undefined) ?? others).find((each) => !named.includes(each))
}

/** A word that nothing names. */
function wordFor(found: Found, subject: string): string | undefined {
  const named = found.named(subject)
  const words = [...named.map((_, at) => `another-${at + 1}`), 'another']
  return valueFor(found, subject, words.toReversed())
}

/** A text as values and patterns ask for; null for one that is to be absent, undefined where none is found or needed. */
function textFor(found: Found, subject: string): unknown {
  const value = found.value(subject)
  if (value !== undefined) return value
  const matching = found.patterns(subject, true)
  const not = found.named(subject)
  // Without a value no pattern matches and no other value is had.
  if (matching.length === 0 && subject !== SUBJECTS.identifier && !not.includes(null)) return null
  return exampleText({ matching, missing: found.patterns(subject, false), not }) ?? undefined
}

const given = <Key extends string>(key: Key, value: unknown) => (value === undefined ? {} : { [key]: value })
const listFor = (found: Found, subject: string) =>
  found.asks(subject) ? found.items(subject, true).map((item) => (item === OTHER ? 'another-scope' : item)) : undefined

/** Fields that one subject fills. */
const FIELDS: readonly ((found: Found) => Partial<EvaluationContext>)[] = [
  (found) => given('risk', valueFor(found, SUBJECTS.riskScore, [])),
  (found) => given('entityRisk', valueFor(found, SUBJECTS.entityRisk, [])),
  (found) => given('behaviors', listFor(found, SUBJECTS.behaviors)),
  (found) => given('riskDetections', listFor(found, SUBJECTS.detections)),
  (found) => given('scopes', listFor(found, SUBJECTS.scopes)),
  (found) => given('clientId', wordFor(found, SUBJECTS.client)),
  (found) => given('grantType', valueFor(found, SUBJECTS.grantType, GRANTS)),
  (found) => given('authType', valueFor(found, SUBJECTS.authType, ['ANY'])),
  (found) => (found.asks(SUBJECTS.identifier) ? given('identifier', textFor(found, SUBJECTS.identifier)) : {}),
  (found) => {
    if (!found.asks(SUBJECTS.identityProvider)) return {}
    const id = found.value(SUBJECTS.identityProvider)
    if (id === null) return { identityProvider: { type: 'SVC' } }
    return { identityProvider: { type: 'IDP', id: wordFor(found, SUBJECTS.identityProvider) ?? '' } }
  },
  (found) => {
    const device = {
      ...given('platform', valueFor(found, SUBJECTS.platform, [])),
      ...given('registered', valueFor(found, SUBJECTS.registered, [])),
      ...given('managed', valueFor(found, SUBJECTS.managed, [])),
      ...given('assuranceId', wordFor(found, SUBJECTS.assurance)),
    }
    return Object.keys(device).length ? { device } : {}
  },
]

/** A client that asks for itself is said by a fact of its own. */
const GRANTS = ['authorization_code', 'implicit', 'password', 'urn:another-grant']

function appOf(found: Found, { applications }: WitnessWorld): EvaluationContext['app'] {
  const [asksId, asksKind] = [SUBJECTS.app, SUBJECTS.appName].map((subject) => found.asks(subject))
  if ((!asksId && !asksKind) || found.lacks(SUBJECTS.app) || found.lacks(SUBJECTS.appName)) return null
  const id = found.value(SUBJECTS.app)
  const known = applications.find((app) => app.id === id)
  if (known) return { id: known.id, name: known.name }
  const kind = asksKind ? wordFor(found, SUBJECTS.appName) : undefined
  const named = found.named(SUBJECTS.app)
  const ofKind = id === undefined && applications.find((app) => !named.includes(app.id) && app.name === kind)
  if (ofKind) return { id: ofKind.id, name: ofKind.name }
  return { id: wordFor(found, SUBJECTS.app) ?? 'another', ...given('name', kind) }
}

const PROFILE = 'user.profile.'

function personOf(found: Found): Person {
  const id = found.asks(SUBJECTS.person) ? (wordFor(found, SUBJECTS.person) ?? 'another') : 'another'
  const attributes = [...found.subjects()].filter((subject) => subject.startsWith(PROFILE))
  const profile = Object.fromEntries(
    attributes.flatMap((subject) => {
      const value = textFor(found, subject)
      return value === undefined || value === null ? [] : [[subject.slice(PROFILE.length), value]]
    }),
  )
  return {
    id,
    groupIds: found.items(SUBJECTS.groups, true),
    ...given('userTypeId', wordFor(found, SUBJECTS.userType)),
    ...given('providerType', valueFor(found, SUBJECTS.providerType, PROVIDERS)),
    user: { id, profile, ...given('status', valueFor(found, 'user.status', STATUSES)) },
  }
}

const PROVIDERS = ['SVC', 'DIRECTORY_SERVICE', 'FEDERATION']
const STATUSES = ['ACTIVE', 'STAGED', 'SUSPENDED', 'LOCKED_OUT']
