import type { ReviewedPerson } from '#contract/gatehouse/change-review.ts'
import { pageOf, type Page } from '#db/page.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'

/** A page of people who were found before, in their order; those who are gone lack. @throws ApiError E0000029 */
export async function pageOfPeople(
  service: Service,
  found: readonly string[],
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<ReviewedPerson>> {
  const { items, next } = pageOf(
    found.map((id) => ({ id })),
    limit,
    after,
  )
  const { condition } = service.reader.visible('read', 'user')
  const rows = await users.findAll(service.reader, {
    where: { id: items.map(({ id }) => id), ...sqlCondition(condition) },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const visible = items.flatMap(({ id }) => byId.get(id) ?? [])
  return { items: visible.map((row) => ({ id: row.id, name: displayNameOf(row), login: row.login })), next }
}
