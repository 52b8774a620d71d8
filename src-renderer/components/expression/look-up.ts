import type { Lookup } from '#expression/index.ts'
import { ENTITIES } from '#ui/api/entities.ts'
import type { Found } from './completion-source.ts'

/** What ids of this service look like, as far as it takes to tell them from names. */
const ID = /^0[0-9a-z][0-9A-Za-z]{4,}$/

/** Groups or applications by the start of their name; nothing where the service does not answer. */
export async function lookUp({ kind, field }: Lookup, typed: string, signal: AbortSignal): Promise<Found[]> {
  try {
    // No one knows ids by heart: an existing one is chosen again.
    const found = await ENTITIES[kind].search(ID.test(typed) ? '' : typed, signal)
    return found.map(({ id, name, detail }) => ({
      text: field === 'id' ? id : name,
      label: name,
      help: field === 'id' ? id : (detail ?? ''),
    }))
  } catch {
    return []
  }
}
