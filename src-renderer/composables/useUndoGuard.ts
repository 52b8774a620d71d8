import { canonical } from '#contract/interface/canonical.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { useLeftStatesStore, type States } from '#ui/stores/left-states.ts'

interface Guarded<T> {
  result: T
  /** Makes what takes the change back refuse where others have changed the same since. */
  back: (undo: () => Promise<unknown>) => () => Promise<unknown>
}

/**
 * Lets changes of objects without versions be taken back only until others change them.
 * @param read the states of what a change of these ids touches
 * @param refusal the sentence for an undo that comes too late
 */
export function useUndoGuard(read: (ids: readonly string[]) => Promise<States>, refusal: () => string) {
  const left = useLeftStatesStore()

  /** Makes a change of this session. @throws whatever it throws */
  async function change<T>(ids: readonly string[], act: () => Promise<T>): Promise<Guarded<T>> {
    const before = await read(ids).then(left.see, () => null)
    const result = await act().finally(() => read(ids).then(left.leave, () => {}))
    const back = (undo: () => Promise<unknown>) => async () => {
      const now = left.see(await read(ids))
      if (canonical(now) !== canonical(before))
        throw new ApiError({ status: 409, code: 'CHANGED_SINCE', summary: refusal() })
      return (await change(ids, undo)).result
    }
    return { result, back }
  }
  return { change }
}
