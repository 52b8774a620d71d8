import { canonical } from '#contract/interface/canonical.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import { OWN_VOCABULARY, type Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { settings } from '#db/tables/settings.ts'
import { problemOf } from '#vocabulary/check-vocabulary.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const TARGET = { id: 'vocabulary', name: 'Vocabulary' }
const ACTION = 'gatehouse.vocabulary.update'

/**
 * Changes the words that clients speak with this workspace; null for our own. What is stored stays as it is.
 * @throws ApiError E0000001 for a vocabulary with which a client could not tell two words apart
 */
export async function writeVocabulary(tx: Tx, after: Vocabulary | null): Promise<void> {
  tx.authorize(ACTION, [settingTarget(TARGET)], 'well-formed')
  const before = await readSetting(tx, 'vocabulary')
  if (canonical(before) === canonical(after)) return
  const problem = after && problemOf(after)
  if (problem) throw invalid('vocabulary', problem)
  await writeSetting(tx, 'vocabulary', after)
  const details = changeDetails({ name: before?.name ?? OWN_VOCABULARY }, { name: after?.name ?? OWN_VOCABULARY })
  tx.record({ type: ACTION, targets: [settingTarget(TARGET, details)] })
}

/** The name of the words that clients speak now. */
export const vocabularyName = ({ vocabulary }: Pick<Service, 'vocabulary'>): string =>
  vocabulary.current?.name ?? OWN_VOCABULARY

/** Speaks these words with clients, from the next request on. */
export function speak(service: Pick<Service, 'vocabulary'>, next: Vocabulary | null): void {
  // The same one stays: what was made of it is kept by it.
  if (canonical(next) === canonical(service.vocabulary.current)) return
  service.vocabulary.current = next
  service.vocabulary.onChange?.(vocabularyName(service))
}

/** Speaks with clients as the workspace says now, and after each commit that changes it. */
export async function followVocabulary(
  service: Pick<Service, 'reader' | 'vocabulary' | 'onCommit' | 'onTrouble'>,
): Promise<void> {
  const follow = async () => speak(service, await readSetting(service.reader, 'vocabulary'))
  service.onCommit((changes) => {
    if (changes.touches(settings)) follow().catch((error: unknown) => service.onTrouble(error, 'the vocabulary'))
  })
  await follow()
}
