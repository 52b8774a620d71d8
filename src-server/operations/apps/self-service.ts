import type { ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { ownerOfApp, schemaOf, updateSchema } from '../directory/profile-schemas.ts'
import { readSwitch } from '../organization/switches.ts'

const isAskedFor = ({ accessibility }: AppRecord['definition']) => accessibility['selfService'] === true

/** Whether people may change the name by which they go in an application: its schema says so of `userName`. */
async function hasWritableUserName(reader: Reader, app: AppRecord): Promise<boolean> {
  const { base } = await schemaOf(reader, ownerOfApp(app))
  return base['userName']?.permissions?.some(({ action }) => action === 'READ_WRITE') ?? false
}

/**
 * People give themselves an application only where the organization lets them, and where they cannot choose the name by which they go
 * there: with a name of their choice they could take over the account of someone else (spec/2 "Errors", spec/5 §8.5).
 * @throws ApiError E0000043 where the organization has it switched off, E0000044 where the name can be chosen
 */
export async function assertSelfService(reader: Reader, app: AppRecord): Promise<void> {
  if (!isAskedFor(app.definition)) return
  const { appSelfService } = await readSwitch(reader, 'selfService')
  if (!appSelfService)
    throw new ApiError('E0000043', {
      causes: [{ errorSummary: 'The organization has self-service of applications switched off' }],
    })
  if (await hasWritableUserName(reader, app))
    throw new ApiError('E0000044', {
      causes: [
        {
          errorSummary: `People can write their user name in ${app.label}, so that a person who adds it could take the name of someone else; make userName read-only in its schema first`,
        },
      ],
    })
}

/** @throws ApiError as {@link updateSchema}; E0000044 for a user name that people could choose where they give themselves the application */
export async function updateAppSchema(tx: Tx, appId: string, update: ProfileSchemaUpdate): Promise<void> {
  const app = await apps.require(tx, appId)
  const wasWritable = await hasWritableUserName(tx, app)
  await updateSchema(tx, ownerOfApp(app), update)
  if (isAskedFor(app.definition) && !wasWritable && (await hasWritableUserName(tx, app)))
    throw new ApiError('E0000044', {
      causes: [
        {
          errorSummary: `People give themselves ${app.label}; with a user name that they can write, they could take that of someone else`,
        },
      ],
    })
}
