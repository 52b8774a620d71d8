import type { Locator } from '@playwright/test'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { choose, chooseAll, chooseFromList, press, write } from './form.ts'
import { addCondition } from './policies.ts'
import { addTopic } from './simulate.ts'

/** Whose sign-in is simulated: a member of the group that the policies are for. */
export const CONTRACTOR = 'Ljubica Almsgård'
const HEADQUARTERS = '192.0.2.5'
const APP = 'Ticket desk'

/** What is characteristic of a type, as the administrator does it. */
export interface TypeRow {
  type: PolicyType
  /** The new policy; or, where the organization has the only one, its name. */
  policy: string
  /** What the dialog for a new policy is told beside the name; absent: none can be made. */
  create?: (dialog: Locator) => Promise<void>
  /** Settings of the policy: what is changed, and what the review of it says. */
  settings?: { fill: (form: Locator) => Promise<void>; shown: readonly string[] }
  /** The application that is mapped to the policy, where that is how it is found. */
  app?: string
  rule: string
  /** Whether the rule comes with the policy, which holds no other. */
  ownRule?: boolean
  fill: (drawer: Locator) => Promise<void>
  /** The sentence that the editor and the list say of the rule. */
  says: RegExp
  /** A later change of the rule, and what the review of it says. */
  change: { fill: (drawer: Locator) => Promise<void>; shown: readonly string[] }
  /** What the rule is called after the change, where that is what is changed. */
  renamed?: string
  /** What is known of the sign-in beside the person. */
  circumstances?: (panel: Locator) => Promise<void>
  /** What the menu calls a copy; absent: there is none, and another is made instead. */
  copy?: 'Clone' | 'Duplicate'
  /** Whether the policies of the type have an order. */
  ordered?: boolean
}

const forContractors = async (dialog: Locator) => {
  await chooseAll(dialog, 'Groups', ['Contractors'])
  await chooseFromList(dialog, 'Place in the order', '1 · first')
}
const contractorsOnly = async (drawer: Locator) =>
  chooseAll(await addCondition(drawer, 'People'), 'In any of these groups', ['Contractors'])
const fromHeadquarters = async (drawer: Locator) =>
  chooseAll(await addCondition(drawer, 'Network'), 'In any of these zones', ['Headquarters'])
const comesFromHeadquarters = (panel: Locator) => panel.getByRole('textbox', { name: 'Address' }).fill(HEADQUARTERS)

