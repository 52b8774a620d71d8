import { z } from 'zod'

/** Prefix of each kind's identifiers (spec/4 §1.5). The rest is base-62; 20 characters in all. */
export const ID_PREFIX = {
  policy: '00p',
  ruleSet: 'rst',
  policyRule: '0pr',
  ruleSetRule: 'rul',
  group: '00g',
  user: '00u',
  org: '00o',
  apiToken: '00T',
  app: '0oa',
  zone: 'nzo',
  userType: 'oty',
  schema: 'osc',
  authorizationServer: 'aus',
  identityProvider: '0oa',
  authenticator: 'aut',
  behavior: 'beh',
  deviceAssurance: 'dae',
  mapping: 'map',
  eventHook: 'who',
  savedSearch: 'srs',
  logExport: 'lex',
  logImport: 'lim',
} as const

export type IdKind = keyof typeof ID_PREFIX

export const ID_LENGTH = 20

/** Whether a text has the form of the kind's identifiers. */
export function isId(kind: IdKind, text: string): boolean {
  return text.length === ID_LENGTH && text.startsWith(ID_PREFIX[kind]) && /^[0-9A-Za-z]+$/.test(text)
}

/**
 * An identifier that refers to something. Its form is not checked beyond length: whether it exists is the
 * operation's question, and clients may hold identifiers from elsewhere.
 */
export const idSchema = z.string().min(1).max(100).meta({ description: 'Identifier' })
