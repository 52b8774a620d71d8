/** An object of a reply. */
type Shown = Record<string, unknown>

/** What an object of a reply of 0.1.0 still has of it, where that was changed on purpose: by the finding of spec/6 that says why. */
const CHANGED: readonly { finding: number; isOf: (shown: Shown) => boolean; left: (shown: Shown) => Shown }[] = [
  { finding: 3, isOf: ({ mapAMRClaims: maps }) => maps === false, left: ({ mapAMRClaims: _, ...others }) => others },
  { finding: 4, isOf: ({ id, properties }) => id === '#base' && isOfClaims(properties), left: withoutTitles },
  { finding: 5, isOf: isOfAdministrators, left: ({ lastMembershipUpdated: _, ...others }) => others },
  { finding: 5, isOf: ({ isPerson }) => isPerson === false, left: ({ isPerson: _, name: _name, ...others }) => others },
  { finding: 6, isOf: ({ id, properties }) => id === '#custom' && isEmpty(properties), left: withoutRequired },
  { finding: 7, isOf: ({ help, appLinks }) => !!help && !!appLinks, left: ({ help: _, ...others }) => others },
  { finding: 17, isOf: ({ appLinks }) => appLinks !== undefined, left: ({ appLinks: _, ...others }) => others },
  { finding: 18, isOf: isOfPlatform, left: withoutClient },
  { finding: 19, isOf: ({ name, definitions }) => name === 'group' && !!definitions, left: withoutDescription },
]

const isEmpty = (value: unknown) => JSON.stringify(value) === '{}'
const isOfClaims = (properties: unknown) => 'zoneinfo' in (properties as Shown)

function withoutTitles({ properties, required: _, ...others }: Shown): Shown {
  const bare = Object.entries(properties as Record<string, Shown>).map(
    ([name, { title: _title, required: _required, ...rest }]) => [name, rest],
  )
  return { ...others, properties: Object.fromEntries(bare) as Shown }
}

/** The group that the owner has joined, whom a workspace gets when it is opened. */
function isOfAdministrators({ type, profile }: Shown): boolean {
  return type === 'BUILT_IN' && (profile as Shown | undefined)?.['name'] === 'Svc Administrators'
}

function isOfPlatform({ orn, name }: Shown): boolean {
  return orn !== undefined && ['svc_admin_console', 'svc_enduser', 'svc_browser_plugin'].includes(String(name))
}

function withoutClient({ credentials: _, settings: _settings, visibility: _visibility, ...others }: Shown): Shown {
  return others
}

function withoutRequired({ required: _, ...others }: Shown): Shown {
  return others
}

function withoutDescription({ description: _, ...others }: Shown): Shown {
  return others
}

/** Of a reply of 0.1.0, what this version still answers. */
export function stillAnswered(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(stillAnswered)
  if (typeof body !== 'object' || body === null) return body
  const held = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, stillAnswered(value)]))
  return CHANGED.reduce<Shown>((shown, { isOf, left }) => (isOf(shown) ? left(shown) : shown), held)
}
