import type { Context } from 'koa'
import { OWN_PREFERENCES } from '#contract/interface/lenience.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import type { Service } from '#operations/service/service.ts'

/** Texts of objects that may be any, the first that an object has. */
const TEXTS = ['description', 'nickName', 'label', 'displayName', 'name']
const MARK = / \(changed (\d+)\)$/

/** Changes a text of the object at the path of a request, as somebody else with the same rights would; nothing where there is none. */
export async function changeObject(ctx: Context, { url }: Pick<Service, 'url'>): Promise<void> {
  const address = url() + ctx.path
  const headers = {
    Authorization: ctx.get('Authorization'),
    Prefer: OWN_PREFERENCES,
    'Content-Type': 'application/json',
  }
  const reply = await fetch(address, { headers })
  const object: unknown = reply.ok ? await reply.json() : null
  const changed = isObject(object) ? withOtherText(object) : null
  if (!changed) return
  const written = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(changed) })
  await written.arrayBuffer()
}

/** The object with another text; null where it has none. */
function withOtherText(object: Record<string, unknown>): Record<string, unknown> | null {
  const { profile } = object
  if (isObject(profile)) {
    const other = withOtherText(profile)
    return other && { ...object, profile: other }
  }
  const name = TEXTS.find((field) => typeof object[field] === 'string')
  return name === undefined ? null : { ...object, [name]: otherText(object[name] as string) }
}

function otherText(text: string): string {
  const before = Number(MARK.exec(text)?.[1] ?? 0)
  return `${text.replace(MARK, '')} (changed ${before + 1})`
}
