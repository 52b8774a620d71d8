import { z } from 'zod'
import type { Channel, Notice } from './channels.ts'
import { LONGEST_ROUTE } from './program-link.ts'

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

/** Ports that the service can be told to listen on. */
export const PORTS = { min: 1, max: 65_535 } as const

/** A workspace that was open before; `exists` is false where its file is not there now. */
const recentWorkspaceSchema = z.object({ file: z.string(), name: z.string(), folder: z.string(), exists: z.boolean() })
export type RecentWorkspace = z.output<typeof recentWorkspaceSchema>

const appInfoSchema = z.object({ version: z.string(), platform: z.string(), electron: z.string() })
type AppInfo = z.output<typeof appInfoSchema>

/** The desktop's part of a report of a problem. */
const desktopDiagnosticsSchema = z.object({
  version: z.string(),
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  platform: z.string(),
  release: z.string(),
  arch: z.string(),
  isPackaged: z.boolean(),
  /** The last lines of the log, the oldest first. */
  log: z.array(z.string()),
})
export type DesktopDiagnostics = z.output<typeof desktopDiagnosticsSchema>

const THEMES = ['light', 'dark', 'system'] as const
export const themeSchema = z.enum(THEMES)
export type Theme = z.output<typeof themeSchema>

/** A release that is newer than this program. */
const updateSchema = z.object({
  version: z.string(),
  /** ISO 8601; null when the feed does not say. */
  releasedAt: z.string().nullable(),
  /** Plain text; empty when there are none. */
  notes: z.string(),
  /** Why the program does not install it, for the person; null when it can. */
  hint: z.string().nullable(),
})
export type Update = z.output<typeof updateSchema>

/** How far looking for an update is. */
const updateStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off'), reason: z.string() }),
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('checking') }),
  z.object({ state: z.literal('current'), checkedAt: z.string() }),
  z.object({ state: z.literal('available'), update: updateSchema }),
  z.object({ state: z.literal('downloading'), update: updateSchema, percent: z.number() }),
  z.object({ state: z.literal('ready'), update: updateSchema }),
  z.object({ state: z.literal('failed'), message: z.string() }),
])
export type UpdateState = z.output<typeof updateStateSchema>
/** Of the drafts of one workspace: how many, how long each, in characters, and how old. Ours. */
export const DRAFT_LIMITS = { count: 20, characters: 131_072, days: 14 } as const

/** What an open editor held when it was last changed and not saved; `content` is JSON without secrets. */
const draftSchema = z.strictObject({
  /** Which editor, such as `rule 0pr…`. */
  key: z.string().min(1).max(200),
  savedAt: z.iso.datetime(),
  content: z.string().max(DRAFT_LIMITS.characters),
})
export const draftsSchema = z.array(draftSchema).max(DRAFT_LIMITS.count)
export type Draft = z.output<typeof draftSchema>

/** A line of the page's navigation, for the menu `Go`; `path` is the page's own address. */
const menuLineSchema = z.strictObject({ label: z.string().min(1).max(80), path: z.string().startsWith('/').max(200) })
const menuPageSchema = menuLineSchema.extend({ children: z.array(menuLineSchema).max(20) })
export type MenuPage = z.output<typeof menuPageSchema>

/** What the menu `Help` shows in the page. */
const helpTopicSchema = z.enum(['keys', 'tour', 'report', 'about'])
export type HelpTopic = z.output<typeof helpTopicSchema>

/** What was chosen in a menu and is the page's to show. */
const menuChoiceSchema = z.union([z.strictObject({ page: z.string() }), z.strictObject({ help: helpTopicSchema })])
export type MenuChoice = z.output<typeof menuChoiceSchema>

/** What open editors are to do before the page goes: save, forget what was changed, or keep it as drafts. */
const leaveWaySchema = z.enum(['save', 'discard', 'keep'])
export type LeaveWay = z.output<typeof leaveWaySchema>

/**
 * What each channel takes and gives. A null value means that the person closed the dialog. The gate parses both ways,
 * so nothing undeclared crosses.
 */
