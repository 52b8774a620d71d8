import { setImmediate } from 'node:timers/promises'
import type { UserSignInAnswer } from '#contract/gatehouse/person-view.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import { listApplications } from '../directory/person-view.ts'
import type { Service } from '../service/service.ts'
import { answerSignIn } from './simulate.ts'

/**
 * What a sign-in of a person comes to now, for a page of their applications: the answer that a simulation gives which knows these
 * two and nothing else. Empty for who may not read policies.
 */
export async function listSignInAnswers(
  service: Service,
  reader: Reader,
  userId: string,
  query: { limit: number; after?: string },
): Promise<Page<UserSignInAnswer>> {
  const { items, next } = await listApplications(reader, userId, query)
  const answers: UserSignInAnswer[] = []
  for (const { id } of reader.visible('read', 'policy').of(items)) {
    // WHY: with thousands of policies one answer takes milliseconds; others are served in between.
    await setImmediate()
    const { refused, answer } = await answerSignIn(service, {
      appInstance: id,
      policyContext: { user: { id: userId } },
    })
    answers.push({ id, unreached: refused.unreached, answer })
  }
  return { items: answers, next }
}
