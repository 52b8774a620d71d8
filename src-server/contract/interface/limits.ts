import { KINDS } from '../kinds.ts'

/**
 * Every number of the interface, once: read by schemas, operations and forms alike.
 * Sources: spec/1 "Limits", spec/2 "Limits", spec/4 §1.2, §1.4, §2.
 */
export const LIMITS = {
  /** Characters of a policy's, rule's, group's or application's name. Ours: the documents give none. */
  nameLength: 255,
  descriptionLength: 1_023,
  /** Entries of any include/exclude list in a condition. Ours: bounds what one document can cost. */
  conditionEntries: 5_000,
  expressionLength: 10_000,
  /** Rules that `expand=rules` embeds. */
  expandedRules: 20,
  profileEnrollmentPolicies: 500,
  rulesPerProfileEnrollmentPolicy: 1,
  accessPolicies: 5_000,
  rulesPerAccessPolicy: 100,
  profileAttributes: 10,
  targetGroupIds: 1,
  preRegistrationInlineHooks: 1,
  identityProvidersPerRule: 10,
  accessTokenMinutes: { min: 5, max: 1_440 },
  /** How far ahead a client assertion may end, and how long an access token of the organization lasts (spec/3 "Limits"). */
  assertionSeconds: 3_600,
  organizationTokenSeconds: 3_600,
  /** Scopes of one token request. Ours. */
  requestedScopes: 200,
  /** Characters of the claims that a server adds to a token, as JSON. Ours: it goes into a header of every request. */
  ownClaimsLength: 8_000,
  /** Ten minutes to five years. */
  refreshWindowMinutes: { min: 10, max: 2_628_000 },
  authorizationServers: 1_000,
  audiences: 1,
  /** Scopes and claims of one authorization server, those that it has from its creation among them. Ours. */
  serverScopes: 200,
  serverClaims: 100,
  /** Names of groups in one claim: more, and the claim says so in their place. */
  claimGroups: 100,
  userTypes: 10,
  /** Objects of a page, and of a whole list, of what is read to be compared. Ours: the largest page that every list has; bounds what a side can send. */
  syncPage: 200,
  syncObjects: 5_000_000,
  /** Events that are read to find what has changed at a remote; of more everything is read. Events of this time before the last one are read again, since some are late. Days after which everything is read all the same. Ours. */
  syncEvents: 50_000,
  syncEventsLateMs: 120_000,
  syncEventsLate: 1_000,
  syncWholeAfterDays: 7,
  /** Of following the log of a remote: how often it is read, days that it is first read back, and how far back it is read again where the remote no longer knows the place; pages and characters of one run; runs passed over after failures, at the most. Ours, the days those of the interface. */
  followEveryMs: 60_000,
  /** How long before a poll of the log of this workspace an event may have happened that is followed after it began, to be part of it. Ours. */
  followLateMs: 300_000,
  followReachDays: 90,
  followOverlapMs: 3_600_000,
  followPages: 50,
  followCharacters: 134_217_728,
  followRunsPassed: 15,
  /** Of a request to pull: who wins in what, and the characters that name a difference and a field of it. Ours. */
  pullChoices: 10_000,
  differenceIdLength: 400,
  differencePathLength: 1_000,
  /** Objects that one transaction of a pull writes, refused ones that its account names, and characters of a reason. Ours. */
  pullPage: 100,
  pullRefusals: 1_000,
  pullReasonLength: 2_000,
  /** So many objects of a kind that are gone at a remote are taken away here with the others; more only while they are less than half of it. Ours. */
  pullRemovals: 10,
  pullBasePage: 500,
  /** Plans that are kept of each connection, steps of one, and steps of it whose effect on people is worked out one by one. Ours. */
  plansKept: 20,
  planSteps: 100_000,
  planEffects: 50,
  /** Steps that are tried in the workspace itself, which holds up other writes for 200 ms at most; more are tried in a copy of it. */
  stepsTriedHere: 20,
  /** Of steps that decide: so many are tried in half a minute. */
  planTriedSteps: 2_000,
  /** Rules of which it is proved for all sign-ins whether they can decide any: some seconds of a worker. Ours. */
  provenRules: 2_000,
  /** Rules of one list among which an example of one of them is looked for. Ours. */
  comparedRules: 300,
  /** Rules of one list of which it is proved what could be left out: several questions for each, of which each takes as long as the list. Ours. */
  needlessRules: 60,
  /** Of what a plan of a draft says of each conflict: fields, or names of a list; and characters of all of it. Ours. */
  conflictFields: 100,
  conflictCharacters: 1_000_000,
  /** Secrets that are given for the steps of a plan, and characters of one: as many as a hook takes for a header. Ours. */
  planSecrets: 1_000,
  planSecretLength: 4_096,
  /** Of all plans that are carried out or wait for it: those of the oldest are asked for again. */
  keptSecretCharacters: 32_000_000,
  /** Objects of which a plan notes the values that go along with an attribute of a schema, of each schema. Ours. */
  planLostValues: 1_000,
  /** Steps by which a copy of the workspace is made to be as a remote, and of these, such as cannot be carried out. Ours. */
  twinSteps: 5_000,
  twinUnlike: 20,
  /** Differences that one review of a comparison names; and what a comparison keeps for reviews: objects that differ, and what stands in lists. Ours. */
  reviewedDifferences: 100,
  reviewedObjects: 2_000,
  reviewedListItems: 20_000,
  /** Files of a folder of configuration, and bytes of one. Ours. */
  folderFiles: 500_000,
  folderFileBytes: 8 * 1024 ** 2,
  zoneAddressesPolicy: 150,
  zoneAddressesBlocklist: 1_000,
  /** The organization's own blocklist is the largest kind of zone (spec/4 §2.4). */
  zoneAddressesSystemBlocklist: 5_000,
  /** Characters of a `filter`: some hundred ids. Ours. */
  zoneFilterLength: 8_000,
  appFilterLength: 2_000,
  /** Characters, comparisons and brackets inside one another of a `filter` or `search`. Ours: bounds what one costs. */
  filterLength: 10_000,
  filterComparisons: 500,
  filterDepth: 50,
  /** Names of one path: the file's engine joins at most 64 tables. Ours. */
  filterPathNames: 20,
  zoneNameLength: 128,
  /** Characters of a text of the organization's profile, and of its telephone numbers and postal code. Ours. */
  organizationTextLength: 255,
  organizationNumberLength: 50,
  /** Addresses that one request takes from the bounce list (spec/2 "Limits"). */
  removedBounces: 1_000,
  /** Of a file in a form, such as a logo, which has to be under 1 MB (spec/2 "Limits"); and of the form with all that is around it. */
  formFileBytes: 1_048_575,
  formBytes: 2_097_152,
  /** How long the vendor's support gets in, and what an extension adds (spec/2 "Limits"). */
  supportAccessHours: { grant: 8, extend: 24 },
  zoneLocations: 75,
  loginLength: { min: 5, max: 100 },
  personNameLength: 50,
  /** Characters of a password (spec/4 §2.1). */
  passwordLength: 72,
  recoveryQuestionLength: 100,
  recoveryAnswerLength: 100,
  /** Of hashes that are brought along: what checking one may cost, about four seconds at the most. Ours. */
  bcryptWorkFactor: { min: 4, max: 16 },
  pbkdf2Iterations: { min: 4_096, max: 5_000_000 },
  importedSaltBytes: 512,
  /** Of a vocabulary. Ours. */
  vocabularyWords: 500,
  vocabularyWordLength: 100,
  /** Of faults on demand. Ours. */
  faultRules: 50,
  faultPathLength: 200,
  faultSeconds: 60,
  faultCutBytes: 10_000_000,
  /** Minutes in which a body may still name the priority that a default policy or rule had before it was moved. Ours. */
  formerPlaceMinutes: 60,
  /** Minutes that an address for an activation is good for. Ours. */
  activationMinutes: 10_080,
  /** Characters of a base attribute that the interface shows no limit for. Ours. */
  baseAttributeLength: 255,
  /** Custom attributes of one schema, how many of them may be unique, and the JSON of them all. The second is the interface's. */
  schemaAttributes: 200,
  schemaUniqueAttributes: 5,
  schemaBytes: 524_288,
  /** Characters of an attribute's name and title; values that it may choose from. Ours. */
  attributeNameLength: 60,
  attributeTitleLength: 255,
  attributeChoices: 500,
  /** Of values: characters of one text, texts or numbers in one list. Ours. */
  attributeTextLength: 5_000,
  attributeItems: 1_000,
  /** Of a pattern: characters, instructions that it compiles to, characters of what is held against it. Ours: they bound its time. */
  patternLength: 255,
  patternSize: 500,
  patternTextLength: 1_000,
  hookUriLength: 1_024,
  /** Hooks that are active and verified at once (spec/4 §3.2). */
  listeningHooks: 10,
  /** What one hook may name; all four are ours. */
  hookEventTypes: 1_000,
  hookHeaders: 50,
  hookHeaderNameLength: 255,
  hookHeaderValueLength: 4_096,
  /** One exchange with an endpoint, from looking up its name to the end of its answer (spec/4 §3.2). */
  hookExchangeMs: 3_000,
  /** Of an answer: what is read, and what is kept to be shown. Ours. */
  hookAnswerBytes: 65_536,
  hookExcerptLength: 2_000,
  /** Events that one request carries. Ours. */
  hookBatch: 50,
  /** Events that an organization sends in one day of UTC (spec/4 §3.2). */
  hookEventsPerDay: 400_000,
  /** Events that wait for one hook: a quarter of a day's. Ours. */
  hookEventsWaiting: 100_000,
  /** After a failed delivery: the pause doubles with each that follows. Ours. */
  hookPauseMs: { first: 1_000, longest: 300_000 },
  /** Delivered, and failed, requests that are kept of each hook. Ours. */
  hookDeliveriesKept: 1_000,
  /** Of the built-in receiver: requests that it holds, and what it keeps of each body. Ours. */
  receiverRequests: 100,
  receiverBodyBytes: 262_144,
  /** Of an application's settings: characters of an address, of a text, of a certificate; entries of a list. Ours. */
  addressLength: 2_048,
  settingLength: 2_000,
  certificateLength: 20_000,
  settingEntries: 200,
  licensedSeats: 1_000_000_000,
  /** Certificates of one chain; names that one certificate is for; bytes of a certificate that is sent. Ours. */
  certificateChain: 10,
  dnsNames: 100,
  certificateBytes: 65_536,
  /** Years that a key is made for (spec/4 §2.3). */
  validityYears: { min: 2, max: 10 },
  /** Keys, and requests for certificates, of one application or provider; certificates that providers are trusted by. Ours. */
  signingKeys: 50,
  trustKeys: 500,
  /** Characters of an identifier that a body names. Ours. */
  idLength: 255,
  /** Seconds in which a refresh token that was replaced still works (spec/4 §2.3). */
  refreshLeewaySeconds: 60,
  /** Keys of one client, and bits of an RSA key (spec/2 "Limits"). */
  clientKeys: 50,
  rsaKeyBits: 2_048,
  /** Characters of one number of a key: an RSA key of 16384 bits. Ours. */
  keyPartLength: 2_731,
  /** Secrets of one client, and characters of one (spec/2 "Limits"); of its id (spec/4 §2.3). */
  clientSecrets: 2,
  clientSecretLength: { min: 14, max: 100, minForJwt: 32 },
  clientIdLength: 100,
  /** Hours that clients have to change over to a new secret before the former one is made inactive. Ours. */
  secretOverlapHours: 24,
  /** Steps of a chain of authentication methods. Ours. */
  chainSteps: 10,
  /** Limits that a role is assigned with at once; more can be added. Ours. */
  roleLimits: 100,
  /** Names of applications that one role is limited to: they need not be known, so that nothing else bounds them. Ours. */
  roleAppNames: 200,
  /** Characters of a name that is not known. Ours. */
  unknownAppNameLength: 100,
  /** Operations of one JSON Patch. Ours. */
  patchOperations: 100,
  /** API tokens of one person. Ours. */
  apiTokensOfPerson: 50,
  /** Members of a group that are listed as administrators, because the group holds a role. Ours. */
  administratorsOfGroup: 1_000,
  /** Default and maximum size of a page, by collection; those of whole kinds are in the table of kinds. */
  page: {
    policies: KINDS.policy.page,
    groups: KINDS.group.page,
    groupsFind: { fallback: 300, max: KINDS.group.page.max },
    groupsWithStats: { max: 200 },
    groupRules: KINDS.groupRule.page,
    groupMembers: { fallback: 1_000, max: 1_000 },
    users: KINDS.user.page,
    userGroups: { fallback: 200, max: 200 },
    /** Ours: each is one simulation. */
    userApplications: { fallback: 20, max: 50 },
    userGrants: { fallback: 20, max: 200 },
    identityProviderUsers: { fallback: 20, max: 200 },
    usersFind: { fallback: 10, max: 200 },
    apps: KINDS.app.page,
    clients: KINDS.client.page,
    appUsers: { fallback: 50, max: 500 },
    appTokens: { fallback: 20, max: 200 },
    roleTargets: { fallback: 20, max: 200 },
    roleHolders: { fallback: 100, max: 200 },
    zones: KINDS.zone.page,
    authorizationServers: KINDS.authorizationServer.page,
    policyResources: KINDS.authenticator.page,
    eventHooks: KINDS.eventHook.page,
    hookDeliveries: KINDS.hookDelivery.page,
    logs: KINDS.logEvent.page,
    /** Of the journal of a connection. Ours. */
    remoteRequests: { fallback: 50, max: 200 },
    /** Of a comparison. Ours. */
    differences: { fallback: 50, max: 200 },
    /** Of a connection. Ours. */
    syncPairs: { fallback: 50, max: 200 },
    /** Of a plan. Ours. */
    planSteps: { fallback: 50, max: 200 },
    logRows: { fallback: 100, max: 500 },
    search: { fallback: 20, max: 200 },
  },
  /** Characters of an identifier in a path; longer is no path of ours. */
  pathParameterLength: 500,
  /** Of a request before anything parses it: characters and parameters of its query, bytes of its first line and headers. Ours. */
  queryLength: 32_768,
  queryPairs: 1_000,
  /** Characters of a query that a `Link` repeats; beyond, its cursor carries it (spec/5 decision 11). */
  linkQueryLength: 4_096,
  headerBytes: 65_536,
  /** Bytes of a JSON request body. Ours. */
  bodyBytes: 1_048_576,
  /** Objects and lists inside one another in a request body. Ours: what can be read must also be writable. */
  bodyDepth: 64,
  /** Of `X-Ignored-Fields`: names, and bytes of the whole (spec/5 decision 2). */
  ignoredFields: 20,
  ignoredHeaderBytes: 1_024,
  /** Characters of the reason that comes with a change. Ours. */
  changeReasonLength: 500,
  /** Look-ups of identity providers from one address in a minute, without a token. Ours. */
  lookupsPerMinute: 300,
  /** Causes that one refusal tells. Ours. */
  errorCauses: 100,
  /** Log queries reach back at most this far (spec/4 §3.1). */
  logReachDays: 180,
  logDefaultDays: 7,
  logKeywords: 10,
  logKeywordLength: 40,
  /** Days that events are kept, unless the workspace says otherwise (spec/4 §3.1); and what it may say. */
  logRetentionDays: { fallback: 90, min: 1, max: 3_650 },
  /** Buckets of one histogram, values of one facet, and how far a page of rows may begin behind its `until`. Ours. */
  logBuckets: 2_500,
  logFacetValues: { fallback: 8, max: 100 },
  logRowOffset: 100_000,
  savedSearches: 200,
  /** Policy tests of a workspace or of the files of one run; rules that a report of their coverage names; bytes of a file. Ours. */
  policyTests: 2_000,
  uncoveredRules: 200,
  policyTestFileBytes: 8 * 1024 ** 2,
  /** Invariants of a workspace or of one check. Ours. */
  invariants: 500,
  /** How long a question about all sign-ins may take: an invariant, whether a rule can decide, what of it could be left out. Ours. */
  questionMs: 5_000,
  /** Repairs of an invariant that are looked for, and of these told; and how long they are looked for. Ours. */
  repairsTried: 12,
  invariantRepairs: 6,
  repairMs: 10_000,
  /** API tokens that a workspace has at a time. Ours. */
  apiTokens: 1_000,
  /** Of an import: the whole, and one line of it, with room for a body before and after a change. Ours. */
  logImportBytes: 4_294_967_296,
  logImportLineBytes: 4_194_304,
  /** Of an imported event: what a body may hold, inside what an event puts around it. Ours. */
  logImportDepth: 72,
  /** Finished exports that wait to be fetched, and for how long. Ours. */
  logExportsKept: 10,
  logExportKeptMs: 3_600_000,
  /** Automatic backups that are kept; backups of all kinds that are listed. Ours. */
  automaticBackups: 7,
  backupsListed: 200,
  /** Of an import of people, groups or memberships: bytes of its file and of one row, columns, rows. Ours. */
  directoryImportBytes: 268_435_456,
  directoryImportRowBytes: 1_048_576,
  directoryImportColumns: 200,
  directoryImportRows: 2_000_000,
  /** Rows of an import that change something of which it is worked out whose policies change. Ours. */
  importRowsJudged: 50_000,
  /** Imports that can still be undone; older ones make room. Ours. */
  directoryImportsKept: 10,
  /** Of something done to many people: ids that one request names, people that a search may find, changes that can still be undone. Ours. */
  peopleChangeIds: 10_000,
  peopleChangePeople: 1_000_000,
  peopleChangesKept: 10,
  /** Reasons and people that the report of one names. Ours. */
  peopleChangeReasons: 20,
  peopleChangeRefused: 100,
  /** Jobs that have ended and are still told of; jobs that wait at once. Ours. */
  jobsKept: 200,
  jobsWaiting: 100,
  /** Characters and words of a search for objects by name. Ours. */
  searchLength: 200,
  searchWords: 10,
  /** Objects that one such search tells of, over all its pages. Ours. */
  searchDepth: 1_000,
  /** People and applications whose sign-ins are simulated at once. Ours. */
  matrixPeople: 200,
  matrixApps: 25,
  /** Operations that one review of a change tries. */
  reviewSteps: 100,
  /** Of a preview of who loses applications: applications that are closed at once, groups that are deleted at once, what it names of each kind, people named by each. Ours. */
  closedApps: 100,
  deletedGroups: 100,
  lossesShown: 20,
  losingPeopleNamed: 1_000,
  /** Objects whose changes are taken back together, and changes of each. Ours. */
  undoneObjects: 1_000,
  undoneVersions: 100,
  /** Group rules of an organization (as the public interface), and of one: its name (spec/4 §2.2) and its groups. The last is ours. */
  groupRules: 2_000,
  groupRuleNameLength: 50,
  groupRuleTargets: 100,
  /** Our own bound: the list has no pages. */
  groupOwners: 200,
  /** How often rules that read groups are evaluated for one person until nothing changes. Ours. */
  groupRuleRounds: 20,
  /** Drafts of a workspace, those that are open at a time, and how long one stays open unused. Ours. */
  drafts: 20,
  draftsOpen: 3,
  draftIdleMs: 300_000,
  /** Publications that are kept, so that they can be taken back. Ours. */
  publicationsKept: 20,
  /** Connections to instances elsewhere, and characters of their tokens. Ours. */
  connections: 50,
  remoteTokenLength: 2_000,
  /** Of a request to a remote: how often it is tried; how long one try may take, and how long it may wait in line or be told to. Ours. */
  remoteAttempts: 5,
  remoteExchangeMs: 120_000,
  remoteLongestWaitMs: 900_000,
  /** Waiting after a failure that says no time: doubles with each that follows. Ours. */
  remoteBackoffMs: { first: 1_000, longest: 60_000 },
  /** Requests to one remote at a time. Ours. */
  remoteConcurrency: 4,
  /** Of an answer: bytes of its headers and of its body, objects and lists inside one another. Ours: events nest deepest. */
  remoteHeaderBytes: 65_536,
  remoteReplyBytes: 33_554_432,
  remoteReplyDepth: 80,
  /** Pages of one list: beyond, it has no end. Ours. */
  remotePages: 100_000,
  /** Characters of what a remote says that are told on. Ours. */
  remoteExcerptLength: 500,
  /** Pairs of objects that people have made for a connection, and characters of what names an object. Ours. */
  syncPairs: 1_000,
  syncKeyLength: 300,
  /** The whole of a test of a connection, and of looking up one object there. Ours. */
  remoteTestMs: 60_000,
  remoteLookUpMs: 30_000,
  /** Of the journal of requests: days, requests in all, characters of a path, requests that wait to be written. Ours. */
  remoteJournalDays: 7,
  remoteJournalRows: 100_000,
  remoteJournalPathLength: 2_000,
  remoteJournalWaiting: 5_000,
  /** Of an answer to an assistant, by a careful estimate: tokens, and characters of one text and entries of one list in a row of it. Ours. */
  assistantTokens: 8_000,
  assistantText: 400,
  assistantEntries: 20,
  /** Of an assistant: bytes of a message and of a reply that it is answered from, objects and lists inside one another, calls at a time and waiting, characters of a cursor, and how long one call may take. Ours. */
  assistantMessageBytes: 2_097_152,
  assistantReplyBytes: 33_554_432,
  assistantCalls: 4,
  assistantCallsWaiting: 60,
  assistantCursorLength: 6_000,
  assistantCallMs: 120_000,
  /** Of people whose sign-ins are simulated to count who can open an application: pages of them. Ours. */
  assistantPeoplePages: 10,
  /** What one search that a client wrote may take (spec/4 §3.1). */
  searchMs: 30_000,
} as const

/** The number that a v2 catch-all rule always has (spec/4 §1.4). */
export const CATCH_ALL_PRIORITY = 99
