import { TOO_MANY_CLASSES, type ChainMethod } from '#contract/policy/assurance.ts'
import {
  chainProblems,
  conditionsAt,
  contestsOf,
  methodsOfStep,
  stepsOf,
  type MethodChain,
} from '#contract/policy/chain-match.ts'
import {
  AUTHENTICATOR_TABLE,
  type AuthenticatorMethod,
  type Characteristic,
  type FactorClass,
} from '#contract/policy/authenticator-table.ts'
import {
  CONSTRAINT_CLASSES,
  demandedCharacteristics,
  factorProblems,
  isRequired,
  matchingMethods,
  type ConstraintClass,
  type FactorConstraint,
  type FactorProblem,
  type MethodReference,
} from '#contract/policy/factor-match.ts'

/**
 * Which authenticators satisfy an authentication rule (spec/1 "verification method", spec/4 §1.7).
 *
 * Judgements where the documents leave room:
 * - Two factors are of two different classes: knowledge and possession, or possession and inherence. One device may bring
 *   both (a push that asks for a fingerprint; a smart card, whose PIN counts as knowledge): it is then enough alone.
 * - Knowledge and inherence need no row of their own: whatever proves inherence is a thing that the person has.
 * - An unconstrained second factor is free but for its class; where knowledge is asked for it is any possession, where
 *   possession is, it is any knowledge or any biometric, also that of another device.
 * - A class with `required: false` need not be brought; if it is, it must satisfy its constraint. An optional possession
 *   constraint thereby binds biometrics too, which come with a device.
 * - What a person has set up is not known here, neither for constraints nor for chains: the authenticators that the
 *   organization has switched on stand for it. A rule decides the same for every person; this says who can then get in.
 * - For chains see `chain-match.ts`.
 */

/** A method that counts as one class of factor. */
export interface Candidate {
  readonly entry: AuthenticatorMethod
  /** Characteristics on which it counts and which only some configurations have; empty: it always counts. */
  readonly onlyIf: readonly Characteristic[]
  /** Whether the organization has the method switched on. */
  readonly enabled: boolean
}

/** One proof of a combination: any of the candidates. */
interface Step {
  readonly factorClass: FactorClass
  /** The part of the constraint that restricts the candidates; null: whatever is of the class counts. */
  readonly boundBy: ConstraintClass | null
  readonly candidates: readonly Candidate[]
}

/** One candidate of each step lets a person in; the same method may be in both, where one device proves both. */
interface Combination {
  readonly steps: readonly Step[]
}

/** What satisfies one alternative of a verification method. */
export interface ConstraintAssurance {
  /** Those that count as the class; null where the constraint does not name it. */
  readonly knowledge: readonly Candidate[] | null
  readonly possession: readonly Candidate[] | null
  /** The classes that every sign-in must bring. */
  readonly demanded: readonly ConstraintClass[]
  /** What may fill the factors that no class is demanded for; empty when there is none of them. */
  readonly free: readonly Candidate[]
  /** Those that are two factors at once; empty where one is enough. */
  readonly alone: readonly Candidate[]
  readonly combinations: readonly Combination[]
  /** Why nothing satisfies it; `path` is relative to the constraint. */
  readonly problems: readonly FactorProblem[]
  readonly satisfiable: boolean
  /** Whether the authenticators that are switched on suffice. */
  readonly available: boolean
  /** What to switch on to make it available, with the least effort: one of each list. Empty when available, or in vain. */
  readonly enable: readonly (readonly MethodReference[])[]
}

/** What satisfies one chain: each step in order by a method of its own. */
export interface ChainAssurance {
  readonly steps: readonly (readonly Candidate[])[]
  /** Why nothing satisfies it; `path` is relative to the chain. */
  readonly problems: readonly FactorProblem[]
  readonly satisfiable: boolean
  /** Whether the authenticators that are switched on suffice. */
  readonly available: boolean
  /** What to switch on to make it available: one of each list. Empty when available, or in vain. */
  readonly enable: readonly (readonly MethodReference[])[]
}

interface Assurance {
  /** Whether any alternative can be satisfied at all. */
  readonly satisfiable: boolean
  /** Whether any can be satisfied with the authenticators that are switched on. */
  readonly available: boolean
  /** One for each alternative; a method without constraints has one, which asks for nothing in particular. None of chains. */
  readonly constraints: readonly ConstraintAssurance[]
  /** The alternatives of a method by chains; none of any other. */
  readonly chains: readonly ChainAssurance[]
}

