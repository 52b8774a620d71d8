import { useMessage } from 'naive-ui'
import type { ImportFormat, ImportKind } from '#contract/directory/directory-import.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { saveBlob } from '#ui/lib/save-file.ts'
import { KIND_TEXT } from './import-text.ts'

/** Formats of an export. */
export type ExportFormat = Exclude<ImportFormat, 'SCIM'>

/** Saves all objects of a kind to a file. */
export function useDirectoryExport() {
  const message = useMessage()
  return useAction(async (kind: ImportKind, format: ExportFormat) => {
    const blob = await api.download('exportDirectory', { query: { kind, format } })
    const name = `${kind}.${format.toLowerCase()}`
    saveBlob(name, blob)
    message.success(`${KIND_TEXT[kind].label} exported to ${name}`)
  })
}
