import { randomInt } from 'node:crypto'
import type { UserRecord } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'
import { computeCredentials } from './compute-credentials.ts'
import type { NewCredentials, PasswordSettings } from './new-credentials.ts'
import { passwordSettingsOf } from './password-policy.ts'
import { complexityProblems } from './password-problems.ts'

/** Without letters and digits that look alike, for it is read out. */
const CLASSES = {
  minLowerCase: 'abcdefghijkmnpqrstuvwxyz',
  minUpperCase: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  minNumber: '23456789',
  minSymbol: '!#%+-=?@',
} as const
const LENGTH = 12
/** A password of chance may hold a name once in a while. */
const TRIES = 100

const pick = (letters: string) => letters[randomInt(letters.length)] as string

function shuffled(letters: string[]): string {
  for (let last = letters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[letters[last], letters[other]] = [letters[other] as string, letters[last] as string]
  }
  return letters.join('')
}

/** A password of chance that meets the complexity of a policy; twelve characters unless it asks for more. */
export function temporaryPassword(
  complexity: PasswordSettings['password']['complexity'],
  profile: UserRecord['profile'],
): string {
  for (let count = 0; count < TRIES; count++) {
    const letters = Object.entries(CLASSES).flatMap(([name, from]) =>
      Array.from({ length: Math.max(1, complexity[name as keyof typeof CLASSES]) }, () => pick(from)),
    )
    const all = Object.values(CLASSES).join('')
    while (letters.length < Math.max(LENGTH, complexity.minLength)) letters.push(pick(all))
    const value = shuffled(letters)
    if (complexityProblems(complexity, { value, profile, isCommon: false }).length === 0) return value
  }
  throw new Error('no password meets the policy')
}

/** A temporary password for a person, with what is to be stored of it. */
export async function computeTemporaryPassword(
  service: Service,
  user: UserRecord,
): Promise<{ value: string; credentials: NewCredentials }> {
  const { complexity } = (await passwordSettingsOf(service, user)).password
  const value = temporaryPassword(complexity, user.profile)
  const credentials = await computeCredentials(service, user, { password: { value } })
  return { value, credentials: credentials as NewCredentials }
}
