import { CLAIM_ABOUT, type ClaimKind, type InvariantClaim, type InvariantWrite } from '#contract/gatehouse/invariant.ts'

/** What a form of an invariant holds; what it does not show of one stays as it is. */
export interface InvariantForm {
  name: string
  description: string
  groupsIn: string[]
  groupsOut: string[]
  /** Whether it is about opening applications, or about signing in. */
  about: 'apps' | 'session'
  appsIn: string[]
  appsOut: string[]
  zonesIn: string[]
  zonesOut: string[]
  device: DeviceChoice
  risk: 'ANY' | 'LOW' | 'MEDIUM' | 'HIGH'
  claim: ClaimKind
  factors: number | undefined
  within: string
  minutes: number | undefined
  /** What it was made of. */
  base: Pick<InvariantWrite, 'scope' | 'app'>
}

type Scope = InvariantWrite['scope']
type DeviceChoice = 'ANY' | 'MANAGED' | 'UNMANAGED' | 'REGISTERED' | 'UNREGISTERED' | 'AS_IT_IS'

export const CLAIMS: readonly { value: ClaimKind; label: string }[] = [
  { value: 'DENIED', label: 'are never let in' },
  { value: 'ALLOWED', label: 'are always let in' },
  { value: 'FACTORS', label: 'need at least so many factors' },
  { value: 'NOT_PASSWORD_ALONE', label: 'need more than a password' },
  { value: 'PHISHING_RESISTANT', label: 'need a phishing-resistant factor' },
  { value: 'REAUTHENTICATE', label: 'authenticate again after a while' },
  { value: 'SESSION_ENDS', label: 'have a session that ends' },
]

const DEVICES: Readonly<Record<Exclude<DeviceChoice, 'AS_IT_IS'>, Scope['device']>> = {
  ANY: undefined,
  MANAGED: { managed: true },
  UNMANAGED: { managed: false },
  REGISTERED: { registered: true },
  UNREGISTERED: { registered: false },
}

export const DEVICE_CHOICES: readonly { value: DeviceChoice; label: string }[] = [
  { value: 'ANY', label: 'Any' },
  { value: 'UNMANAGED', label: 'Unmanaged' },
  { value: 'MANAGED', label: 'Managed' },
  { value: 'UNREGISTERED', label: 'Unregistered' },
  { value: 'REGISTERED', label: 'Registered' },
]

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function deviceChoice(device: Scope['device']): DeviceChoice {
  const found = Object.entries(DEVICES).find(([, value]) => same(value, device))
  return (found?.[0] as DeviceChoice | undefined) ?? 'AS_IT_IS'
}

/** What a claim is about where it is about one of the two alone. */
export function aboutOf(claim: ClaimKind, chosen: InvariantForm['about']): InvariantForm['about'] {
  const about = CLAIM_ABOUT[claim]
  return about === 'either' ? chosen : about
}

const ids = (entries: NonNullable<InvariantWrite['app']>['include'] = []) =>
  entries.flatMap((entry) => (entry.type === 'APP' ? [entry.id] : []))

/** A form of an invariant that is there, or of what a template makes. */
export function formOf({
  name,
  description,
  scope,
  app,
  claim,
}: Omit<InvariantWrite, 'description'> & { description?: string | null | undefined }): InvariantForm {
  return {
    ...{ name, description: description ?? '' },
    groupsIn: scope.people?.groups?.include ?? [],
    groupsOut: scope.people?.groups?.exclude ?? [],
    about: app ? 'apps' : 'session',
    ...{ appsIn: ids(app?.include), appsOut: ids(app?.exclude) },
    zonesIn: scope.network?.include ?? [],
    zonesOut: scope.network?.exclude ?? [],
    device: deviceChoice(scope.device),
    risk: scope.riskScore?.level ?? 'ANY',
    claim: claim.kind,
    factors: claim.kind === 'FACTORS' ? claim.factors : 2,
    within: claim.kind === 'REAUTHENTICATE' ? claim.within : 'PT2H',
    minutes: claim.kind === 'SESSION_ENDS' ? claim.minutes : 720,
    base: { scope, app },
  }
}

/** One about everybody and everything. */
export const blankForm = (): InvariantForm =>
  formOf({ name: '', scope: {}, app: { include: [], exclude: [] }, claim: { kind: 'DENIED' } })

const withValues = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)

function claimOf({ claim, factors, within, minutes }: InvariantForm): InvariantClaim {
  switch (claim) {
    case 'FACTORS':
      return { kind: claim, factors: factors ?? 2 }
    case 'REAUTHENTICATE':
      return { kind: claim, within }
    case 'SESSION_ENDS':
      return { kind: claim, minutes: minutes ?? 720 }
    default:
      return { kind: claim }
  }
}

function scopeOf({ base, groupsIn, groupsOut, zonesIn, zonesOut, device, risk }: InvariantForm): Scope {
  const { people, userType, platform } = base.scope
  const groups = withValues({
    ...(groupsIn.length > 0 && { include: groupsIn }),
    ...(groupsOut.length > 0 && { exclude: groupsOut }),
  })
  const named = withValues({ ...(people?.users && { users: people.users }), ...(groups && { groups }) })
  const held = device === 'AS_IT_IS' ? base.scope.device : DEVICES[device]
  return {
    ...(named && { people: named }),
    ...(userType && { userType }),
    ...(zonesIn.length + zonesOut.length > 0 && {
      network: {
        connection: 'ZONE' as const,
        ...(zonesIn.length > 0 && { include: zonesIn }),
        ...(zonesOut.length > 0 && { exclude: zonesOut }),
      },
    }),
    ...(held && { device: held }),
    ...(platform && { platform }),
    ...(risk !== 'ANY' && { riskScore: { level: risk } }),
  }
}

function appOf({ base, about, claim, appsIn, appsOut }: InvariantForm): InvariantWrite['app'] {
  if (aboutOf(claim, about) === 'session') return null
  const entries = (side: 'include' | 'exclude', chosen: readonly string[]) => [
    ...(base.app?.[side] ?? []).filter(({ type }) => type === 'APP_TYPE'),
    ...chosen.map((id) => ({ type: 'APP' as const, id })),
  ]
  return { include: entries('include', appsIn), exclude: entries('exclude', appsOut) }
}

/** What a form says, as it is saved. */
export const bodyOf = (form: InvariantForm): InvariantWrite => ({
  name: form.name.trim(),
  description: form.description === '' ? null : form.description,
  ...{ scope: scopeOf(form), app: appOf(form), claim: claimOf(form) },
})
