import { Op } from 'sequelize'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { TokenNetwork } from '#contract/access/api-token.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { apiTokens, type ApiTokenRecord } from '#db/tables/api-tokens.ts'
import type { Service } from '../service/service.ts'
import { createToken, revokeToken } from './api-tokens.ts'
import { endAfter } from './token-end.ts'
import type { TokenHolder } from './token-holder.ts'
import { ANYWHERE } from './token-network.ts'
import { hashToken } from './token-value.ts'

/** Where the service listens, and all that calls it comes from. */
const HERE = '127.0.0.1'
/** The name of tokens that came from the command line. */
const NAME = 'Given at start'

/**
 * Makes sure that a token which was given at the start is good, and the only one of its kind: it is made or, where it has
 * ended or does not work from this machine any more, renewed, and given to the owner where its holder cannot act: who starts the service must not be shut out by a change of zones. One that was given at an earlier start ends.
 * @param userId whom a new token acts for
 */
export async function acceptGivenToken(
  service: Service,
  context: RequestContext,
  value: string,
  userId: string,
): Promise<void> {
  const { stored, former } = await lookUp(service.reader, value)
  const isOwned = stored === undefined || !stored.given || (await isHeld(service, { kind: 'user', id: stored.userId }))
  const isGood =
    isOwned &&
    stored !== undefined &&
    Date.parse(stored.expiresAt) > service.clock() &&
    (await worksHere(service, stored))
  if (isGood && former.length === 0) return
  await service.write(context, async (tx) => {
    if (!stored) await createToken(tx, { value, name: NAME, userId, given: true })
    else if (!isGood) {
      const network = (await worksHere(service, stored)) ? stored.network : ANYWHERE
      await renew(tx, stored, { network, userId: isOwned ? stored.userId : userId })
    }
    for (const token of former) await revokeToken(tx, token.id)
  })
}

/** Whether somebody who can act as an administrator holds a token. */
export async function isHeld({ roles }: Pick<Service, 'roles'>, holder: TokenHolder['holder']): Promise<boolean> {
  const rights = await roles.rightsOf(holder)
  return rights.canAct && rights.roles.length > 0
}

/** Whether a token works from this machine. */
export const worksHere = ({ zones }: Pick<Service, 'zones'>, { network }: Pick<ApiTokenRecord, 'network'>) =>
  zones.admits(network, HERE)

async function lookUp(reader: Reader, value: string) {
  const hash = hashToken(value)
  const stored = await apiTokens.findOne(reader, { where: { hash } })
  const former = await apiTokens.findAll(reader, { where: { given: true, hash: { [Op.ne]: hash } } })
  return { stored, former }
}

async function renew(tx: Tx, token: ApiTokenRecord, change: { network: TokenNetwork; userId: string }): Promise<void> {
  const view = ({ expiresAt, network, userId }: ApiTokenRecord) => ({ expiresAt, network, userId })
  const after = await apiTokens.update(tx, token, { ...change, expiresAt: endAfter(tx.now), lastUpdated: tx.now })
  const details = changeDetails(view(token), view(after))
  tx.record({ type: 'system.api_token.update', targets: [targetOf('apiToken', token, details)] })
}
