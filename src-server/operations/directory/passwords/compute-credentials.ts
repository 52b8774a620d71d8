import type { CredentialsWrite } from '#contract/directory/user-credentials.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { NO_CREDENTIALS } from '../write-user.ts'
import type { Service } from '../../service/service.ts'
import { KNOWN_BY_HOOK, storedForm } from './hash-formats.ts'
import type { NewCredentials, NewPassword, PasswordSettings } from './new-credentials.ts'
import { passwordSettingsOf, type PolicyOwner } from './password-policy.ts'

/** An answer as it is compared: case, spaces and ways to write a letter do not count. */
export function plainAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** @returns null where nothing is to be set */
export async function computeCredentials(
  service: Service,
  owner: PolicyOwner,
  given: CredentialsWrite | undefined,
): Promise<NewCredentials | null> {
  const { password: { value, hash, hook } = {}, recovery_question: question, provider } = given ?? {}
  const isPasswordGiven = value !== undefined || hash !== undefined || hook !== undefined
  if (!isPasswordGiven && !question && !provider) return null
  const settings = await passwordSettingsOf(service, owner)
  const known = await userCredentials.get(service.reader, owner.id)
  const answer = question?.answer === undefined ? null : plainAnswer(question.answer)
  const computed = await compute(service, settings, { value, answer, history: known?.history ?? [] })
  const stored = hash ? storedForm(hash) : hook ? KNOWN_BY_HOOK : null
  return {
    password: stored === null ? computed.password : { value: null, stored, isCommon: false, wasUsed: false },
    question: question ? { text: question.question, answer: computed.answer } : null,
    provider: provider ? { type: provider.type, name: provider.name ?? provider.type } : null,
    settings,
    seen: known?.password ?? null,
  }
}

/** The credentials of somebody who is made: their policy follows from the groups that they are put in. */
export function computeFirstCredentials(
  service: Service,
  { profile, credentials, groupIds = [], type }: NewUser,
): Promise<NewCredentials | null> {
  const providerType = credentials?.provider?.type ?? NO_CREDENTIALS.providerType
  const owner = { id: '', status: 'STAGED', typeId: type?.id ?? '', profile, providerType, groupIds } as const
  return computeCredentials(service, owner, credentials)
}

interface NewUser {
  profile: UserRecord['profile']
  credentials?: CredentialsWrite | undefined
  groupIds?: string[] | undefined
  type?: { id: string } | undefined
}

interface Texts {
  value: string | undefined
  answer: string | null
  history: readonly string[]
}

async function compute(
  { workers }: Service,
  { password: { complexity, age } }: PasswordSettings,
  { value, answer, history }: Texts,
): Promise<Pick<NewCredentials, 'password'> & { answer: { hash: string; length: number } | null }> {
  if (value === undefined && answer === null) return { password: null, answer: null }
  const earlier = value === undefined ? [] : history.slice(0, age.historyCount).map((stored) => ({ value, stored }))
  const { hashes, matches, isCommon } = await workers.run('passwords', {
    hash: [...(value === undefined ? [] : [value]), ...(answer === null ? [] : [answer])],
    compare: earlier,
    common: complexity.dictionary.common.exclude ? value : undefined,
  })
  const password: NewPassword | null =
    value === undefined ? null : { value, stored: hashes[0] as string, isCommon, wasUsed: matches.includes(true) }
  return { password, answer: answer === null ? null : { hash: hashes.at(-1) as string, length: answer.length } }
}
