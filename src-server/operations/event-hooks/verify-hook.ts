import { invalid } from '../../contract/api-error.ts'
import { randomText } from '../../db/ids.ts'
import { changeDetails, eventHookTarget, failed } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import { callEndpoint, type Exchange } from './call-endpoint.ts'
import { requireRoomForHook } from './check-hook.ts'
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
export async function verifyEventHook(service: Service, act: Act, id: string): Promise<void> {
  const hook = await requireEventHook(service, id)
  const problem = await handshake(service, hook)
  await service.write(
    act,
    async (unit) => {
      const { row } = await requireEventHook(service, id, unit.statements)
      const debugData = { url: shownAddress(hook.channel.uri) }
      unit.attempt({ type: 'event_hook.verified', targets: [eventHookTarget(row)] })
      if (row.channel !== hook.row.channel || row.secrets !== hook.row.secrets)
        throw invalid('channel', 'changed while it was verified; verify it again', 'path')
      const outcome = problem ? failed(problem) : undefined
      if (!problem) {
        if (row.status === 'ACTIVE') await requireRoomForHook(unit, id)
        const sql = `UPDATE event_hooks SET verification_status = 'VERIFIED', last_updated = ? WHERE id = ?`
        await unit.statements.run(sql, [unit.now, id])
      }
      const before = row.verification_status
      const after = problem ? before : 'VERIFIED'
      const details = changeDetails({ verificationStatus: before }, { verificationStatus: after })
      unit.record({ type: 'event_hook.verified', targets: [eventHookTarget(row, details)], debugData, outcome })
    },
    { changes: [] },
  )
  if (problem) throw invalid('channel.config.uri', problem, 'path')
  service.outbox.wake([id])
}

/** @returns what went wrong in one clause; null when the endpoint gave the challenge back */
async function handshake(service: Service, hook: OpenedHook): Promise<string | null> {
  if (!hook.secrets) return KEY_LOST
  const { allowLocalHooks } = await readDeveloperSettings(service)
  const challenge = randomText(CHALLENGE_LENGTH)
  const request = {
    method: 'GET' as const,
    uri: hook.channel.uri,
    headers: {
      ...agentHeaders(service),
      ...headersOf(hook.channel, hook.secrets),
      'x-svc-verification-challenge': challenge,
    },
  }
  const ask = () => callEndpoint(request, { ...service.outbound, allowLocal: allowLocalHooks })
  const first = await ask()
  const isError = first.status !== 200 || first.problem !== null
  // WHY not by `mayRetry` alone: here any answer that is an error is asked again (spec/3 "States and transitions").
  const again = isError && (first.mayRetry || first.status !== null)
  return complaintOf(again ? await ask() : first, challenge)
}

function complaintOf({ status, text, problem }: Exchange, challenge: string): string | null {
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
