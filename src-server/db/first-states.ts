import { ROW_FORMS, type RowForm } from './row-forms.ts'
import { objectVersions } from './tables/object-versions.ts'

/** No person made it; it is as old as the object's last change. */
const ACTOR = JSON.stringify({ id: 'system', type: 'SystemPrincipal', displayName: 'Gatehouse' })

function triggersOf({ table, kinds, told, stateOf }: RowForm): string {
  const { kind, id, parent, name, body } = stateOf('OLD')
  const isNew = `NOT EXISTS (SELECT 1 FROM ${objectVersions.name} WHERE kind = ${kind} AND object_id = ${id})`
  const values = `${kind}, ${id}, ${parent}, 1, 'baseline', ${name}, OLD.last_updated, '${ACTOR}', 'baseline', ${body}`
  const insert = `INSERT INTO ${objectVersions.name}
    (kind, object_id, parent_id, version, action, name, changed_at, actor, transaction_id, body) VALUES (${values});`
  return (
    [
      ['changed', `UPDATE OF ${told.join(', ')}`],
      ['deleted', 'DELETE'],
    ] as const
  )
    .map(
      ([
        what,
        event,
      ]) => `CREATE TEMP TRIGGER first_state_of_${kinds[0] ?? ''}_${what} BEFORE ${event} ON main.${table.name}
        WHEN ${isNew} BEGIN ${insert} END;`,
    )
    .join('\n')
}

/**
 * Gives an object that has no version its state of before as the first one, when it is changed or deleted: a workspace from before there
 * were versions of its kind does not have to be read through when it opens, nor to hold everything twice. WHY triggers of the writing
 * connection and not of the file: they follow the definitions of the tables, and cost no statement.
 */
export const FIRST_STATE_TRIGGERS = ROW_FORMS.map(triggersOf).join('\n')
