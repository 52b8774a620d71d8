import { SIMULATED_TYPES } from '../../../src-server/contract/simulation.ts'
import type { Engine } from '../../../src-server/contract/workspace.ts'
import { curlOf } from '../../api/curl.ts'
import { isAskable, toBody, type SignIn } from './context.ts'

/**
 * The interface's own request for a sign-in, as a curl command. Null where it cannot be said there: it needs an
 * application, and the classic engine does not offer it.
 */
export function apiRequest(signIn: SignIn, engine: Engine, baseUrl: string): string | null {
  const { appInstance, policyContext } = toBody(signIn)
  if (!appInstance || !isAskable(signIn) || engine !== 'identity') return null
  const body = { policyTypes: [...SIMULATED_TYPES], appInstance, policyContext }
  return curlOf('simulatePolicies', { query: { expand: 'EVALUATED,RULE' }, body }, baseUrl)
}
