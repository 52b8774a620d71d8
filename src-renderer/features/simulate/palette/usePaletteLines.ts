import { FlaskConical } from '@lucide/vue'
import { computed, onScopeDispose, shallowReactive, watch } from 'vue'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import { isAbort } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { fromQuery, isAskable, toBody } from '#ui/domain/sign-in.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import type { UsePaletteLines } from '#ui/resource/feature.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { answerMeta } from '#ui/domain/answer-meta.ts'
import type { SavedScenario } from '../saved/saved-scenarios.ts'
import { useSavedScenarios } from '../saved/useSavedScenarios.ts'
import { suggestedTypes } from '../simulator-state.ts'
import { useSentences } from '../useSentences.ts'

/** So many are answered; further ones are listed without what they come to. */
const MOST_ANSWERED = 20
const TOGETHER = 2

/**
 * The saved scenarios of the workspace as lines of the palette, each with what it comes to now: the answer that its page
 * gives, to the same question.
 */
export const usePaletteLines: UsePaletteLines = () => {
  const workspace = useWorkspaceStore()
  const { scenarios } = useSavedScenarios()
  const rows = computed(() => scenarios.value.map((saved) => ({ saved, signIn: fromQuery(saved.query) })))
  const sentence = useSentences(() => rows.value.map(({ signIn }) => signIn))
  const answers = shallowReactive(new Map<string, SignInAnswer>())
  const leaving = new AbortController()
  onScopeDispose(() => leaving.abort())

  async function answer({ name, query }: SavedScenario) {
    const signIn = fromQuery(query)
    if (!workspace.info || !isAskable(signIn) || leaving.signal.aborted) return
    const body = { policyTypes: suggestedTypes(workspace.info), ...toBody(signIn) }
    try {
      answers.set(name, (await api.call('explainPolicies', { body, signal: leaving.signal })).answer)
    } catch (thrown) {
      // What it names may have been deleted: the page says so once it is open.
      if (!isAbort(thrown)) answers.delete(name)
    }
  }
  watch(scenarios, (now) => void inTurn(now.slice(0, MOST_ANSWERED), answer, TOGETHER), { immediate: true })

  return computed(() =>
    rows.value.map(({ saved: { name, query }, signIn }) => {
      const found = answers.get(name)
      return {
        key: `scenario ${name}`,
        section: 'Saved scenarios',
        label: name,
        words: sentence(signIn),
        icon: FlaskConical,
        to: { path: PATHS.simulate, query },
        ...(found ? { outcome: answerMeta(found) } : {}),
      }
    }),
  )
}
