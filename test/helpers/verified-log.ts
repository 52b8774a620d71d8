import { expect } from 'vitest'
import type { LogVerification } from '#contract/log/log-proof.ts'
import type { Client } from './client.ts'
import { eventually } from './endpoint.ts'

/** Has the service verify its log, as the page does. @returns what came of it */
export async function verifiedLog({ client }: { client: Client }): Promise<LogVerification> {
  await client.call('startLogVerification')
  return eventually(async () => {
    const { body } = await client.call('getLogVerification')
    expect(body.state).not.toBe('RUNNING')
    return body
  }, 30_000)
}
