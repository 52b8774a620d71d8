import type { OperationId } from '#contract/routes/index.ts'

/** When an answer is compared: with what was sent, or with the first read. */
export type Step = 'sent' | 'made' | 'read' | 'sent back' | 'sent again'

/** Parts of answers that differ, and why. */
export interface Exception {
  why: string
  paths: RegExp
  /** Absent: of all. */
  of?: readonly OperationId[]
  /** Absent: at every step. */
  steps?: readonly Step[]
}

const IN_THE_BACKGROUND = 'begins work in the background, whose state goes on'

/** Operations that make or write something of which the promise does not hold. */
export const NOT_WALKED: Readonly<Partial<Record<OperationId, string>>> = {
  createDirectoryImport: IN_THE_BACKGROUND,
  createPeopleChange: IN_THE_BACKGROUND,
  createLogExport: IN_THE_BACKGROUND,
  createLogImport: IN_THE_BACKGROUND,
  pullConnection: IN_THE_BACKGROUND,
  planDraft: IN_THE_BACKGROUND,
  rotateSecret: 'takes the next step of a rotation',
  linkIdentityProviderUser: 'makes a link; of one that is there nothing can be changed',
}

const REPLACED: readonly Step[] = ['sent back', 'sent again']

/** What is not in every answer about the same object. */
export const READ_OTHERWISE: readonly Exception[] = [
  { why: 'when, and by whom, something was changed last', paths: /^(?:lastUpdate(?:d|dBy)?)$/ },
  {
    ...{ why: 'a password that is sent again is set again', of: ['createUser'] },
    paths: /^passwordChanged$/,
    steps: ['sent again', 'read'],
  },
  {
    ...{ why: 'the secret is answered by POST and PUT alone (spec/5 §8.4)', of: ['createApp'] },
    paths: /^credentials\.oauthClient\.client_secret$/,
    steps: ['made', ...REPLACED],
  },
  {
    ...{ why: 'the secret is answered by what makes the client (RFC 7591)', of: ['createOAuthClient'] },
    paths: /^client_secret$/,
    steps: ['made'],
  },
  { why: 'the value of a token is told once', of: ['createApiToken'], paths: /^token$/, steps: ['made'] },
  {
    ...{ why: 'embedded in the answer to the POST alone (spec/5 §8.7)', of: ['grantScope'] },
    paths: /^_embedded\./,
    steps: ['made'],
  },
  {
    ...{ why: 'null in the answer to a PUT (spec/5 §9)', of: ['createIdentityProvider'] },
    paths: /^created$/,
    steps: REPLACED,
  },
  {
    ...{ why: 'the answer to a PUT lacks them (spec/5 §14)', of: ['createDeviceAssurance'] },
    paths: /^created(?:By|Date)$/,
    steps: REPLACED,
  },
]

/** What is sent and not answered, or not as it was sent. */
export const NOT_ANSWERED: readonly Exception[] = [
  {
    ...{ why: 'a secret of a person, write-only', of: ['createUser'] },
    paths: /^credentials\.(?:password\.(?:value|hash\..*)|recovery_question\.answer)$/,
  },
  {
    why: 'a secret of an endpoint, write-only',
    of: ['createEventHook'],
    paths: /^channel\.config\.authScheme\.value$/,
  },
  { why: 'a secret, which is never answered', of: ['createConnection'], paths: /^authentication\.token$/ },
  { why: 'memberships, which the groups of a person list', of: ['createUser'], paths: /^groupIds\.\d+$/ },
  {
    ...{
      why: 'part of the request for a certificate, which is answered',
      of: ['createAppCsr', 'createIdentityProviderCsr'],
    },
    paths: /^subject(?:AltNames)?\./,
  },
  { why: 'named by the links of a mapping', of: ['createPolicyMapping'], paths: /^resource(?:Id|Type)$/ },
  {
    ...{
      why: 'every enabled authenticator is listed, in the order of the organization (spec/1)',
      of: ['createPolicy'],
    },
    paths: /^settings\.authenticators\.\d+\./,
  },
]
