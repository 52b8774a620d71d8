import { OS_TYPES } from '#contract/policy/conditions.ts'
import { GROUP_TYPES } from '#contract/directory/group.ts'
import { OUTCOMES, SEVERITIES } from '#contract/log/log-event.ts'
import { USER_STATUSES } from '#contract/directory/user-status.ts'
import { NAME_OPERATORS, OPERATOR_KEY } from './criteria.ts'

/** Suggestions of completion where the language takes any name or text. `check.ts` decides what is allowed. */

/** One line on each object and family of functions, by path. */
export const OBJECT_HELP: Readonly<Record<string, string>> = {
  user: 'The person.',
  'user.profile': "The attributes of the person's profile.",
  device: 'The device in use.',
  'device.profile': 'The attributes of the device.',
  'device.provider': 'What security vendors say about the device.',
  security: 'What the risk engine found.',
  'security.risk': 'The risk of the sign-in.',
  login: 'How the sign-in began.',
  session: 'The session of the person.',
  accessRequest: 'What is being asked for.',
  'accessRequest.authenticator': 'The authenticator that the request is about.',
  org: 'The organization.',
  app: 'The application.',
  appuser: "The person's profile in the application.",
  idpuser: "The person's profile at the identity provider.",
  access: 'What the access token grants.',
  event: 'The event.',
  String: 'Functions on texts.',
  Arrays: 'Functions on lists.',
  Convert: 'Conversions to numbers.',
  Iso3166Convert: 'Conversions of country codes.',
  Groups: 'Lists of group names.',
  DateTime: 'The current time.',
  Time: 'The current time, and conversions between ways to write times.',
}

const ACTOR = ['id', 'type', 'alternateId', 'displayName']

/** Names that are usual below an open object. */
export const KNOWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'device.profile': [
    'displayName',
    'platform',
    'manufacturer',
    'model',
    'osVersion',
    'serialNumber',
    'imei',
    'meid',
    'udid',
    'sid',
    'secureHardwarePresent',
    'diskEncryptionType',
    'integrityJailbreak',
  ],
  'device.provider': ['wsc', 'zta'],
  'device.provider.wsc': ['antiVirus', 'autoUpdateSettings', 'fireWall', 'internetSettings'],
  'device.provider.zta': ['overall', 'os', 'sensorConfig'],
  accessRequest: ['operation', 'authenticator'],
  'accessRequest.authenticator': ['id', 'key'],
  org: ['name', 'subDomain', 'domain'],
  app: ['id', 'name', 'label', 'clientId', 'domain'],
  appuser: ['userName', 'email', 'firstName', 'lastName'],
  idpuser: ['userName', 'email', 'firstName', 'lastName', 'subjectAltNameEmail', 'subjectCn'],
  event: ['eventType', 'severity', 'displayMessage', 'published', 'actor', 'client', 'outcome', 'transaction', 'uuid'],
  'event.actor': ACTOR,
  'event.client': ['id', 'ipAddress', 'zone', 'device', 'userAgent', 'geographicalContext'],
  'event.client.userAgent': ['browser', 'os', 'rawUserAgent'],
  'event.client.geographicalContext': ['city', 'state', 'country', 'postalCode'],
  'event.outcome': ['result', 'reason'],
  'event.transaction': ['id', 'type'],
}

/** Texts that an attribute can be, by path. */
export const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  'user.status': USER_STATUSES,
  'security.risk.level': ['LOW', 'MEDIUM', 'HIGH'],
  'device.profile.platform': OS_TYPES.filter((os) => os !== 'ANY'),
  // RFC 8176 §2: the names that a sign-in can carry here.
  'session.amr': ['mfa', 'pwd', 'otp', 'sms', 'tel', 'hwk', 'swk', 'fpt', 'kba', 'sc'],
  'event.outcome.result': OUTCOMES,
  'event.severity': SEVERITIES,
}

/** Where the caller can look values up: which objects, and whether their id or name is expected. */
export interface Lookup {
  kind: 'group' | 'app'
  field: 'id' | 'name'
}

/** What a text can hold: known values, or those of a lookup. */
export type TextSource = { values: readonly string[]; lookup?: undefined } | { values?: undefined; lookup: Lookup }

const GROUP_ID: TextSource = { lookup: { kind: 'group', field: 'id' } }
const GROUP_NAME: TextSource = { lookup: { kind: 'group', field: 'name' } }

/** What the keys of a group criterion take. */
export const CRITERION_VALUES: ReadonlyMap<string, TextSource> = new Map<string, TextSource>([
  ['group.id', GROUP_ID],
  ['group.profile.name', GROUP_NAME],
  ['group.type', { values: GROUP_TYPES }],
  ['group.source.id', { lookup: { kind: 'app', field: 'id' } }],
  [OPERATOR_KEY, { values: NAME_OPERATORS }],
])

const PATTERNS: TextSource = { values: ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ssXXX", 'HH:mm'] }

const DIRECTORY: TextSource = { values: ['directory_service'] }

const CLASSIC_PATTERNS: TextSource = {
  values: ['yyyy-MM-dd', 'MM/dd/yyyy', 'yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ssZZ", 'hh:mm a'],
}

const ZONES = { values: ['UTC', 'Europe/London', 'Europe/Amsterdam', 'America/New_York', 'Asia/Tokyo'] }

/** What methods and functions take as texts, by name: at any place, or by place, null where any text fits. */
const ARGUMENT_VALUES: ReadonlyMap<string, TextSource | readonly (TextSource | null)[]> = new Map<
  string,
  TextSource | readonly (TextSource | null)[]
>([
  ['isMemberOfGroup', GROUP_ID],
  ['isMemberOfAnyGroup', GROUP_ID],
  ['isMemberOfGroupName', GROUP_NAME],
  ['isMemberOfGroupNameStartsWith', GROUP_NAME],
  ['isMemberOfGroupNameContains', GROUP_NAME],
  ['isMemberOfGroupNameRegex', GROUP_NAME],
  ['getFilteredGroups', [GROUP_ID, { values: ['group.name', 'group.id', 'group.type'] }]],
  ['getManagerUser', DIRECTORY],
  ['getAssistantUser', DIRECTORY],
  ['getManagerAppUser', [DIRECTORY, null]],
  ['getAssistantAppUser', [DIRECTORY, null]],
  ['getInternalProperty', { values: ['id', 'status', 'created', 'lastUpdated', 'passwordChanged', 'lastLogin'] }],
  ['getLinkedObject', { values: ['manager'] }],
  ['toZone', ZONES],
  ['toString', PATTERNS],
  ['parseStringTime', PATTERNS],
  ['now', [{ values: [...ZONES.values, 'America/Los_Angeles', 'EST', 'PST'] }, CLASSIC_PATTERNS]],
  ['fromStringToIso8601', [null, CLASSIC_PATTERNS]],
  ['fromIso8601ToString', [null, CLASSIC_PATTERNS]],
])

/** What a method or function takes as a text at a place, counted from 0; null where that is any text. */
export function argumentTexts(name: string, place: number): TextSource | null {
  const texts = ARGUMENT_VALUES.get(name) ?? null
  return texts && 'length' in texts ? (texts[place] ?? null) : texts
}
