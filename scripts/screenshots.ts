import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../test/helpers/headless-service.ts'
import { allRooms, enter, type Room } from '../test/helpers/rooms.ts'
import { changedDraft } from './draft-picture.ts'
import { differSince, planSince, stopPlan } from './sync-picture.ts'
import { chromiumOptions } from './system-chromium.ts'

/**
 * `npm run screenshots`: opens the built program on the sample organization and takes the pictures of the gallery, each in
 * light and dark; `npm run screenshots -- draft sync` takes those of drafts and of connections alone. With `-- --every` it takes
 * every page in three sizes, to be looked at, and leaves them in out/screenshots. Run `npm run build` first.
 */
const FOLDER = join(import.meta.dirname, '../docs/screenshots')
const EVERY_PAGE = join(import.meta.dirname, '../out/screenshots')
const SIZE = { width: 1280, height: 800 }
const SIZES = [SIZE, { width: 1920, height: 1080 }, { width: 800, height: 600 }]
const SCHEMES = ['light', 'dark'] as const
/** Long enough for charts and counts to have come; nothing moves after that. */
const SETTLED_MS = 1_000

interface Named {
  id: string
  name: string
}

/** One picture: its address, and the steps before it is taken. */
interface Picture {
  name: string
  path: string
  /** Of a draft: the path of its pages. */
  base?: string
  prepare?: (page: Page) => Promise<void>
}

/** An authentication policy with rules of its own: the first asks by expression, the second for certain authenticators. */
async function strictest(get: Get): Promise<[Named, Named[]]> {
  for (const policy of (await get('/api/v1/policies?type=ACCESS_POLICY')) as Named[]) {
    const rules = (await get(`/api/v1/policies/${policy.id}/rules`)) as Named[]
    if (rules.length > 1) return [policy, rules]
  }
  throw new Error('the sample has no authentication policy with a rule of its own')
}

/** The same contractor at the headquarters and elsewhere. */
async function twoSignIns(get: Get): Promise<string> {
  const groups = (await get('/api/v1/groups?q=Contractors')) as Named[]
  const [person] = (await get(`/api/v1/groups/${groups[0]?.id}/users?limit=1`)) as Named[]
  return new URLSearchParams({
    user: person?.id ?? '',
    ip: '192.0.2.10',
    compare: '1',
    'b.user': person?.id ?? '',
    'b.ip': '198.51.100.200',
  }).toString()
}

type Get = (path: string) => Promise<unknown>