/** A verification method as sent, as stored, or as a draft that may not be satisfiable. */
export type VerificationDemand = AssuranceDemand | ChainDemand

interface ChainDemand extends Pick<ChainMethod, 'type'> {
  chains: readonly MethodChain[]
}

interface AssuranceDemand {
  type?: 'ASSURANCE' | undefined
  factorMode: '1FA' | '2FA'
  constraints?: readonly { [Class in ConstraintClass]?: FactorConstraint | undefined }[] | undefined
}

type Constraint = NonNullable<AssuranceDemand['constraints']>[number]

/** Combinations of classes that count as so many factors. */
const COMBINATIONS: Readonly<Record<AssuranceDemand['factorMode'], readonly (readonly FactorClass[])[]>> = {
  '1FA': [['knowledge'], ['possession']],
  '2FA': [
    ['knowledge', 'possession'],
    ['possession', 'inherence'],
  ],
}

/** A PIN or a biometric counts only where the device really verifies the person. */
function verifies(entry: AuthenticatorMethod, factorClass: FactorClass): Characteristic[] {
  return factorClass !== 'possession' && entry.classes.length > 1 ? ['userVerification'] : []
}

/** The constraint that binds what may count as a class: its own, or for inherence an optional one on possession. */
function binding(factorClass: FactorClass, constraint: Constraint): [ConstraintClass, FactorConstraint] | null {
  const name = factorClass === 'inherence' ? 'possession' : factorClass
  const factor = constraint[name]
  return !factor || (factorClass === 'inherence' && isRequired(factor)) ? null : [name, factor]
}

type IsEnabled = (entry: AuthenticatorMethod) => boolean

function stepFor(factorClass: FactorClass, constraint: Constraint, isEnabled: IsEnabled): Step {
  const bound = binding(factorClass, constraint)
  const asked = bound ? demandedCharacteristics(...bound) : []
  const candidates = (bound ? matchingMethods(...bound) : AUTHENTICATOR_TABLE)
    .filter((entry) => entry.classes.includes(factorClass))
    .map((entry) => ({
      entry,
      onlyIf: [...new Set([...asked, ...verifies(entry, factorClass)])].filter(
        (name) => entry.characteristics[name] === 'configurable',
      ),
      enabled: isEnabled(entry),
    }))
  return { factorClass, boundBy: bound?.[0] ?? null, candidates }
}

/** The candidates of both steps, under the conditions of both. */
function inBoth([first, second]: readonly Step[]): Candidate[] {
  return (first?.candidates ?? []).flatMap((candidate) => {
    const twin = second?.candidates.find(({ entry }) => entry === candidate.entry)
    return twin ? [{ ...candidate, onlyIf: [...new Set([...candidate.onlyIf, ...twin.onlyIf])] }] : []
  })
}

/** Each method once, as what it counts with the fewest conditions; in the table's order. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  return AUTHENTICATOR_TABLE.flatMap((entry) => {
    const [best] = candidates
      .filter((candidate) => candidate.entry === entry)
      .sort((a, b) => a.onlyIf.length - b.onlyIf.length)
    return best ? [best] : []
  })
}

/** What to switch on for some methods: the authenticators that are off, the methods alone of those that are on. Each once. */
function switches(entries: readonly AuthenticatorMethod[], isEnabled: IsEnabled): MethodReference[] {
  const on = new Set(AUTHENTICATOR_TABLE.filter(isEnabled).map(({ key }) => key))
  const all = entries.map(({ key, method }): [string, MethodReference] =>
    on.has(key) ? [`${key} ${method}`, { key, method }] : [key, { key }],
  )
  return [...new Map(all).values()]
}

/** For each step that no method satisfies that is switched on: what could be. */
function lacking({ steps }: Combination, isEnabled: IsEnabled): MethodReference[][] {
  return steps
    .filter(({ candidates }) => !candidates.some(({ enabled }) => enabled))
    .map(({ candidates }) =>
      switches(
        candidates.map(({ entry }) => entry),
        isEnabled,
      ),
    )
}

