import { edgeOf } from '#vocabulary/edge.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { randomText } from '#db/ids.ts'
import { changeDetails, failed, targetOf } from '#contract/log/targets.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { eventHooks, type EventHookRecord } from '#db/tables/event-hooks.ts'
import type { Service } from '../service/service.ts'
import { assertOutward } from '../service/assert-outward.ts'
import { callEndpoint, type Exchange } from './call-endpoint.ts'
import { assertHookQuota } from './check-hook.ts'
import { readDeveloperSettings } from './developer-settings.ts'
import { shownAddress } from './endpoint-address.ts'
import { requireEventHook, type OpenedHook } from './event-hooks.ts'
import { agentHeaders } from './request-headers.ts'
import { headersOf, KEY_LOST } from './secrets.ts'

const CHALLENGE_LENGTH = 40

/**
 * Asks a hook's endpoint to prove that it wants events (spec/4 §3.2), and marks the hook as verified when it does.
 * @throws E0000001 with what went wrong; that too is an event
 */
export async function verifyEventHook(service: Service, context: RequestContext, id: string): Promise<void> {
  const hook = await requireEventHook(service.reader, service.secretBox, id)
  assertOutward(service.outbound)
  const problem = await handshake(service, hook)
  await service.write(context, (tx) => settleVerification(tx, hook.record, problem))
  if (problem) throw invalid('channel.config.uri', problem, 'path')
  service.outbox.trigger([id])
}

async function settleVerification(tx: Tx, asked: EventHookRecord, problem: string | null): Promise<void> {
  const type = 'event_hook.verified'
  const hook = await eventHooks.require(tx, asked.id)
  tx.authorize(type, [targetOf('eventHook', hook)])
  if (JSON.stringify(hook.channel) !== JSON.stringify(asked.channel) || hook.secrets !== asked.secrets)
    throw invalid('channel', 'changed while it was verified; verify it again', 'path')
  if (!problem && hook.status === 'ACTIVE') await assertHookQuota(tx, hook.id)
  const after = problem
    ? hook
    : await eventHooks.update(tx, hook, { verificationStatus: 'VERIFIED', lastUpdated: tx.now })
  const details = changeDetails(
    { verificationStatus: hook.verificationStatus },
    { verificationStatus: after.verificationStatus },
  )
  const debugData = { url: shownAddress(asked.channel.uri) }
  const outcome = problem ? failed(problem) : undefined
  tx.record({ type, targets: [targetOf('eventHook', hook, details)], debugData, outcome })
}

/** @returns what went wrong in one clause; null when the endpoint gave the challenge back */
async function handshake(service: Service, hook: OpenedHook): Promise<string | null> {
  if (!hook.secrets) return KEY_LOST
  const { allowLocalHooks } = await readDeveloperSettings(service.reader)
  const challenge = randomText(CHALLENGE_LENGTH)
  const { current } = service.vocabulary
  const outer = (word: string) => (current ? edgeOf(current).outer(word) : word)
  const request = {
    method: 'GET' as const,
    uri: hook.record.channel.uri,
    headers: {
      ...agentHeaders(service),
      ...headersOf(hook.record.channel, hook.secrets),
      [outer('x-svc-verification-challenge')]: challenge,
    },
  }
  const ask = () => callEndpoint(request, { ...service.outbound, allowLocal: allowLocalHooks })
  const first = await ask()
  const isError = first.status !== 200 || first.problem !== null
  // WHY not by `mayRetry` alone: here any answer that is an error is asked again (spec/3 "States and transitions").
  const again = isError && (first.mayRetry || first.status !== null)
  return errorOf(again ? await ask() : first, challenge)
}

function errorOf({ status, text, problem }: Exchange, challenge: string): string | null {
  if (problem) return `the endpoint ${problem}`
  if (status !== 200) return `the endpoint answered ${status} in place of 200`
  if (answeredChallenge(text) === challenge) return null
  return 'the endpoint answered 200, but not with {"verification": "<the challenge>"} in JSON'
}

function answeredChallenge(text: string): unknown {
  try {
    return (JSON.parse(text) as { verification?: unknown } | null)?.verification
  } catch {
    return undefined
  }
}
