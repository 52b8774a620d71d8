import type { Connection } from '#contract/gatehouse/connection.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** Instances elsewhere that this workspace is compared with. */
export const connections = defineResource({
  kind: 'connection',
  title: 'Sync',
  operations: {
    list: 'listConnections',
    get: 'getConnection',
    create: 'createConnection',
    replace: 'replaceConnection',
    remove: 'deleteConnection',
  },
  namable: false,
  nameOf: ({ name }) => name,
})

/** The labels of the ways to authenticate. */
export const AUTHENTICATION_LABELS: Readonly<Record<Connection['authentication']['type'], string>> = {
  API_TOKEN: 'API token',
  SERVICE_APP: 'Service app',
}

/** What a connection may do at its remote. */
export const rightsText = ({ mayWrite }: Pick<Connection, 'mayWrite'>): string =>
  mayWrite ? 'May write' : 'Reads only'
