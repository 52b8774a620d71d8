import type { ReplacedRule } from '#contract/gatehouse/change-review.ts'
import type { Route } from '#contract/interface/route.ts'
import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { ROUTES, type Routes } from '#contract/routes/index.ts'
import { inStep } from '#operations/change-reviews/step-error.ts'
import { tryChange, type ReviewStep } from '#operations/change-reviews/review-change.ts'
import { assertRuleUnchanged } from '#operations/policies/unchanged-rule.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { parseRequest } from '../../middleware/guard.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { appHandlers } from '../apps/handlers.ts'
import { authorizationServerHandlers } from '../authorization-servers/handlers.ts'
import { policyHandlers } from '../policies/handlers.ts'
import { versionHandlers } from '../versions/handlers.ts'
import { zoneHandlers } from '../zones/handlers.ts'

const HANDLERS: HandlerTable<Pick<Routes, ReviewableOperation>> = {
  ...policyHandlers,
  ...authorizationServerHandlers,
  ...appHandlers,
  ...zoneHandlers,
  ...versionHandlers,
}

type Parsed = Pick<HandlerInput<Route>, 'params' | 'query' | 'body'>
/** The request that asks for it. */
type Input = Omit<HandlerInput<Route>, keyof Parsed>

/** A step of a request. */
interface Step {
  operation: ReviewableOperation
  params: Record<string, string>
  query: Record<string, string>
  body?: unknown
  replaces?: ReplacedRule | undefined
}

/** @throws ApiError E0000001 naming the step */
function parseStep(route: Route, { params, query, body }: Step, at: number, strict: boolean) {
  try {
    return parseRequest(route, { params, query, body }, strict)
  } catch (error) {
    throw inStep(at, error)
  }
}

/** A step, checked as a request of its own. @throws ApiError E0000001 */
function toStep(input: Input, step: Step, at: number): ReviewStep {
  const { operation, replaces } = step
  const route: Route = ROUTES[operation]
  const parsed = parseStep(route, step, at, input.strictHandling)
  const handle = HANDLERS[operation] as unknown as Handler<Route>
  const { policyId = '', ruleId = '' } = step.params
  const unchanged: (write: HandlerInput<Route>['write']) => HandlerInput<Route>['write'] = (write) => (work) =>
    write(async (tx) => {
      if (replaces && operation === 'replaceRule') await assertRuleUnchanged(tx, { policyId, ruleId }, replaces)
      return work(tx)
    })
  return (write) => handle({ ...input, ...(parsed as Parsed), write: unchanged(write) })
}

/** What steps would change, made for a request and taken back. @throws ApiError as the steps themselves */
export function trySteps(input: Input, steps: readonly Step[]): ReturnType<typeof tryChange> {
  return tryChange(
    input.service,
    input.write,
    steps.map((step, at) => toStep(input, step, at)),
  )
}
