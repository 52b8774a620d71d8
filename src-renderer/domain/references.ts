import type { ObjectReference } from '#contract/gatehouse/workspace.ts'

/** The path of a reference that is none by name: the policy is a part of the object, and goes with it. */
export const BELONGS = 'owner'

/** The path of a reference that is the mapping of an application to a policy. */
export const MAPPING = 'mapping'

const PATH_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\.people\.groups\.include$/, 'includes this group'],
  [/\.people\.groups\.exclude$/, 'excludes this group'],
  [/\.people\.users\.include$/, 'includes this person'],
  [/\.people\.users\.exclude$/, 'excludes this person'],
  [/\.network\.include$/, 'applies inside it'],
  [/\.network\.exclude$/, 'applies outside it'],
  [/\.userType\.include$/, 'includes this type'],
  [/\.userType\.exclude$/, 'excludes this type'],
  [/\.app\.include\.id$/, 'includes this application'],
  [/\.app\.exclude\.id$/, 'excludes this application'],
  [/\.targetGroupIds(\[\d+\])?$/, 'puts new people into it'],
  [/\.elCondition\.condition$/, 'asks for it in an expression'],
  [/\.risk\.behaviors$/, 'applies when it is detected'],
  [/\.device\.assurance\.include$/, 'asks the device for it'],
  [/\.identityProvider\.idpIds$/, 'is for people it authenticates'],
  [/\.idp\.providers\[\d+\]\.id$/, 'sends people there'],
  [/\.clients\.include$/, 'includes this client'],
  [/^settings\.authenticators/, 'lets people enroll it'],
  [/\.authenticationMethods/, 'asks for it'],
  [new RegExp(`^${MAPPING}$`), 'decides for it'],
  [new RegExp(`^${BELONGS}$`), 'belongs to it'],
]

/** What the place does with the object, in words; the path itself where there are none. */
export function referenceText(path: string): string {
  return PATH_WORDS.find(([pattern]) => pattern.test(path))?.[1] ?? path
}

/** What its deletion does to the policies and rules that name it, after their number: "names it. It stays, …". */
export function lossText(references: readonly ObjectReference[]): string {
  const single = new Set(references.map(({ ruleId, policyId }) => ruleId ?? policyId)).size === 1
  if (references.every(({ path }) => path === BELONGS))
    return single ? 'belongs to it and is deleted with it:' : 'belong to it and are deleted with it:'
  return single
    ? 'names it. It stays, marked, and its condition or action no longer finds anything:'
    : 'name it. They stay, marked, and their conditions or actions no longer find anything:'
}

/** "2 policies and 3 rules", or null when nothing names it. */
export function referencesText(references: readonly ObjectReference[]): string | null {
  const policies = new Set(references.filter(({ ruleId }) => ruleId === null).map(({ policyId }) => policyId)).size
  const rules = new Set(references.flatMap(({ ruleId }) => ruleId ?? [])).size
  const parts = [
    policies ? `${policies} ${policies === 1 ? 'policy' : 'policies'}` : '',
    rules ? `${rules} ${rules === 1 ? 'rule' : 'rules'}` : '',
  ].filter(Boolean)
  return parts.length ? parts.join(' and ') : null
}
