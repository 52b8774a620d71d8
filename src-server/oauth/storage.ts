import { Op } from 'sequelize'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { appTarget, targetOf } from '#contract/log/targets.ts'
import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { EventDraft } from '#audit-log/to-log-event.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { users } from '#db/tables/users.ts'
import type { IssuerId } from '#operations/authorization-servers/issuer.ts'
import { endTokens } from '#operations/oauth/end-tokens.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import { idInReference, referenceTo } from './record-reference.ts'
import { keepRecord, recordId, recordOf } from '#operations/oauth/records.ts'
import type { OAuthService } from './decision-cache.ts'
import { clientMetadata } from './client-metadata.ts'
import { clientSettings } from './client-settings.ts'
import { OFFLINE_ACCESS } from './library.ts'
import type { Issuer, OAuthRequest } from './request.ts'
import { contextOf } from './sign-in/person.ts'
import { eventOf, judgementData, tokenTargets } from './token-events.ts'

type StorageService = Pick<OAuthService, 'decisions' | 'reader' | 'write' | 'batchedWrite' | 'now' | 'clock' | 'runKey'>

interface StorageOptions {
  /** The kind of record, by the library's name. */
  model: string
  /** By which the edge tells the library that it has recognized a client. */
  clientSecret: string
  /** The request that the library is at. */
  current: () => OAuthRequest | undefined
}

/** Records that can be used only once. */
const ONCE: ReadonlySet<string> = new Set(['ReplayDetection'])
/** Records that all issuers share: a sign-in at one counts at all. */
const SHARED: ReadonlySet<string> = new Set(['Session'])
/** What is worth tokens once: what came of it ends where it comes a second time. */
const WORTH_TOKENS: ReadonlySet<string> = new Set(['AuthorizationCode', 'DeviceCode', 'RefreshToken'])
/** What leaves an event when it is given to a client. */
const GIVEN: Readonly<Record<string, 'authorize.code' | 'token.grant.refresh_token'>> = {
  ...{ AuthorizationCode: 'authorize.code', RefreshToken: 'token.grant.refresh_token' },
}

interface GivenWithEvent {
  context: RequestContext
  event: EventDraft
}

/** What is revoked by its client with an event. */
const TOKENS: ReadonlySet<string> = new Set(['AccessToken', 'ClientCredentials', 'RefreshToken'])

/** Stands for the value of a sign-in under way where the address to go back to names it. */
const ITS_VALUE = '{uid}'
const withReturn = ({ returnTo, ...payload }: AdapterPayload, from: string, to: string): AdapterPayload =>
  typeof returnTo === 'string' ? { ...payload, returnTo: returnTo.replace(from, to) } : payload
const withoutValue = (payload: AdapterPayload, value: string) => withReturn(payload, value, ITS_VALUE)
const withValue = (payload: AdapterPayload, value: string) => withReturn(payload, ITS_VALUE, value)

