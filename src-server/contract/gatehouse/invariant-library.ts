import type { InvariantWrite } from './invariant.ts'

/** Invariants that auditors ask for, to start from: what they leave open an administrator chooses. */

/** What a template asks for, as ids. */
type TemplateChoice = 'group' | 'app' | 'zone'
type Chosen = Readonly<Record<TemplateChoice, string>>

type Content = Pick<InvariantWrite, 'scope' | 'app' | 'claim'>

export interface InvariantTemplate {
  readonly key: string
  /** The invariant with a word in braces for what is to be chosen. */
  readonly sentence: string
  /** Why one would have it. */
  readonly why: string
  readonly asks: readonly TemplateChoice[]
  /** @param chosen an empty text where nothing is asked for, or chosen yet */
  readonly fill: (chosen: Chosen) => Content
}

const WORDS: Readonly<Record<TemplateChoice, string>> = { group: 'a group', app: 'an application', zone: 'a zone' }

/** The sentence of a template before anything is chosen: "No one outside a group opens an application." */
export const templateText = ({ sentence }: Pick<InvariantTemplate, 'sentence'>): string =>
  sentence.replace(/\{(group|app|zone)\}/g, (_, choice: TemplateChoice) => WORDS[choice])

const ids = (id: string) => (id === '' ? [] : [id])
const inGroup = ({ group }: Chosen) => ({ people: { groups: { include: ids(group) } } })
const outsideGroup = ({ group }: Chosen) => ({ people: { groups: { exclude: ids(group) } } })
const inZone = ({ zone }: Chosen) => (zone ? { network: { connection: 'ZONE' as const, include: [zone] } } : {})
const outsideZone = ({ zone }: Chosen) => (zone ? { network: { connection: 'ZONE' as const, exclude: [zone] } } : {})
const toApp = ({ app }: Chosen): Content['app'] => ({
  include: ids(app).map((id) => ({ type: 'APP', id })),
  exclude: [],
})
const ANY_APP: Content['app'] = { include: [], exclude: [] }

export const INVARIANT_LIBRARY: readonly InvariantTemplate[] = [
  {
    key: 'only-members',
    sentence: 'No one outside {group} opens {app}.',
    why: 'Access to what matters most is only as tight as the loosest rule.',
    asks: ['group', 'app'],
    fill: (chosen) => ({ scope: outsideGroup(chosen), app: toApp(chosen), claim: { kind: 'DENIED' } }),
  },
  {
    key: 'managed-devices',
    sentence: 'No one outside {group} opens {app} from an unmanaged device.',
    why: 'Data stays on devices that the organization looks after.',
    asks: ['group', 'app'],
    fill: (chosen) => ({
      ...{ scope: { ...outsideGroup(chosen), device: { managed: false } }, app: toApp(chosen) },
      claim: { kind: 'DENIED' },
    }),
  },
  {
    key: 'administrators-two-factors',
    sentence: 'Everyone in {group} needs at least two factors for {app}.',
    why: 'A stolen password of an administrator opens everything.',
    asks: ['group', 'app'],
    fill: (chosen) => ({ scope: inGroup(chosen), app: toApp(chosen), claim: { kind: 'FACTORS', factors: 2 } }),
  },
  {
    key: 'administrators-phishing-resistant',
    sentence: 'Everyone in {group} needs a phishing-resistant factor for {app}.',
    why: 'Codes and pushes can be asked for on a copied page; a passkey cannot.',
    asks: ['group', 'app'],
    fill: (chosen) => ({ scope: inGroup(chosen), app: toApp(chosen), claim: { kind: 'PHISHING_RESISTANT' } }),
  },
  {
    key: 'no-password-alone',
    sentence: 'No one opens any application with a password alone.',
    why: 'Passwords are guessed, reused and stolen.',
    asks: [],
    fill: () => ({ scope: {}, app: ANY_APP, claim: { kind: 'NOT_PASSWORD_ALONE' } }),
  },
  {
    key: 'risky-from-outside',
    sentence: 'No one signs in from outside {zone} at high risk.',
    why: 'What looks like an attack from elsewhere is kept out, not challenged.',
    asks: ['zone'],
    fill: (chosen) => ({
      ...{ scope: { ...outsideZone(chosen), riskScore: { level: 'HIGH' } }, app: null },
      claim: { kind: 'DENIED' },
    }),
  },
  {
    key: 'only-from-zone',
    sentence: 'No one in {group} opens any application from outside {zone}.',
    why: 'People of others, or shared accounts, work from known places alone.',
    asks: ['group', 'zone'],
    fill: (chosen) => ({
      ...{ scope: { ...inGroup(chosen), ...outsideZone(chosen) }, app: ANY_APP },
      claim: { kind: 'DENIED' },
    }),
  },
  {
    key: 'sessions-end',
    sentence: 'Every session ends after 12 hours at most.',
    why: 'A session that is forgotten or stolen does not last.',
    asks: [],
    fill: () => ({ scope: {}, app: null, claim: { kind: 'SESSION_ENDS', minutes: 720 } }),
  },
  {
    key: 'authenticate-again',
    sentence: 'Everyone authenticates again for {app} after 2 hours at most.',
    why: 'An open computer lets in no one who sits down at it.',
    asks: ['app'],
    fill: (chosen) => ({ scope: {}, app: toApp(chosen), claim: { kind: 'REAUTHENTICATE', within: 'PT2H' } }),
  },
  {
    key: 'emergency-access',
    sentence: 'Everyone in {group} can open {app} from {zone}.',
    why: 'Whatever else is changed, the way back in stays open.',
    asks: ['group', 'app', 'zone'],
    fill: (chosen) => ({
      ...{ scope: { ...inGroup(chosen), ...inZone(chosen) }, app: toApp(chosen) },
      claim: { kind: 'ALLOWED' },
    }),
  },
]
