import { chmod, readFile, writeFile } from 'node:fs/promises'
import { StartError } from '#contract/gatehouse/start-error.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Service } from '../service/service.ts'
import { acceptGivenToken, isHeld, worksHere } from './given-token.ts'
import { createToken } from './api-tokens.ts'
import type { TokenRegistry } from './token-registry.ts'
import { newTokenValue } from './token-value.ts'

const OWNER_ONLY = 0o600

/**
 * Makes sure that there is a token to work with: the one that was given, made good, else the one in `<dataFile>.token` while it is
 * good, belongs to somebody who can act, and works from this machine, else a new one of the owner's, written there with permissions for
 * the user of this machine alone.
 * @param ownerId of the person whom new tokens act for
 */
export async function provideToken(
  service: Service,
  context: RequestContext,
  tokens: Pick<TokenRegistry, 'recognize'>,
  { dataFile, given, ownerId }: { dataFile: string; given: string | undefined; ownerId: string },
): Promise<{ token: string; tokenFile: string | null }> {
  if (given !== undefined) {
    if (!/^\S{20,200}$/.test(given))
      throw new StartError('TOKEN_INVALID', 'A token has 20 to 200 characters and no spaces.')
    await acceptGivenToken(service, context, given, ownerId)
    return { token: given, tokenFile: null }
  }
  const tokenFile = `${dataFile}.token`
  const kept = await readToken(tokenFile)
  // A file that was there may be open to others; a new one is made closed.
  await chmod(tokenFile, OWNER_ONLY).catch(() => {})
  const holder = kept ? await tokens.recognize(kept) : null
  if (holder && (await isHeld(service, holder.holder)) && (await worksHere(service, holder)))
    return { token: kept, tokenFile }
  const token = newTokenValue()
  await service.write(context, (tx) => createToken(tx, { value: token, name: 'First token', userId: ownerId }))
  await writeFile(tokenFile, `${token}\n`, { mode: OWNER_ONLY }).catch((cause: unknown) => {
    throw new StartError('TOKEN_UNWRITABLE', `The API token could not be written to ${tokenFile}.`, { cause })
  })
  return { token, tokenFile }
}

/** The token in a file; empty where there is no file. @throws StartError where it cannot be read: scripts go on using what stands there */
async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new StartError('TOKEN_UNREADABLE', `The API token in ${file} cannot be read.`, { cause })
  }
}
