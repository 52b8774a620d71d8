import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { OS_TYPES } from '../../../src-server/contract/conditions.ts'
import type { PolicyContext } from '../../../src-server/contract/simulation.ts'
import { PLACES } from '../../app/places.ts'

export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const
export type Risk = (typeof RISKS)[number]
export type Platform = (typeof OS_TYPES)[number]

/**
 * The hypothetical sign-in as the page holds it: null, an empty list or an empty text mean "not given". Who is either
 * a person or groups, the network either an address or zones; `normalize` sees to it.
 */
export interface SignIn {
  user: string | null
  groups: string[]
  app: string | null
  ip: string
  zones: string[]
  risk: Risk | null
  platform: Platform | null
  registered: boolean | null
  managed: boolean | null
  /** Id of the device assurance that is satisfied. */
  assurance: string
}

export const NOTHING: SignIn = {
  user: null,
  groups: [],
  app: null,
  ip: '',
  zones: [],
  risk: null,
  platform: null,
  registered: null,
  managed: null,
  assurance: '',
}

/** What a request to simulate carries, for both operations. */
export interface SimulationBody {
  appInstance?: string
  policyContext: PolicyContext
}

/** Drops what cannot stand together: the person wins over groups, the address over zones. */
export function normalize(signIn: SignIn): SignIn {
  return {
    ...signIn,
    groups: signIn.user ? [] : signIn.groups,
    ip: signIn.ip.trim(),
    zones: signIn.ip.trim() ? [] : signIn.zones,
    assurance: signIn.assurance.trim(),
  }
}

function one<T extends string>(value: unknown, allowed: readonly T[]): T | null {
  return allowed.find((word) => word === value) ?? null
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => [...new Set(text(value).split(',').filter(Boolean))]
const flag = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : null)

/** Reads the page's address; what it cannot read counts as not given. */
export function fromQuery(query: LocationQuery): SignIn {
  return normalize({
    user: text(query.user) || null,
    groups: list(query.groups),
    app: text(query.app) || null,
    ip: text(query.ip),
    zones: list(query.zones),
    risk: one(query.risk, RISKS),
    platform: one(query.platform, OS_TYPES),
    registered: flag(query.registered),
    managed: flag(query.managed),
    assurance: text(query.assurance),
  })
}

/** The address's query for a sign-in; what is not given is left out. */
export function toQuery(signIn: SignIn): LocationQueryRaw {
  const { user, groups, app, ip, zones, risk, platform, registered, managed, assurance } = normalize(signIn)
  const all = {
    user,
    groups: groups.join(','),
    app,
    ip,
    zones: zones.join(','),
    risk,
    platform,
    registered: registered === null ? null : String(registered),
    managed: managed === null ? null : String(managed),
    assurance,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/** The address of the page with a sign-in filled in, for links from other pages. */
export function simulationPlace(signIn: Partial<SignIn>) {
  return { path: PLACES.simulate, query: toQuery({ ...NOTHING, ...signIn }) }
}

/** Whether somebody is given; without that nothing can be asked. */
export function isAskable(signIn: SignIn): boolean {
  return Boolean(signIn.user) || signIn.groups.length > 0
}

export function isNothing(signIn: SignIn): boolean {
  return Object.keys(toQuery(signIn)).length === 0
}

/** The request's body; fields that are not given are absent, so that conditions on them cannot be told. */
export function toBody(signIn: SignIn): SimulationBody {
  const { user, groups, app, ip, zones, risk, platform, registered, managed, assurance } = normalize(signIn)
  const device = {
    ...(platform ? { platform } : {}),
    ...(registered === null ? {} : { registered }),
    ...(managed === null ? {} : { managed }),
    ...(assurance ? { assuranceId: assurance } : {}),
  }
  return {
    ...(app ? { appInstance: app } : {}),
    policyContext: {
      ...(user ? { user: { id: user } } : { groups: { ids: groups } }),
      ...(ip ? { ip } : {}),
      ...(zones.length ? { zones: { ids: zones } } : {}),
      ...(risk ? { risk: { level: risk } } : {}),
      ...(Object.keys(device).length ? { device } : {}),
    },
  }
}
