import { z } from 'zod'
import type { Channel, Notice } from './channels.ts'

/** The workspace that is open and the service that serves it; absolute paths. */
const workspaceInfoSchema = z.object({
  file: z.string(),
  folder: z.string(),
  url: z.string(),
  port: z.int(),
  /** Where scripts find the token; null when it was given at the start. */
  tokenFile: z.string().nullable(),
})
export type WorkspaceInfo = z.output<typeof workspaceInfoSchema>

const appInfoSchema = z.object({ version: z.string(), platform: z.string(), electron: z.string() })
type AppInfo = z.output<typeof appInfoSchema>

const THEMES = ['light', 'dark', 'system'] as const
export const themeSchema = z.enum(THEMES)
export type Theme = z.output<typeof themeSchema>

/**
 * What each channel takes and gives. A null value means that the person closed the dialog. The gate parses both ways,
 * so nothing undeclared crosses.
 */
export const contract = {
  'app:info': { input: z.undefined(), output: appInfoSchema },
  'workspace:info': { input: z.undefined(), output: workspaceInfoSchema },
  'workspace:open': { input: z.undefined(), output: workspaceInfoSchema.nullable() },
  'workspace:create': {
    input: z.strictObject({ engine: z.enum(['identity', 'classic']) }),
    output: workspaceInfoSchema.nullable(),
  },
  'workspace:backup': { input: z.undefined(), output: z.object({ file: z.string() }).nullable() },
  'workspace:reveal': { input: z.undefined(), output: z.void() },
  'shell:openExternal': { input: z.strictObject({ url: z.string().max(2048) }), output: z.void() },
  'window:theme': { input: z.strictObject({ theme: themeSchema }), output: z.void() },
} satisfies Record<Channel, { input: z.ZodType; output: z.ZodType }>

export type Input<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.output<(typeof contract)[C]['output']>

/** What each notice carries; null while no service runs. */
export const notices = {
  'service:changed': z.object({ workspace: workspaceInfoSchema.nullable() }),
} satisfies Record<Notice, z.ZodType>

export type NoticeBody<N extends Notice> = z.output<(typeof notices)[N]>

/** Why a call failed: `message` is one sentence for the person, `code` is for the program. */
export interface CallError {
  code: string
  message: string
}

/** Electron drops the fields of errors that cross processes, so both outcomes cross as plain values. */
export type Reply<T> = { ok: true; value: T } | { ok: false; error: CallError }

/** `window.gatehouse` in the desktop; a browser has none. `on…` functions return the function that ends them. */
export interface GatehouseBridge {
  app: { info(): Promise<Reply<AppInfo>> }
  workspace: {
    info(): Promise<Reply<WorkspaceInfo>>
    open(): Promise<Reply<WorkspaceInfo | null>>
    create(input: Input<'workspace:create'>): Promise<Reply<WorkspaceInfo | null>>
    backup(): Promise<Reply<{ file: string } | null>>
    reveal(): Promise<Reply<void>>
    onServiceChanged(listener: (body: NoticeBody<'service:changed'>) => void): () => void
  }
  shell: { openExternal(input: Input<'shell:openExternal'>): Promise<Reply<void>> }
  window: { theme(input: Input<'window:theme'>): Promise<Reply<void>> }
}