function problemsOf(mode: AssuranceDemand['factorMode'], constraint: Constraint): FactorProblem[] {
  const named = CONSTRAINT_CLASSES.filter((name) => constraint[name])
  const tooMany = mode === '1FA' && named.length > 1 ? [{ path: [], message: TOO_MANY_CLASSES }] : []
  const own = named.flatMap((name) =>
    factorProblems(name, constraint[name] ?? {}).map(({ path, message }) => ({ path: [name, ...path], message })),
  )
  return [...tooMany, ...own]
}

function assureConstraint(
  mode: AssuranceDemand['factorMode'],
  constraint: Constraint,
  isEnabled: IsEnabled,
): ConstraintAssurance {
  const problems = problemsOf(mode, constraint)
  const demanded = CONSTRAINT_CLASSES.filter((name) => constraint[name] && isRequired(constraint[name]))
  const step = (factorClass: FactorClass) => stepFor(factorClass, constraint, isEnabled)
  const combinations = problems.length
    ? []
    : COMBINATIONS[mode]
        .filter((classes) => demanded.every((name) => classes.includes(name)))
        .map((classes) => classes.map(step))
        .filter((steps) => steps.every(({ candidates }) => candidates.length > 0))
        .map((steps) => ({ steps }))
  const free = combinations.flatMap(({ steps }) =>
    steps.filter(({ factorClass }) => !demanded.some((name) => name === factorClass)),
  )
  const [enable = []] = combinations.map((one) => lacking(one, isEnabled)).sort((a, b) => a.length - b.length)
  return {
    knowledge: constraint.knowledge ? step('knowledge').candidates : null,
    possession: constraint.possession ? step('possession').candidates : null,
    demanded,
    free: distinct(free.flatMap(({ candidates }) => candidates)),
    alone: distinct(combinations.flatMap(({ steps }) => inBoth(steps))),
    combinations,
    problems,
    satisfiable: combinations.length > 0,
    available: combinations.length > 0 && enable.length === 0,
    enable,
  }
}

function assureChain(chain: MethodChain, isEnabled: IsEnabled): ChainAssurance {
  const problems = chainProblems(chain)
  const steps = stepsOf(chain)
  const entries = steps.map(methodsOfStep)
  const satisfiable = problems.length === 0 && entries.every((step) => step.length > 0)
  const enable = satisfiable ? lackingInChain(entries, isEnabled) : []
  return {
    steps: steps.map((step, at) =>
      (entries[at] ?? []).map((entry) => ({
        entry,
        onlyIf: conditionsAt(step, entry),
        enabled: isEnabled(entry),
      })),
    ),
    problems,
    satisfiable,
    available: satisfiable && enable.length === 0,
    enable,
  }
}

/** For each step that the methods that are switched on leave empty: what would fill it, or make room for it. */
function lackingInChain(steps: readonly (readonly AuthenticatorMethod[])[], isEnabled: IsEnabled): MethodReference[][] {
  const on = steps.map((step) => step.filter(isEnabled))
  return contestsOf(on).map((contest) => {
    const entries = contest.steps.flatMap((at) => steps[at] ?? [])
    return switches(
      entries.filter((entry) => !isEnabled(entry)),
      isEnabled,
    )
  })
}

/**
 * Which authenticators satisfy a verification method, alternative by alternative.
 * @param enabled the methods that the organization has switched on; null: as if all were
 */
export function assure(method: VerificationDemand, enabled: ReadonlySet<AuthenticatorMethod> | null = null): Assurance {
  const isEnabled: IsEnabled = (entry) => enabled === null || enabled.has(entry)
  const parts =
    method.type === 'AUTH_METHOD_CHAIN'
      ? { constraints: [], chains: method.chains.map((chain) => assureChain(chain, isEnabled)) }
      : { constraints: assureConstraints(method, isEnabled), chains: [] }
  const each = [...parts.constraints, ...parts.chains]
  return {
    satisfiable: each.some(({ satisfiable }) => satisfiable),
    available: each.some(({ available }) => available),
    ...parts,
  }
}

function assureConstraints({ factorMode, constraints }: AssuranceDemand, isEnabled: IsEnabled): ConstraintAssurance[] {
  const alternatives: readonly Constraint[] = constraints?.length ? constraints : [{}]
  return alternatives.map((constraint) => assureConstraint(factorMode, constraint, isEnabled))
}
