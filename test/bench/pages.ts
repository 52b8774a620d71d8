import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { LARGE } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { longestTask, watchLongTasks } from '../helpers/long-tasks.ts'
import { longestBlock, MONITOR } from './longest-block.ts'
import { chromiumOptions } from '../../scripts/system-chromium.ts'
import { median, rounded, timed, withinFigure, yardstickMs, type Figure } from './measure.ts'
import { shown } from './shown.ts'
import { headersOf, start, stop, type Started } from './program.ts'

const ROUNDS = 5
/** What people notice as a pause of the page, and what the service may keep others waiting. */
const GOALS = { page: 100, service: 50 } as const

type Read = <Body>(path: string, body?: unknown) => Promise<Body>

/** Something that a person waits for: on the page, and as the one request behind it. */
interface Act {
  name: string
  /** Comes to where it begins. */
  prepare(page: Page): Promise<void>
  act(page: Page): Promise<void>
  request(read: Read): Promise<unknown>
}

/** Found by an address in the middle of all. */
interface Person {
  id: string
  profile: { login: string; firstName: string; lastName: string }
}

/** The service's answer to a search for exactly that text. */
const searched = (page: Page, text: string) =>
  page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('q') === text)

const wordsOf = ({ profile }: Person) => `${profile.firstName} ${profile.lastName}`

function actsOn(origin: string, person: Person, policy: { id: string; name: string }): Act[] {
  const to = (page: Page, path: string) => page.goto(`${origin}/#${path}`)
  const panel = (page: Page) => page.getByRole('form', { name: 'The sign-in to simulate' })
  const personField = (page: Page) => panel(page).getByRole('combobox', { name: 'Person' })
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
  const deactivate = (page: Page) => page.getByRole('button', { name: 'Deactivate', exact: true })
  return [
    {
      name: 'A verdict',
      prepare: async (page) => {
        await to(page, '/')
        await to(page, '/simulate')
        await personField(page).fill(person.profile.login)
        await page.getByRole('option').first().waitFor()
      },
      act: async (page) => {
        await page.getByRole('option').first().click()
        await shown(page, 'article')
      },
      request: (read) =>
        read('/gatehouse/v1/explanations', {
          policyTypes: POLICY_TYPE_NAMES.filter((type) => type !== 'OAUTH_AUTHORIZATION_POLICY'),
          policyContext: { user: { id: person.id } },
        }),
    },
    {
      name: 'A keystroke in the palette',
      prepare: async (page) => {
        await to(page, '/')
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.keyboard.press('ControlOrMeta+k')
        const found = searched(page, wordsOf(person).slice(0, -1))
        await palette(page).getByRole('combobox').pressSequentially(wordsOf(person).slice(0, -1))
        await found
      },
      act: async (page) => {
        const found = searched(page, wordsOf(person))
        await page.keyboard.press(wordsOf(person).slice(-1))
        await found
        await shown(page, '[role=option]')
      },
      request: (read) => read(`/gatehouse/v1/search?q=${encodeURIComponent(wordsOf(person))}&limit=20`),
    },
    {
      name: 'The review of a change',
      prepare: async (page) => {
        await to(page, `/policies/${policy.id}`)
        await deactivate(page).waitFor()
      },
      act: async (page) => {
        await deactivate(page).click()
        await shown(page, '[role=dialog] form[aria-busy="false"]')
      },
      request: (read) =>
        read('/gatehouse/v1/change-reviews', {
          steps: [{ operation: 'deactivatePolicy', params: { policyId: policy.id } }],
        }),
    },
  ]
}

async function measured(service: Started, page: Page, act: Act, read: Read): Promise<Figure[]> {
  const [seen, asked, tasks, blocks] = [[], [], [], []] as number[][] as [number[], number[], number[], number[]]
  for (let round = -1; round < ROUNDS; round++) {
    await act.prepare(page)
    let took = 0
    const block = await longestBlock(service, async () => {
      const task = await longestTask(page, async () => {
        took = await timed(() => act.act(page))
      })
      if (round >= 0) tasks.push(task)
    })
    const reply = await timed(() => act.request(read))
    await page.keyboard.press('Escape')
    // The first mount of a page may take longer.
    if (round < 0) continue
    seen.push(took)
    blocks.push(block.computing)
    asked.push(reply)
  }
  const over = `over ${LARGE.people.toLocaleString('en')} people`
  const yardMs = await yardstickMs()
  const most = (what: string, values: readonly number[], goal: number) =>
    withinFigure({ name: `${act.name} ${over}: longest task of the ${what}`, ms: median(values), yardMs }, goal)
  const [value, reference] = [median(seen), median(asked)]
  return [
    {
      name: `${act.name} ${over}, beside its request alone`,
      value: rounded(value),
      unit: 'ms',
      reference: rounded(reference),
      ratio: value / reference,
      goal: 'none',
      met: null,
    },
    most('page', tasks, GOALS.page),
    most('service', blocks, GOALS.service),
  ]
}

/** What an administrator waits for most often, in Chromium, in a large organization. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const dataFile = join(folder, 'pages.gatehouse')
  const browser = await chromium.launch({ ...chromiumOptions(), args: ['--no-sandbox'] })
  try {
    await writeLargeWorkspace(dataFile, { sizes: LARGE, seed: 'bench', engine: 'identity' })
    const service = await start('out/server/cli.js', ['--data', dataFile, '--port', '0', '--json'], '', MONITOR)
    try {
      const headers = { ...headersOf(dataFile), 'content-type': 'application/json' }
      const read: Read = async (path, body) => {
        const method = body === undefined ? 'GET' : 'POST'
        const reply = await fetch(service.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
        return reply.json() as never
      }
      const [person] = await read<Person[]>('/api/v1/users?limit=1')
      const policies = await read<{ id: string; name: string; system: boolean }[]>('/api/v1/policies?type=SVC_SIGN_ON')
      const policy = policies.find(({ system }) => !system)
      if (!person || !policy) throw new Error('the workspace has no person or no policy')
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
      await watchLongTasks(page)
      const token = readFileSync(`${dataFile}.token`, 'utf8').trim()
      await page.goto(`${service.url}/#token=${token}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const figures: Figure[] = []
      for (const act of actsOn(service.url, person, policy)) figures.push(...(await measured(service, page, act, read)))
      return figures
    } finally {
      await stop(service)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
