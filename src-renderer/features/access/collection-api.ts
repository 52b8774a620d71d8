import type { OperationId } from '../../../src-server/contract/routes/index.ts'
import { api } from '../../api/client.ts'
import { getIn, setIn } from '../../components/tree.ts'
import type { Collection, Item } from './collections.ts'
import type { Draft, FormFieldSpec } from './form-fields.ts'

/**
 * The operations of one collection. WHY the casts: which operation is called is data here, and each has types of its own;
 * the service checks bodies and the client parses nothing.
 */
export function collectionApi({ list, noun, param }: Collection) {
  const call = <T>(id: string, input: object) => api.call(id as OperationId, input as never) as Promise<T>
  const at = (id: string) => ({ params: { [param]: id } })
  return {
    list: (signal?: AbortSignal) => api.all(list as 'listBehaviors', { signal }) as unknown as Promise<Item[]>,
    create: (body: Draft) =>
      call<Item>(`create${noun}`, noun === 'Authenticator' ? { body, query: { activate: 'true' } } : { body }),
    replace: (id: string, body: Draft) => call<Item>(`replace${noun}`, { ...at(id), body }),
    remove: (id: string) => call<undefined>(`delete${noun}`, at(id)),
    setActive: (id: string, active: boolean) =>
      call<Item | undefined>(`${active ? 'activate' : 'deactivate'}${noun}`, at(id)),
  }
}

const shown = (field: FormFieldSpec, draft: Draft) => !field.when || field.when(draft)

/** The fields that a form shows now. */
export function visibleFields(fields: readonly FormFieldSpec[], draft: Draft): FormFieldSpec[] {
  return fields.filter((field) => shown(field, draft))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** Takes away objects that nothing is left in, such as `settings: {}`, because they would be refused or mean nothing. */
function withoutHollows(draft: Draft, path: string): Draft {
  const parent = path.split('.').slice(0, -1).join('.')
  if (!parent) return draft
  const left = getIn(draft, parent)
  const hollow = typeof left === 'object' && left !== null && !Array.isArray(left) && Object.keys(left).length === 0
  return hollow ? withoutHollows(setIn(draft, parent, undefined), parent) : draft
}

/** The body that a draft makes: what is hidden or empty is left out; what no field shows stays as it was. */
export function bodyOf(fields: readonly FormFieldSpec[], draft: Draft): Draft {
  return fields.reduce<Draft>((body, field) => {
    const keep = shown(field, draft) && (field.path === 'name' || !isEmpty(getIn(draft, field.path)))
    return keep ? body : withoutHollows(setIn(body, field.path, undefined), field.path)
  }, draft)
}
