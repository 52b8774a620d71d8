import { isTree, setIn } from '#ui/lib/tree.ts'

/** Chains of authentication methods while they are edited: a list of steps, where JSON has each step inside the one before. */

/** A step without what follows it; further keys stay as they are. */
type Step = Record<string, unknown>

/** The steps of a chain in order; what is no step is not shown. */
export function stepsIn(chain: unknown): Step[] {
  const steps: Step[] = []
  for (
    let step = chain;
    isTree(step);
    step = Array.isArray(step['next']) ? (step['next'] as unknown[])[0] : undefined
  ) {
    const { next: _following, ...own } = step
    steps.push(own)
  }
  return steps
}

/** The chain of some steps; no steps are a first one without methods. */
export function chainOf(steps: readonly Step[]): Step {
  const [first = blankStep(), ...others] = steps
  return others.length ? { ...first, next: [chainOf(others)] } : { ...first }
}

export function blankStep(): Step {
  return { authenticationMethods: [] }
}

/** What most chains begin with: a password, and then something that is yet to be chosen. */
export function blankChain(): Step {
  return chainOf([{ authenticationMethods: [{ key: 'svc_password', method: 'password' }] }, blankStep()])
}

/** The path of a step's methods inside its chain. */
export function methodsPath(step: number): string {
  return `${'next.0.'.repeat(step)}authenticationMethods`
}

/** The path of a step's own period inside its chain. */
export function periodPath(step: number): string {
  return `${'next.0.'.repeat(step)}reauthenticateIn`
}

/** A step with a period of its own; without one it has that of the whole. */
export function withPeriod({ reauthenticateIn: _former, ...step }: Step, period: string | undefined): Step {
  return period === undefined ? step : { ...step, reauthenticateIn: period }
}

type Kind = 'ASSURANCE' | 'AUTH_METHOD_CHAIN'

const BLANK: Readonly<Record<Kind, () => object>> = {
  ASSURANCE: () => ({ factorMode: '2FA' }),
  AUTH_METHOD_CHAIN: () => ({ chains: [blankChain()] }),
}

/** A method of another kind, which keeps how often people are asked. @param former one of that kind that was edited before */
export function ofKind(kind: Kind, method: unknown, former?: unknown): object {
  const often = isTree(method) ? method['reauthenticateIn'] : undefined
  const start = isTree(former) ? former : { type: kind, ...BLANK[kind](), reauthenticateIn: 'PT12H' }
  return often === undefined ? start : setIn(start, 'reauthenticateIn', often)
}