/** A row for each type of policy that there is. */
export const TYPE_ROWS: readonly TypeRow[] = [
  {
    type: 'SVC_SIGN_ON',
    policy: 'Night watch',
    create: forContractors,
    rule: 'Nobody at high risk',
    async fill(drawer) {
      const risk = await addCondition(drawer, 'Risk')
      await press(risk, 'Level', 'High')
      await press(drawer, 'Access', 'Deny')
    },
    says: /at high risk.*deny/,
    change: { fill: (drawer) => press(drawer, 'Level', 'Medium'), shown: ['MEDIUM'] },
    circumstances: (panel) => press(panel, 'Risk', 'Medium'),
    copy: 'Duplicate',
    ordered: true,
  },
  {
    type: 'PASSWORD',
    policy: 'Longer passwords',
    create: forContractors,
    settings: {
      async fill(form) {
        await write(form, 'Length', '14')
        await form.getByRole('switch', { name: 'Must not contain the first name' }).click()
      },
      shown: ['minLength', '14', 'firstName'],
    },
    rule: 'Unlocked at headquarters',
    async fill(drawer) {
      await fromHeadquarters(drawer)
      await drawer.getByRole('switch', { name: 'Unlock the account' }).click()
    },
    says: /Headquarters.*unlock/,
    change: {
      fill: (drawer) => drawer.getByRole('switch', { name: 'Reset a forgotten password' }).click(),
      shown: ['selfServicePasswordReset'],
    },
    circumstances: comesFromHeadquarters,
    copy: 'Duplicate',
    ordered: true,
  },
  {
    type: 'MFA_ENROLL',
    policy: 'Keys for contractors',
    create: forContractors,
    settings: {
      fill: (form) =>
        form
          .getByRole('row', { name: /webauthn/ })
          .getByText('Required', { exact: true })
          .click(),
      shown: ['webauthn', 'REQUIRED'],
    },
    rule: 'Set up at headquarters',
    async fill(drawer) {
      await fromHeadquarters(drawer)
      await press(drawer, 'People set up authenticators', 'At the next sign-in')
    },
    says: /Headquarters.*sign-in/,
    change: {
      fill: (drawer) => drawer.getByLabel('Name').fill('Set up when at headquarters'),
      shown: ['Set up when at headquarters'],
    },
    renamed: 'Set up when at headquarters',
    circumstances: comesFromHeadquarters,
    copy: 'Duplicate',
    ordered: true,
  },
  {
    type: 'IDP_DISCOVERY',
    policy: 'Idp Discovery Policy',
    rule: 'The alliance signs in at home',
    async fill(drawer) {
      const identifier = await addCondition(drawer, 'Identifier')
      await identifier.getByLabel('Pattern 1: text').fill('@alliance.example.org')
      await chooseFromList(drawer, 'Kind', 'SAML 2.0')
      await choose(drawer, 'Provider', 'Harbour Alliance')
    },
    says: /alliance\.example\.org.*Harbour Alliance/,
    change: { fill: (drawer) => drawer.getByLabel('Shown as').fill('The alliance'), shown: ['The alliance'] },
    async circumstances(panel) {
      const typed = await addTopic(panel, 'Username entered')
      await typed.getByRole('textbox').fill('pilot@alliance.example.org')
    },
  },
  {
    type: 'ACCESS_POLICY',
    policy: 'Behind the harbour gate',
    create: async () => {},
    app: APP,
    rule: 'Registered, with a key that resists phishing',
    async fill(drawer) {
      await addCondition(drawer, 'Device')
      await drawer.getByRole('button', { name: 'Phishing-resistant' }).click()
    },
    says: /registered.*phishing/,
    change: { fill: (drawer) => press(drawer, 'The person must prove', 'One factor'), shown: ['1FA'] },
    async circumstances(panel) {
      await choose(panel, 'Application', APP)
      await press(panel, 'Device is registered', 'Yes')
    },
    copy: 'Clone',
  },
  {
    type: 'PROFILE_ENROLLMENT',
    policy: 'Guests of the harbour',
    create: async () => {},
    app: APP,
    rule: 'Catch-all Rule',
    ownRule: true,
    fill: async () => {},
    says: /Anyone.*regist/,
    change: { fill: (drawer) => press(drawer, 'People who are not known', 'Are turned away'), shown: ['DENY'] },
    circumstances: (panel) => choose(panel, 'Application', APP),
    copy: 'Duplicate',
  },
  {
    type: 'POST_AUTH_SESSION',
    policy: 'Post Auth Policy',
    rule: 'Contractors are signed out',
    async fill(drawer) {
      await contractorsOnly(drawer)
      await press(drawer, 'When a running session no longer satisfies the policies', 'End the session')
    },
    says: /Contractors.*end/,
    change: {
      fill: (drawer) => drawer.getByLabel('Name').fill('Contractors are signed out at once'),
      shown: ['Contractors are signed out at once'],
    },
    renamed: 'Contractors are signed out at once',
  },
  {
    type: 'ENTITY_RISK',
    policy: 'Entity Risk Policy',
    rule: 'Who becomes risky is signed out',
    async fill(drawer) {
      await press(await addCondition(drawer, 'Entity risk'), 'Level', 'High')
      await press(drawer, 'When the risk of a person changes', 'End all sessions of the person')
    },
    says: /high.*end/,
    change: { fill: (drawer) => press(drawer, 'Level', 'Medium'), shown: ['MEDIUM'] },
    circumstances: async (panel) => press(await addTopic(panel, 'Risk of the person'), 'Entity risk', 'Medium'),
  },
  {
    type: 'OAUTH_AUTHORIZATION_POLICY',
    policy: 'Tokens of the ticket desk',
    async create(dialog) {
      await chooseAll(dialog, 'Clients', [APP])
      await chooseFromList(dialog, 'Place in the order', '1 · first')
    },
    rule: 'Short tokens for contractors',
    async fill(drawer) {
      await contractorsOnly(drawer)
      await addCondition(drawer, 'Grant type')
      await chooseAll(await addCondition(drawer, 'Scopes'), 'Only these scopes are asked for', ['openid'])
      await write(drawer, 'An access token lives for', '30')
    },
    says: /Contractors.*30 minutes/,
    change: { fill: (drawer) => write(drawer, 'An access token lives for', '15'), shown: ['15'] },
    async circumstances(panel) {
      const token = await addTopic(panel, 'Token request')
      await chooseFromList(token, 'Authorization server', 'default')
      await choose(token, 'Client', APP)
      await chooseFromList(token, 'Grant type', /^authorization.code/i)
      await token.getByLabel('Scopes').fill('openid')
    },
    ordered: true,
  },
]
