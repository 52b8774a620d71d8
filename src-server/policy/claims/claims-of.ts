import type { ClaimContent, ClaimType } from '#contract/access/server-claim.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import {
  compile,
  jsonOf,
  parse,
  relatedAsked,
  type ExpressionContext,
  type JsonValue,
  type RelatedAsked,
  type UserRecord,
} from '#expression/index.ts'
import { groupFilter, type CompilePattern } from './group-filter.ts'

/** Whom and what a token is for: what its claims are made of. */
export interface ClaimsContext {
  /** Milliseconds since the epoch. */
  now: number
  /** Null for a client that acts for itself. */
  user: UserRecord | null
  /** The person's profile in the application, `userName` in it; null as {@link user}. */
  appuser: Readonly<Record<string, unknown>> | null
  /** `id`, `name`, `label`, `clientId` and the application's own `profile`. */
  app: Readonly<Record<string, unknown>>
  org?: Readonly<Record<string, unknown>>
  /** Every group of the person; empty where there is none. */
  groups: readonly { id: string; name: string; type?: string }[]
  /** The engine of regular expressions, which is none of the pure parts. */
  compilePattern: CompilePattern
}

/** What the claims of a token come to. */
interface TokenClaims {
  /** In the order of the server's claims. */
  claims: Record<string, JsonValue>
  /** Active claims that the token is without, and why: a clause each. */
  omitted: { name: string; why: string }[]
}

type Made = { value: JsonValue; missing?: undefined } | { missing: string }

type Maker = (claim: ClaimContent, context: ClaimsContext, grantedScopes: readonly string[]) => Made

const MAKERS: Readonly<Record<ClaimContent['valueType'], Maker>> = {
  EXPRESSION: (claim, context, grantedScopes) => {
    const expression = expressionOf(claim)
    if ('problem' in expression) return { missing: expression.problem }
    // WHY of access tokens alone: an ID token grants nothing.
    const access = claim.claimType === 'RESOURCE' && { access: { scope: grantedScopes } }
    return jsonOf(expression.compiled, { ...readable(context), ...access })
  },
  GROUPS: (claim, context) => (context.user ? groupNames(claim, context) : { missing: 'the token is for no person' }),
  SYSTEM: () => ({ missing: 'the server makes it itself' }),
}

type ReadExpression = { compiled: ReturnType<typeof compile> } | { problem: string }

/** WHY kept: each token asks for the same claims again, and reading their expressions takes longer than computing them. */
const expressions = new WeakMap<ClaimContent, ReadExpression>()

function expressionOf(claim: ClaimContent): ReadExpression {
  const known = expressions.get(claim)
  if (known) return known
  const parsed = parse(claim.value, 'classic', { result: 'value' })
  const read = parsed.ok
    ? { compiled: compile(parsed.expression) }
    : { problem: parsed.problems.map(({ message }) => message).join('; ') }
  expressions.set(claim, read)
  return read
}

/** What the expressions of active claims ask of others than the person. */
export function relatedAskedByClaims(claims: readonly ClaimContent[]): RelatedAsked {
  const asking = claims.filter(({ valueType, status }) => valueType === 'EXPRESSION' && status === 'ACTIVE')
  const read = asking.map(expressionOf)
  return relatedAsked(read.flatMap((each) => ('compiled' in each ? [each.compiled.expression] : [])))
}

/** What expressions can read. */
function readable({ now, user, appuser, app, org, groups }: ClaimsContext): ExpressionContext {
  return { now, user: user && { ...user, groups }, appuser, app, ...(org && { org }) }
}

function groupNames({ value, groupFilterType }: ClaimContent, { groups, compilePattern }: ClaimsContext): Made {
  const passes = groupFilter(groupFilterType ?? 'EQUALS', value, compilePattern)
  if (typeof passes === 'string') return { missing: `${value} ${passes}` }
  const names = groups.map(({ name }) => name).filter(passes)
  if (names.length === 0) return { missing: `none of their ${groups.length} groups passes the filter` }
  const max = LIMITS.claimGroups
  return { value: names.length > max ? `error: more than ${max} groups pass the filter` : names.toSorted() }
}

const isGranted = ({ scopes }: ClaimContent, granted: ReadonlySet<string>) =>
  scopes.length === 0 || scopes.some((name) => granted.has(name))

/**
 * The claims of a token. A claim is there when it is active, of this token, and asks for no scope or for one that was granted; one that
 * comes to nothing is left out with the reason. Where more groups pass a filter than a claim holds, its value is a text that says so: a
 * part of them would look like all. Whether an ID token leaves out what is not always in it is the caller's to say. Pure, and never throws.
 *
 * @param claims those of the server, of which only some are of this token
 */
export function claimsOf(
  claims: readonly ClaimContent[],
  grantedScopes: readonly string[],
  claimType: ClaimType,
  context: ClaimsContext,
): TokenClaims {
  const granted = new Set(grantedScopes)
  const made: [string, JsonValue][] = []
  const omitted: TokenClaims['omitted'] = []
  for (const claim of claims) {
    if (claim.status !== 'ACTIVE' || claim.claimType !== claimType) continue
    const result: Made = isGranted(claim, granted)
      ? MAKERS[claim.valueType](claim, context, grantedScopes)
      : { missing: `none of its scopes is granted: ${claim.scopes.join(', ')}` }
    if (result.missing === undefined) made.push([claim.name, result.value])
    else omitted.push({ name: claim.name, why: result.missing })
  }
  return { claims: Object.fromEntries(made), omitted }
}
