import type { App } from '#contract/apps/app.ts'
import type { AppWrite } from '#contract/apps/app-write.ts'
import { readJsonText, writeJsonText, type JsonTexts } from '#ui/lib/json-text.ts'

/** An application as people write it as JSON, perhaps not valid yet. */
export type AppJson = Record<string, unknown>

/** What a replacement can say, in the order in which people read it, and whether it is an object. What it leaves out becomes a default again. */
const WRITABLE = {
  name: 'text',
  label: 'text',
  signOnMode: 'text',
  settings: 'object',
  credentials: 'object',
  visibility: 'object',
  accessibility: 'object',
  licensing: 'object',
  profile: 'object',
} as const satisfies Record<keyof AppWrite, 'text' | 'object'>
const KEYS = Object.keys(WRITABLE) as (keyof typeof WRITABLE)[]
const OBJECTS = KEYS.filter((key) => WRITABLE[key] === 'object')

/** The parts of an application that can be written. */
export function writableOf(app: App): AppJson {
  return Object.fromEntries(KEYS.flatMap((key) => (app[key] === undefined ? [] : [[key, app[key]]])))
}

/** How it is read and written as text. */
export const APP_TEXTS: JsonTexts<AppJson> = {
  read: (text) => readJsonText(text, OBJECTS),
  write: (json) => writeJsonText(json, KEYS),
}
