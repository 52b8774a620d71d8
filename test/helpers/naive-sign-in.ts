import {
  NAIVE_METHODS,
  naivelyDemanded,
  naivelyMeans,
  naivelySatisfies,
  naivelySound,
  type NaiveFactor,
  type NaiveMethod,
  type NaiveReference,
} from './naive-assurance.ts'
import type { Proof } from '#contract/policy/proof.ts'
import type { SignInDemand, SignInState } from '#policy/index.ts'

/** Whether a sign-in has what its rules ask for, by trying every pair or row of proofs: what the product's own is held against. */

interface Dated {
  one: NaiveMethod
  atMs: number
}

/** The periods that tests use. */
const PERIODS_MS: Readonly<Record<string, number>> = { PT0S: 0, PT1H: 3_600_000, PT12H: 43_200_000 }

const PRIMARY = ['svc_password PASSWORD', 'external_idp IDP', 'smart_card_idp CERT']
const TWO = ['knowledge possession', 'possession inherence']

function isRecent({ atMs }: Dated, ageMs: number, { startedMs, nowMs }: SignInState): boolean {
  return atMs >= startedMs || nowMs - atMs < ageMs
}

const pairs = (proofs: readonly Dated[]) => proofs.flatMap((a) => proofs.map((b) => [a, b] as const))
const isTwo = (a: string, b: string) => TWO.includes(`${a} ${b}`) || TWO.includes(`${b} ${a}`)

const datedOf = (proofs: readonly Proof[]): Dated[] =>
  proofs.flatMap(({ key, method, atMs }) =>
    NAIVE_METHODS.filter((one) => one.key === key && one.method === method).map((one) => ({ one, atMs })),
  )

function sessionHolds(session: SignInDemand['session'], proofs: readonly Dated[], state: SignInState): boolean {
  const isPrimary = ({ one }: Dated) =>
    session.primaryFactor === 'PASSWORD_IDP_ANY_FACTOR' || PRIMARY.includes(`${one.key} ${one.method}`)
  if (!session.requireFactor) return proofs.some(isPrimary)
  const isDevice = session.factorPromptMode === 'DEVICE'
  const ages = { ALWAYS: 0, SESSION: (session.factorLifetime ?? 0) * 60_000, DEVICE: Infinity }
  const ageMs = ages[session.factorPromptMode ?? 'ALWAYS']
  const before = isDevice ? datedOf(state.remembered.map((name) => ({ ...name, atMs: -Infinity }))) : []
  const seconds = [...proofs, ...before]
  return proofs
    .flatMap((first) => seconds.map((second) => [first, second] as const))
    .some(
      ([first, second]) =>
        isPrimary(first) &&
        (before.includes(second) || isRecent(second, ageMs, state)) &&
        first.one.classes.some((a) => second.one.classes.some((b) => isTwo(a, b))),
    )
}

type Constraint = Partial<Record<'knowledge' | 'possession', NaiveFactor & { reauthenticateIn?: string }>>

/** Whether some proofs, each counting as one class, are what a constraint asks for. */
function constraintHolds(constraint: Constraint, bring: readonly [Dated, string][], all: string, state: SignInState) {
  const classes = bring.map(([, as]) => as)
  const names = ['knowledge', 'possession'] as const
  if (names.some((name) => naivelyDemanded(constraint[name]) && !classes.includes(name))) return false
  return bring.every(([proof, as]) => {
    if (!proof.one.classes.includes(as)) return false
    const optional = as === 'inherence' && !naivelyDemanded(constraint.possession) ? constraint.possession : undefined
    const factor = as === 'inherence' ? optional : constraint[as as 'knowledge']
    const period = factor?.reauthenticateIn ?? all
    const counts = !factor || naivelySatisfies(proof.one, as === 'inherence' ? 'possession' : as, factor)
    return counts && isRecent(proof, PERIODS_MS[period] as number, state)
  })
}

interface Steps {
  authenticationMethods: readonly NaiveReference[]
  reauthenticateIn?: string | undefined
  next?: readonly Steps[] | undefined
}

/** Whether proofs in their order, each once and of a method once, and each recent enough for its step, are the steps of a chain. */
function chainHolds(
  chain: Steps | undefined,
  proofs: readonly Dated[],
  isRecentFor: (proof: Dated, period: string | undefined) => boolean,
  used: readonly NaiveMethod[] = [],
): boolean {
  if (!chain) return true
  return proofs.some(
    (proof, index) =>
      !used.includes(proof.one) &&
      isRecentFor(proof, chain.reauthenticateIn) &&
      chain.authenticationMethods.some((reference) => naivelyMeans(reference, proof.one)) &&
      chainHolds(chain.next?.[0], proofs.slice(index + 1), isRecentFor, [...used, proof.one]),
  )
}

function appHolds(app: NonNullable<SignInDemand['app']>, proofs: readonly Dated[], state: SignInState): boolean {
  const method = app.verificationMethod
  if (!method) return false
  if (method.type === 'AUTH_METHOD_CHAIN') {
    const isRecentFor = (proof: Dated, own: string | undefined) =>
      isRecent(proof, PERIODS_MS[own ?? method.reauthenticateIn ?? 'PT12H'] as number, state)
    const ordered = [...proofs].sort((a, b) => a.atMs - b.atMs)
    return method.chains.some((chain) => naivelySound(chain) && chainHolds(chain, ordered, isRecentFor))
  }
  const all = method.reauthenticateIn
  const idleEndsMs = method.inactivityPeriod ? (PERIODS_MS[method.inactivityPeriod] as number) : Infinity
  const counted = state.idleMs < idleEndsMs ? proofs : proofs.filter(({ atMs }) => atMs >= state.startedMs)
  const constraints = (method.constraints?.length ? method.constraints : [{}]) as Constraint[]
  return constraints.some((constraint) =>
    method.factorMode === '1FA'
      ? counted.some((proof) =>
          ['knowledge', 'possession'].some((as) => constraintHolds(constraint, [[proof, as]], all, state)),
        )
      : pairs(counted).some(([a, b]) =>
          TWO.some((two) => {
            const [first = '', second = ''] = two.split(' ')
            const bring: [Dated, string][] = [
              [a, first],
              [b, second],
            ]
            return constraintHolds(constraint, bring, all, state)
          }),
        ),
  )
}

export function naivelyDone({ session, app }: SignInDemand, state: SignInState): boolean {
  const since = Math.min(state.mustReauthenticateSinceMs ?? -Infinity, state.startedMs)
  const proofs = datedOf(state.proofs.filter(({ atMs }) => atMs >= since))
  const isAllowed = session.access === 'ALLOW' && (!app || app.access === 'ALLOW')
  return isAllowed && sessionHolds(session, proofs, state) && (!app || appHolds(app, proofs, state))
}
