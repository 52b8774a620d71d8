import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, ALWAYS, free, isOneOf } from '../formula/term.ts'
import type { TextParts } from '../types.ts'
import { UNKNOWN, YES, and, truth, type Truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

/** Conditions on how a person signs in, most of which the interface's own context does not hold (spec/4 §1.9.4). */

export const authContext: ConditionKind<NonNullable<RuleConditions['authContext']>> = {
  compile: ({ authType }) =>
    allOf([
      {
        path: 'authContext.authType',
        test:
          authType === 'ANY'
            ? () => YES
            : ({ context }) => (context.authType ? truth(context.authType === authType) : UNKNOWN),
        expected: () => [authType === 'ANY' ? 'any way of signing in' : 'sign-in through the LDAP interface'],
        actual: ({ context }) => [context.authType ?? 'no word on how the person signs in'],
        missing: () => 'policyContext.authType',
        fixes: () => [
          fix(
            ['the person would have to sign in through the LDAP interface'],
            change('policyContext.authType', 'LDAP_INTERFACE', 'sign in through the LDAP interface'),
          ),
        ],
      },
    ]),
  term: ({ authType }) => (authType === 'ANY' ? ALWAYS : isOneOf(SUBJECTS.authType, [authType])),
  phrases: ({ authType }) => (authType === 'ANY' ? [] : [['through the LDAP interface']]),
}

type IdentityProvider = NonNullable<RuleConditions['identityProvider']>

const providerText = ({ provider, idpIds }: IdentityProvider): TextParts =>
  provider === 'SPECIFIC_IDP'
    ? idList(idpIds ?? [], 'or')
    : [provider === 'SVC' ? 'this service itself' : 'any provider']

export const identityProvider: ConditionKind<IdentityProvider> = {
  compile(condition) {
    const ids = new Set(condition.idpIds ?? [])
    return allOf([
      {
        path: 'identityProvider.provider',
        test:
          condition.provider === 'ANY'
            ? () => YES
            : ({ context: { identityProvider: seen } }) => {
                if (!seen) return UNKNOWN
                return truth(
                  condition.provider === 'SVC' ? seen.type === 'SVC' : seen.type === 'IDP' && ids.has(seen.id),
                )
              },
        expected: () => providerText(condition),
        actual: ({ context: { identityProvider: seen } }) =>
          seen ? [seen.type === 'SVC' ? 'this service itself' : { id: seen.id }] : ['no identity provider'],
        missing: () => 'policyContext.identityProvider',
        fixes: (_, exists) => {
          const text = ['the person would have to be authenticated by ', ...providerText(condition)]
          const set = (seen: { type: 'SVC' } | { type: 'IDP'; id: string }, who: TextParts) =>
            fix(text, change('policyContext.identityProvider', seen, 'be authenticated by ', ...who))
          if (condition.provider === 'SVC') return [set({ type: 'SVC' }, ['this service itself'])]
          const id = condition.idpIds?.find(exists)
          return [id === undefined ? fix(text) : set({ type: 'IDP', id }, [{ id }])]
        },
      },
    ])
  },
  term: ({ provider, idpIds }) =>
    provider === 'ANY'
      ? ALWAYS
      : isOneOf(
          SUBJECTS.identityProvider,
          // A provider's id could be anything, so the word for the service itself is no text.
          provider === 'SVC' ? [null] : (idpIds ?? []),
        ),
  phrases: (condition) => (condition.provider === 'ANY' ? [] : [['authenticated by ', ...providerText(condition)]]),
}

type AuthProvider = NonNullable<PolicyConditions['authProvider']>

const LABELS = { SVC: 'a password kept here', DIRECTORY_SERVICE: 'a password kept in a directory' } as const

/** Where the password is stored; a group context does not hold it, and a person does not hold which directory it is. */
export const authProvider: ConditionKind<AuthProvider> = {
  compile({ provider, include }) {
    const met = (type: string): Truth => truth(type === provider)
    const providerPath: PathTest = {
      path: 'authProvider.provider',
      test: ({ context: { person } }) => (person ? met(person.providerType ?? 'SVC') : UNKNOWN),
      expected: () => [LABELS[provider]],
      actual: ({ context: { person } }) => {
        if (!person) return ['no known person']
        const type = person.providerType ?? 'SVC'
        return [type in LABELS ? LABELS[type as keyof typeof LABELS] : `a credential of ${type}`]
      },
      missing: () => 'policyContext.user',
      fixes: () => [fix([`the person would have to have ${LABELS[provider]}`])],
    }
    if (!include?.length) return allOf([providerPath])
    return allOf([
      providerPath,
      {
        path: 'authProvider.include',
        test: (facts) => and(providerPath.test(facts), UNKNOWN),
        expected: () => ['the directory ', ...idList(include, 'or')],
        actual: () => ['no word on which directory'],
        missing: () => null,
        fixes: () => [fix(['the person’s directory would have to be ', ...idList(include, 'or')])],
      },
    ])
  },
  term: ({ provider, include }) =>
    allOfTerms([
      isOneOf(SUBJECTS.providerType, [provider]),
      ...(include?.length ? [free(`directory ${JSON.stringify(include)}`)] : []),
    ]),
  phrases: ({ provider }) => [[`with ${LABELS[provider]}`]],
}