/** The library stores the cookie of the session in which a person is asked, and never reads it: a reader of the file could continue as them. */
function withoutCookie({ session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload
  const { cookie: _cookie, ...known } = session
  return { ...payload, session: known as typeof session }
}

/**
 * The library's storage of one issuer and one kind of record. Clients are the applications; all else is stored until it
 * expires, by a hash of its value, and without the value itself.
 */
export class Storage implements Adapter {
  readonly #service: StorageService
  readonly #server: Issuer['server']
  readonly #issuer: IssuerId
  readonly #model: string
  readonly #options: StorageOptions

  constructor(service: StorageService, { server }: Issuer, options: StorageOptions) {
    this.#service = service
    this.#server = server
    this.#issuer = SHARED.has(options.model) ? null : (server?.id ?? null)
    this.#model = options.model
    this.#options = options
  }

  #idOf(value: string): string {
    return idInReference(this.#service.runKey, value) ?? recordId(this.#issuer, this.#model, value)
  }

  async upsert(value: string, { jti: _value, ...payload }: AdapterPayload, expiresInS: number): Promise<void> {
    const { grantId = null, userCode = null, accountId: userId = null } = payload
    const uid = payload.uid === value ? null : (payload.uid ?? null)
    const app = payload.clientId === undefined ? undefined : await this.#service.decisions.client(payload.clientId)
    const row = {
      ...{ id: this.#idOf(value), model: this.#model, serverId: this.#issuer, appId: app?.id ?? null },
      ...{ userId, grantId, uid, userCode, payload: withoutValue(this.#kept(payload), value) },
    }
    const given = app && userId !== null ? await this.#givenEvent(app, userId, this.#kept(payload)) : null
    const isFirst = await this.#service.batchedWrite(given?.context ?? systemContext(), async (tx) => {
      const isKnown = !ONCE.has(this.#model) && (await oauthRecords.remove(tx, { id: row.id }))
      if (given && !isKnown) tx.record(given.event)
      return keepRecord(tx, row, this.#service.clock() + expiresInS * 1_000)
    })
    // The library looks before it writes; two who come at once have both seen nothing.
    if (!isFirst) throw new errors.InvalidDpopProof('the DPoP proof was used before')
  }

  /** What is worth tokens leaves an event when it is made: a code by the person, a refresh token by the client that gets it. */
  async #givenEvent(app: AppRecord, userId: string, { scope = '' }: AdapterPayload): Promise<GivenWithEvent | null> {
    const request = this.#options.current()
    const what = GIVEN[this.#model]
    const user = what && request ? await users.get(this.#service.reader, userId) : undefined
    if (!what || !request || !user) return null
    return {
      context: what === 'authorize.code' ? contextOf(request.context, user) : request.context,
      event: {
        type: eventOf(request, what),
        targets: tokenTargets(request, app, user),
        debugData: { grantedScopes: scope, ...judgementData(request) },
      },
    }
  }

  async find(value: string): Promise<AdapterPayload | undefined> {
    if (this.#model === 'Client') {
      const app = await this.#service.decisions.client(value)
      const asked = { secret: this.#options.clientSecret, redirectUri: this.#options.current()?.redirectUri }
      return app && app.status === 'ACTIVE' ? clientMetadata(app, asked) : undefined
    }
    const { reader, now } = this.#service
    const record = await recordOf(reader, this.#idOf(value), now())
    const payload = record && withValue(record.payload, value)
    if (!payload || !(await this.#isGood(payload))) return undefined
    this.#noteRedirect(payload)
    return { ...this.#ofLibrary(await this.#withLeeway(payload)), jti: value }
  }

  /** What a refresh token is good for, as lists show it: the library leaves out what lets it be given at all. */
  #kept({ scope, ...rest }: AdapterPayload): AdapterPayload {
    const payload = withoutCookie(rest)
    if (scope === undefined) return payload
    return { ...payload, scope: this.#model === 'RefreshToken' ? `${scope} ${OFFLINE_ACCESS}` : scope }
  }

  #ofLibrary({ scope, ...payload }: AdapterPayload): AdapterPayload {
    if (scope === undefined) return payload
    return { ...payload, scope: this.#model === 'RefreshToken' ? scope.replace(` ${OFFLINE_ACCESS}`, '') : scope }
  }

  /** A refresh token that was replaced works a little longer where the client says so: its reply may have been lost. */
  async #withLeeway({ consumed, ...payload }: AdapterPayload): Promise<AdapterPayload> {
    const isOver = consumed !== undefined && !(await this.#isInLeeway({ ...payload, consumed }))
    return isOver ? { ...payload, consumed } : payload
  }

  async #isInLeeway({ consumed, clientId }: AdapterPayload): Promise<boolean> {
    if (this.#model !== 'RefreshToken' || typeof consumed !== 'number') return false
    const app = await this.#service.decisions.client(clientId ?? '')
    const { leeway = 0 } = (app && clientSettings(app).refresh_token) ?? {}
    const sinceS = this.#service.clock() / 1_000 - consumed
    // A clock that was put back must not make it work again.
    return leeway > 0 && sinceS >= 0 && sinceS <= leeway
  }

  /** WHY here: a request that goes on says nothing itself, and the client that is looked up next is one that may be answered there. */
  #noteRedirect({ params }: AdapterPayload): void {
    const request = this.#options.current()
    const address = params?.['redirect_uri']
    if (this.#model === 'Interaction' && request && typeof address === 'string') request.redirectUri = address
  }

  /** A session ends when its policy says, whatever browsers hold. */
  async #isGood({ uid, accountId }: AdapterPayload): Promise<boolean> {
    if (this.#model !== 'Session' || accountId === undefined) return true
    return (await sessionOf(this.#service.reader, uid ?? '', this.#service.now())) !== undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first('uid', uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#first('userCode', userCode)
  }

  async #first(attribute: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> {
    const { reader, now } = this.#service
    const own = { model: this.#model, serverId: this.#issuer, expires: { [Op.gt]: now() } }
    const record = await oauthRecords.findOne(reader, { where: { [attribute]: value, ...own } })
    if (!record || !(await this.#isGood(record.payload))) return undefined
    return { ...record.payload, jti: referenceTo(this.#service.runKey, record.id) }
  }

  /** @throws errors.InvalidGrant for what is worth tokens and was used already */
  async consume(value: string): Promise<void> {
    const before = await this.#service.write(systemContext(), async (tx) => {
      const record = await recordOf(tx, this.#idOf(value), tx.now)
      // The first time counts.
      if (!record || record.payload['consumed'] !== undefined) return record?.payload ?? {}
      const consumed = Math.floor(this.#service.clock() / 1_000)
      await oauthRecords.update(tx, record, { payload: { ...record.payload, consumed } })
      return null
    })
    if (before && WORTH_TOKENS.has(this.#model) && !(await this.#isInLeeway(before))) await this.#refuse(value, before)
  }

  /** WHY here as well: the library looks before it writes; of several who come at once, all have seen it unused. */
  async #refuse(value: string, { grantId }: AdapterPayload): Promise<never> {
    await this.destroy(value)
    if (grantId !== undefined)
      await this.#service.write(systemContext(), async (tx) => {
        // Without what was let, tokens that are only now being made are worth nothing more later either.
        await oauthRecords.remove(tx, { id: recordId(this.#issuer, 'Grant', grantId) })
        await endTokens(tx, { grantId })
      })
    throw new errors.InvalidGrant('it was used already')
  }

  async destroy(value: string): Promise<void> {
    const { client, context, endpoint } = this.#options.current() ?? {}
    const server = this.#server
    // Only a refresh token that comes a second time is given up where tokens are asked for (RFC 9700 §4.14.2).
    const what = endpoint === 'token' ? 'detect_reuse' : 'revoke'
    await this.#service.write(context ?? systemContext(), async (tx) => {
      const isGone = await oauthRecords.remove(tx, { id: this.#idOf(value) })
      if (!isGone || !client || !TOKENS.has(this.#model)) return
      tx.record({
        type: server ? `app.oauth2.as.token.${what}` : `app.oauth2.token.${what}`,
        targets: [appTarget(client.app), ...(server ? [targetOf('authorizationServer', server)] : [])],
        debugData: { jti: value },
      })
    })
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    // Records without a grant are not those of one.
    if (!grantId) return
    await this.#service.write(systemContext(), async (tx) => {
      const records = await oauthRecords.findAll(tx, { where: { grantId, model: this.#model } })
      for (const record of records) await oauthRecords.remove(tx, record)
    })
  }
}