async function pictures(get: Get): Promise<Picture[]> {
  const policies = (await get('/api/v1/policies?type=SVC_SIGN_ON')) as Named[]
  const contractors = policies.find((policy) => policy.name === 'Contractors') ?? (policies[0] as Named)
  const rules = (await get(`/api/v1/policies/${contractors.id}/rules`)) as Named[]
  const [access, accessRules] = await strictest(get)
  const [contractorsGroup] = (await get('/api/v1/groups?q=Contractors')) as Named[]
  return [
    { name: 'overview', path: '/' },
    { name: 'administrators', path: '/access/administrators?view=rights&act=svc.policies.manage' },
    { name: 'policies', path: '/policies' },
    { name: 'rule-editor', path: `/policies/${contractors.id}?rule=${rules[0]?.id}` },
    {
      name: 'review',
      path: `/policies/${contractors.id}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
        await page.getByRole('region', { name: 'Who is affected' }).waitFor()
      },
    },
    {
      name: 'simulate',
      path: '/simulate',
      prepare: (page) => page.getByRole('list', { name: 'Examples' }).getByRole('button').last().click(),
    },
    { name: 'compare', path: `/simulate?${await twoSignIns(get)}` },
    { name: 'expression', path: `/policies/${access.id}?rule=${accessRules[0]?.id}` },
    {
      name: 'authenticators',
      path: `/policies/${access.id}?rule=${accessRules[1]?.id}`,
      prepare: (page) => page.getByText('Who can get in with what').scrollIntoViewIfNeeded(),
    },
    {
      name: 'people',
      path: '/directory/people',
      prepare: (page) => page.getByLabel('Search people').fill('profile.department sw "Fin" and status eq "ACTIVE"'),
    },
    { name: 'group', path: `/directory/groups/${contractorsGroup?.id}` },
    {
      name: 'audit',
      path: `/audit?${new URLSearchParams({ filter: 'outcome.result eq "FAILURE"' }).toString()}`,
    },
    {
      name: 'event',
      path: `/audit?${new URLSearchParams({ range: 'month', filter: 'eventType eq "policy.rule.update"' }).toString()}`,
      prepare: (page) => page.locator('tbody tr').first().click(),
    },
    {
      name: 'proof',
      path: '/audit/integrity',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Verify the log' }).click()
        await page.getByText('events are unmodified').waitFor()
      },
    },
  ]
}

/** Rooms of the tests that are pictures of the gallery too, by the names of the pictures. */
const ROOMS: Readonly<Record<string, string>> = {
  applications: 'applications',
  wizard: 'the wizard of applications',
  preview: 'a client: preview',
  routing: 'a routed login',
  'group-rule': 'a group rule',
  import: 'a checked import',
}

const service = await startHeadless({ args: ['--sample', '--port', '7480'], name: 'tidewrack.sqlite' })
const browser = await chromium.launch(chromiumOptions())

async function openPage(
  viewport: { width: number; height: number },
  colorScheme: (typeof SCHEMES)[number],
  { url, token }: HeadlessService = service,
) {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${url}/#token=${token}`)
  await page.locator('main h1').first().waitFor()
  return page
}

async function takePictures(of: HeadlessService, wanted: readonly Picture[]): Promise<void> {
  for (const { name, path, base = '', prepare } of wanted)
    for (const colorScheme of SCHEMES) {
      const page = await openPage(SIZE, colorScheme, of)
      await page.goto(`${of.url}${base}/#${path}`)
      await page.locator('main h1').first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      await prepare?.(page)
      await page.waitForTimeout(SETTLED_MS)
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
      await page.close()
    }
}

/** Two sides that have changed since they were the same: what a comparison says of them, the plan for the remote, and one that has stopped. */
async function takeSync(): Promise<void> {
  const here = await startHeadless({ args: ['--sample', '--port', '7481'], name: 'tidewrack.sqlite' })
  try {
    const prepare = async (page: Page) => {
      await page
        .getByRole('button', { name: /^Whom it affects/ })
        .first()
        .click()
      const effect = page.getByRole('region', { name: /changed at/ })
      await effect.getByText('people are affected').waitFor()
      await effect.scrollIntoViewIfNeeded()
    }
    const connectionId = await differSince(here, service)
    const path = `/sync/${connectionId}`
    await takePictures(here, [{ name: 'sync', path, prepare }])
    await planSince(here, connectionId)
    await takePictures(here, [{ name: 'sync-plan', path: `${path}?tab=plan` }])
    await stopPlan(here, service, connectionId)
    await takePictures(here, [{ name: 'sync-stopped', path: `${path}?tab=plan` }])
  } finally {
    await here.dispose()
  }
}

/** A policy in a draft, below its head, and what publishing the draft changes. */
async function takeDraft(): Promise<void> {
  const { path, policy } = await changedDraft(service)
  await takePictures(service, [
    { name: 'draft', base: path, path: `/policies/${policy}` },
    { name: 'draft-publish', path: `${path}/publish` },
  ])
}

/** @param fileOf where the picture of a room goes, without the ending; null for one that is not wanted */
async function takeRooms(sizes: typeof SIZES, fileOf: (room: Room, width: number) => string | null): Promise<void> {
  const rooms = await allRooms(service)
  for (const size of sizes)
    for (const colorScheme of SCHEMES) {
      const page = await openPage(size, colorScheme)
      for (const room of rooms) {
        const file = fileOf(room, size.width)
        if (file === null) continue
        await enter(page, service, room)
        await page.waitForTimeout(SETTLED_MS)
        await page.screenshot({ path: `${file}-${colorScheme}.png` })
      }
      await page.close()
    }
}

const pictureOf = ({ name }: Room) => {
  const picture = Object.keys(ROOMS).find((key) => ROOMS[key] === name)
  return picture === undefined ? null : join(FOLDER, picture)
}
const pageOf = ({ name }: Room, width: number) => join(EVERY_PAGE, `${name.replaceAll(/[^\w]+/g, '-')}-${width}`)

try {
  const isEvery = process.argv.includes('--every')
  mkdirSync(isEvery ? EVERY_PAGE : FOLDER, { recursive: true })
  if (isEvery) await takeRooms(SIZES, pageOf)
  else {
    const headers = { authorization: `SSWS ${service.token}` }
    const get = async (path: string) => (await fetch(service.url + path, { headers })).json()
    const parts = {
      gallery: async () => {
        await takePictures(service, await pictures(get))
        await takeRooms([SIZE], pictureOf)
      },
      draft: takeDraft,
      sync: takeSync,
    }
    const named = process.argv.slice(2)
    for (const [part, take] of Object.entries(parts)) if (!named.length || named.includes(part)) await take()
  }
} finally {
  await browser.close()
  await service.dispose()
}