export const contract = {
  'app:info': { input: z.undefined(), output: appInfoSchema },
  /** Shows the folder of the log files. */
  'app:openLogs': { input: z.undefined(), output: z.void() },
  'app:diagnostics': { input: z.undefined(), output: desktopDiagnosticsSchema },
  /** The navigation of the page as it is now; empty while there is none. */
  'menu:pages': { input: z.strictObject({ pages: z.array(menuPageSchema).max(40) }), output: z.void() },
  'workspace:info': { input: z.undefined(), output: workspaceInfoSchema },
  'workspace:open': { input: z.undefined(), output: workspaceInfoSchema.nullable() },
  'workspace:create': {
    input: z.strictObject({ engine: z.enum(['identity', 'classic']) }),
    output: workspaceInfoSchema.nullable(),
  },
  'workspace:recent': { input: z.undefined(), output: z.array(recentWorkspaceSchema) },
  'workspace:openRecent': { input: z.strictObject({ file: z.string() }), output: workspaceInfoSchema.nullable() },
  'workspace:clearRecent': { input: z.undefined(), output: z.void() },
  'workspace:backup': { input: z.undefined(), output: z.object({ file: z.string() }).nullable() },
  /** A backup of the workspace that is open; false: it is as it was, because the person changed their mind. */
  'workspace:restore': { input: z.strictObject({ file: z.string() }), output: z.boolean() },
  'workspace:reveal': { input: z.undefined(), output: z.void() },
  /** Starts the service again, on another port. */
  'service:port': {
    input: z.strictObject({ port: z.int().min(PORTS.min).max(PORTS.max) }),
    output: workspaceInfoSchema.nullable(),
  },
  /** Both name the workspace file: a page that has not heard of another one yet must not mix their drafts. */
  'drafts:read': { input: z.strictObject({ file: z.string() }), output: draftsSchema },
  'drafts:write': { input: z.strictObject({ file: z.string(), drafts: draftsSchema }), output: z.void() },
  /** What has unsaved changes, such as `the rule`; null when nothing has. */
  'editors:unsaved': { input: z.strictObject({ what: z.string().max(200).nullable() }), output: z.void() },
  /** The answer to `editors:leave`: whether it was done. */
  'editors:left': { input: z.strictObject({ turn: z.int(), done: z.boolean() }), output: z.void() },
  'shell:openExternal': { input: z.strictObject({ url: z.string().max(2048) }), output: z.void() },
  'window:theme': { input: z.strictObject({ theme: themeSchema }), output: z.void() },
  /** Saves the page as it prints; `title` becomes the proposed file name. */
  'window:savePdf': {
    input: z.strictObject({ title: z.string().min(1).max(200) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  'updates:state': { input: z.undefined(), output: updateStateSchema },
  'updates:check': { input: z.undefined(), output: updateStateSchema },
  'updates:download': { input: z.undefined(), output: updateStateSchema },
  'updates:install': { input: z.undefined(), output: z.void() },
} satisfies Record<Channel, { input: z.ZodType; output: z.ZodType }>

export type Input<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.output<(typeof contract)[C]['output']>

/** What each notice carries; a null workspace while no service runs. */
export const notices = {
  /** Path and query of a page that a link named. */
  'page:open': z.object({ route: z.string().startsWith('/').max(LONGEST_ROUTE) }),
  'menu:chosen': menuChoiceSchema,
  'service:changed': z.object({ workspace: workspaceInfoSchema.nullable() }),
  'updates:changed': updateStateSchema,
  /** The program ends once this is done, such as `an export of the audit log`; null: it does not wait any more. */
  'service:waiting': z.object({ work: z.array(z.string()).nullable() }),
  /** Asks the open editors; `turn` comes back with the answer. */
  'editors:leave': z.object({ turn: z.int(), way: leaveWaySchema }),
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
  app: {
    info(): Promise<Reply<AppInfo>>
    openLogs(): Promise<Reply<void>>
    diagnostics(): Promise<Reply<DesktopDiagnostics>>
  }
  menu: {
    pages(input: Input<'menu:pages'>): Promise<Reply<void>>
    onChosen(listener: (choice: MenuChoice) => void): () => void
  }
  workspace: {
    info(): Promise<Reply<WorkspaceInfo>>
    open(): Promise<Reply<WorkspaceInfo | null>>
    create(input: Input<'workspace:create'>): Promise<Reply<WorkspaceInfo | null>>
    recent(): Promise<Reply<RecentWorkspace[]>>
    openRecent(input: Input<'workspace:openRecent'>): Promise<Reply<WorkspaceInfo | null>>
    clearRecent(): Promise<Reply<void>>
    backup(): Promise<Reply<{ file: string } | null>>
    restore(input: Input<'workspace:restore'>): Promise<Reply<boolean>>
    reveal(): Promise<Reply<void>>
    onWaiting(listener: (body: NoticeBody<'service:waiting'>) => void): () => void
    onServiceChanged(listener: (body: NoticeBody<'service:changed'>) => void): () => void
  }
  service: { port(input: Input<'service:port'>): Promise<Reply<WorkspaceInfo | null>> }
  drafts: {
    read(input: Input<'drafts:read'>): Promise<Reply<Draft[]>>
    write(input: Input<'drafts:write'>): Promise<Reply<void>>
  }
  editors: {
    unsaved(input: Input<'editors:unsaved'>): Promise<Reply<void>>
    left(input: Input<'editors:left'>): Promise<Reply<void>>
    onLeave(listener: (body: NoticeBody<'editors:leave'>) => void): () => void
  }
  shell: { openExternal(input: Input<'shell:openExternal'>): Promise<Reply<void>> }
  window: {
    theme(input: Input<'window:theme'>): Promise<Reply<void>>
    savePdf(input: Input<'window:savePdf'>): Promise<Reply<{ file: string } | null>>
    onOpen(listener: (body: NoticeBody<'page:open'>) => void): () => void
  }
  updates: {
    state(): Promise<Reply<UpdateState>>
    check(): Promise<Reply<UpdateState>>
    download(): Promise<Reply<UpdateState>>
    install(): Promise<Reply<void>>
    onChanged(listener: (state: UpdateState) => void): () => void
  }
}
