import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { newId } from '../../db/ids.ts'
import type { Statements } from '../../db/statements.ts'
import { changeDetails, statusChange, supportingTarget } from '../audit/targets.ts'
import { cutPage, prefixPattern, startAfter, type Page } from '../page.ts'
import type { Act, Service, Unit } from '../service.ts'
import type { SupportingDefinition } from './definitions.ts'
import { columnsOf, viewOf, type SupportingBody, type SupportingRow } from './objects.ts'

/** @throws E0000015 where the engine of the workspace does not have the collection (spec/4 §1.3) */
function requireOffered({ engine }: SupportingDefinition, service: Service): void {
  if (engine === 'identity' && service.engine() === 'classic') throw new ApiError('E0000015')
}

/** Objects by id; `q` matches the beginning of the name. */
export async function listSupporting(
  service: Service,
  definition: SupportingDefinition,
  query: { limit: number; after?: string | undefined; q?: string | undefined; type?: string | undefined },
): Promise<Page<SupportingRow>> {
  requireOffered(definition, service)
  const { kind } = definition
  const rows = await service.store.read.all<SupportingRow>(
    `SELECT * FROM supporting_objects WHERE kind = ?1 AND id > ?2 AND name LIKE ?3 ESCAPE '\\'
       AND (?4 = '' OR type = ?4) ORDER BY id LIMIT ?5`,
    [kind, startAfter(kind, query.after), prefixPattern(query.q ?? ''), query.type ?? '', query.limit + 1],
  )
  return cutPage(rows, query.limit, (row) => row.id)
}

/** @throws E0000007 */
export async function requireSupporting(
  service: Service,
  definition: SupportingDefinition,
  id: string,
  read: Statements = service.store.read,
): Promise<SupportingRow> {
  requireOffered(definition, service)
  const sql = 'SELECT * FROM supporting_objects WHERE kind = ? AND id = ?'
  const row = await read.first<SupportingRow>(sql, [definition.kind, id])
  if (!row) throw notFound(id, definition.name)
  return row
}

async function requireFreeName(unit: Unit, { kind }: SupportingDefinition, name: string, id = ''): Promise<void> {
  const sql = 'SELECT 1 FROM supporting_objects WHERE kind = ? AND name = ? AND id <> ?'
  if (await unit.statements.first(sql, [kind, name, id])) throw invalid('name', `another one is named ${name}`)
}

/** Makes an object, active unless `status` or the body says otherwise. @returns its id */
export async function createSupporting(
  service: Service,
  act: Act,
  definition: SupportingDefinition,
  body: SupportingBody,
  status: ActiveStatus = body.status ?? 'ACTIVE',
): Promise<string> {
  requireOffered(definition, service)
  return service.write(act, async (unit) => {
    const { kind, name, checks, events } = definition
    const columns = columnsOf(definition, body)
    await checks.create?.(unit, columns.key)
    await requireFreeName(unit, definition, body.name)
    const id = newId(kind)
    const stamp = { created: unit.now, lastUpdated: unit.now }
    await service.store.models.SupportingObject.create(
      { id, kind, ...columns, status, system: false, ...stamp },
      { transaction: unit.transaction },
    )
    unit.record({ type: events.create, targets: [supportingTarget(name, { id, name: body.name })] })
    return id
  })
}

/** Replaces an object; what it is cannot change, and without a `status` it keeps its own. */
export function replaceSupporting(
  service: Service,
  act: Act,
  definition: SupportingDefinition,
  id: string,
  body: SupportingBody,
): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireSupporting(service, definition, id, unit.statements)
    const attempted = [supportingTarget(definition.name, before)]
    unit.attempt({ type: definition.events.update, targets: attempted, refusals: 'forbidden' })
    const { name, key, type, definition: content } = columnsOf(definition, body)
    const { fixed } = definition
    if (type !== before.type || key !== before.key)
      throw invalid(fixed, `this one is ${before.key ?? before.type}; the ${fixed} cannot change`)
    await requireFreeName(unit, definition, name, id)
    const status = body.status ?? before.status
    await service.store.models.SupportingObject.update(
      { name, status, definition: content, lastUpdated: unit.now },
      { where: { id }, transaction: unit.transaction },
    )
    const after = { ...before, name, status, definition: JSON.stringify(content) }
    const details = changeDetails(viewOf(definition, before), viewOf(definition, after))
    unit.record({ type: definition.events.update, targets: [supportingTarget(definition.name, after, details)] })
  })
}

/** Deletes an object. Policies that name it keep its id and are marked (spec/4 §1.9). */
export function deleteSupporting(
  service: Service,
  act: Act,
  definition: SupportingDefinition,
  id: string,
): Promise<void> {
  return service.write(act, async (unit) => {
    const row = await requireSupporting(service, definition, id, unit.statements)
    unit.attempt({ type: definition.events.delete, targets: [supportingTarget(definition.name, row)] })
    definition.checks.remove?.(row)
    await service.store.models.SupportingObject.destroy({ where: { id }, transaction: unit.transaction })
    const details = changeDetails(viewOf(definition, row), {})
    unit.record({ type: definition.events.delete, targets: [supportingTarget(definition.name, row, details)] })
  })
}

/** Switches an object on or off; asking for the state that it is in is fine and leaves no event. */
export function setSupportingStatus(
  service: Service,
  act: Act,
  definition: SupportingDefinition,
  id: string,
  status: ActiveStatus,
): Promise<void> {
  return service.write(act, async (unit) => {
    const row = await requireSupporting(service, definition, id, unit.statements)
    if (row.status === status) return
    const type = definition.events[status === 'ACTIVE' ? 'activate' : 'deactivate']
    unit.attempt({ type, targets: [supportingTarget(definition.name, row)] })
    if (status === 'INACTIVE') await definition.checks.deactivate?.(service, row)
    await service.store.models.SupportingObject.update(
      { status, lastUpdated: unit.now },
      { where: { id }, transaction: unit.transaction },
    )
    const details = statusChange(row.status, status)
    unit.record({ type, targets: [supportingTarget(definition.name, row, details)] })
  })
}
