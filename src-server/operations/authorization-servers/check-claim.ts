import { isReservedClaim, type ClaimContent } from '#contract/access/server-claim.ts'
import { causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { serverScopes } from '#db/tables/token-contents.ts'
import { parse } from '#expression/index.ts'
import { compilePattern } from '../directory/pattern.ts'

type Value = Pick<ClaimContent, 'valueType' | 'value' | 'groupFilterType'>

/** What is wrong with a value, a sentence each. */
const PROBLEMS: Readonly<Record<ClaimContent['valueType'], (value: Value) => readonly string[]>> = {
  EXPRESSION: ({ value }) => {
    const parsed = parse(value, 'classic', { result: 'value' })
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message)
  },
  GROUPS: ({ value, groupFilterType }) => {
    const pattern = groupFilterType === 'REGEX' ? compilePattern(value) : null
    return typeof pattern === 'string' ? [pattern] : []
  },
  SYSTEM: () => [],
}

/**
 * Refuses a claim that the server makes itself, a value that cannot be read, and scopes that the server does not have. Scopes that dangled
 * already in `before` may stay.
 * @throws ApiError E0000001 with every problem at its place
 */
export async function assertValidClaim(
  reader: Reader,
  serverId: string,
  claim: ClaimContent,
  before?: ClaimContent,
): Promise<void> {
  if (isReservedClaim(claim.name)) throw invalid('name', `the server itself makes the claim ${claim.name}`)
  if (claim.valueType === 'SYSTEM') throw invalid('valueType', 'only claims that the server itself makes are of it')
  const causes = PROBLEMS[claim.valueType](claim).map((message) => causeAt('value', message))
  causes.push(...(await danglingScopes(reader, serverId, claim.scopes, before?.scopes ?? [])))
  if (causes.length) throw invalidAll(causes)
}

async function danglingScopes(
  reader: Reader,
  serverId: string,
  names: readonly string[],
  tolerated: readonly string[],
): Promise<ErrorCause[]> {
  const known = await serverScopes.findAll(reader, { where: { serverId, name: [...names] } })
  const fine = new Set([...tolerated, ...known.map(({ name }) => name)])
  return names
    .filter((name) => !fine.has(name))
    .map((name) => causeAt('conditions.scopes', `${name} is no scope of this server`))
}
