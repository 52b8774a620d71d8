// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, type Component } from 'vue'
import type { Job } from '#contract/gatehouse/job.ts'
import JobsIndicator from '#ui/app/JobsIndicator.vue'
import { useSubjectJob } from '#ui/composables/useSubjectJob.ts'
import JobsPage from '#ui/features/jobs/JobsPage.vue'
import { mountPage } from '../../../helpers/mount-page.ts'
import { aJob } from './a-job.ts'

/** The service's side of jobs, in memory. */
let jobs: Job[] = []
let calls: string[] = []
let status = 200

function answer(address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const url = new URL(address, 'http://x')
  calls.push(`${method} ${url.pathname}${url.search}`)
  const error = { errorCode: 'E0000006', errorSummary: 'Not allowed.', errorId: 'x', errorCauses: [] }
  if (status !== 200) return Promise.resolve(Response.json(error, { status }))
  const [, id] = /jobs\/(\w+)\/cancel$/.exec(url.pathname) ?? []
  if (id) jobs = jobs.map((job) => (job.id === id ? { ...job, cancelRequested: true, cancellable: false } : job))
  const state = url.searchParams.get('state')
  return Promise.resolve(Response.json(id ? jobs[0] : jobs.filter((job) => !state || job.state === state)))
}

beforeEach(() => {
  ;[jobs, calls, status] = [[], [], 200]
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:05:00.000Z') })
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const open = async (component: Component) => (await mountPage(component)).page
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await flushPromises()
}
const readsOf = (path: string) => calls.filter((call) => call === `GET /gatehouse/v1/jobs${path}`).length

const running = aJob({ state: 'RUNNING', done: 300, total: 1_200, started: '2026-11-21T10:01:00.000Z' })
const failed = aJob({ id: 'job2', type: 'logImport', name: 'broken.ndjson', state: 'FAILED', cancellable: false })

describe('the page', () => {
  it('says what it is for while there is nothing', async () => {
    const page = await open(JobsPage)
    expect(page.text()).toContain('No background jobs yet')
    for (const kind of ['Imports and exports', 'changes of many people', 'group rules', 'verifications'])
      expect(page.text()).toContain(kind)
    expect(page.findAll('a').map((link) => link.attributes('href'))).toEqual([
      ...['/directory/people', '/group-rules', '/directory/imports', '/audit/integrity'],
    ])
    await pass(10_000)
    expect(readsOf('')).toBe(1)
  })

  it('shows how far a job is, who started it and since when, and reads again only while it runs', async () => {
    jobs = [running]
    const page = await open(JobsPage)
    const row = page.get('[aria-label="Running and waiting"] li')
    expect(row.text()).toContain('Export of the audit log')
    expect(row.text()).toMatch(/300 of 1,200 events.*Started by Ada Admin,\s*4 minutes ago/s)
    expect(row.get('[role=progressbar]').attributes()).toMatchObject({
      'aria-valuenow': '25',
      'aria-label': 'Progress of Export of the audit log: log.ndjson',
    })
    jobs = [{ ...running, state: 'COMPLETED', done: 1_200, finished: '2026-11-21T10:05:00.000Z' }]
    await pass(1_100)
    expect(page.text()).toContain('Nothing is running or waiting.')
    expect(page.get('tbody tr').text()).toMatch(/Completed.*1,200 events.*4 min/s)
    const reads = readsOf('')
    await pass(10_000)
    expect(readsOf('')).toBe(reads)
  })

  it('shows no value of a bar whose end is not known', async () => {
    jobs = [{ ...running, total: null }]
    const bar = (await open(JobsPage)).get('[role=progressbar]')
    expect(bar.attributes('aria-valuenow')).toBeUndefined()
    expect(bar.attributes('aria-valuetext')).toBe('300 events so far')
  })

  it('cancels at once what loses nothing, and says that it ends', async () => {
    jobs = [running]
    const page = await open(JobsPage)
    await page.get('[aria-label="Cancel Export of the audit log: log.ndjson"]').trigger('click')
    await flushPromises()
    expect(calls).toContain('POST /gatehouse/v1/jobs/job1/cancel')
    expect(page.text()).toContain('Ending…')
    expect(page.find('[aria-label^="Cancel"]').exists()).toBe(false)
  })

  it('asks before an import is cancelled, whose events would go', async () => {
    jobs = [{ ...running, type: 'logImport', facts: { added: 250, known: 50 } }]
    const page = await open(JobsPage)
    await page.get('[aria-label^="Cancel"]').trigger('click')
    await pass(100)
    const dialog = document.querySelector('[role=dialog]') ?? expect.unreachable()
    expect(dialog.textContent).toContain('The events that it has added so far (250) are removed')
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false)
    dialog.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(calls).toContain('POST /gatehouse/v1/jobs/job1/cancel')
  })

  it('says why a job failed, and leads to where it belongs', async () => {
    jobs = [{ ...failed, problem: 'line 2: this is not JSON', finished: '2026-11-21T10:04:00.000Z' }]
    const row = (await open(JobsPage)).get('tbody tr')
    expect(row.text()).toMatch(/Failed.*broken\.ndjson.*Line 2: this is not JSON\./s)
    expect(row.get('a').attributes('href')).toBe('/audit/integrity')
  })

  it('shows a refusal in the service’s words, with a retry', async () => {
    status = 500
    const page = await open(JobsPage)
    expect(page.get('[role=alert]').text()).toMatch(/Not allowed\..*Try again/s)
  })
})

describe('the indicator', () => {
  it('is empty while nothing runs, and hears of a job within five seconds', async () => {
    const bar = await open(JobsIndicator)
    expect(bar.get('[role=status]').text()).toBe('')
    jobs = [running, { ...running, id: 'job3', type: 'logColumns' }]
    await pass(5_100)
    expect(bar.get('a').text()).toBe('1 job running')
    expect(bar.get('a').attributes('href')).toBe('/jobs')
    expect(readsOf('?state=RUNNING')).toBe(2)
  })

  it('never differs from the page', async () => {
    jobs = [running]
    const bar = await open(JobsIndicator)
    await open(JobsPage)
    jobs = [{ ...running, state: 'COMPLETED' }]
    await pass(1_100)
    expect(bar.text()).toBe('')
  })

  it('hears at once of the end of a job that a page waits for', async () => {
    jobs = [running]
    const bar = await open(JobsIndicator)
    const ask = () => Promise.resolve(running)
    await open(
      defineComponent(() => {
        useSubjectJob({ type: 'logExport', subjectId: 'lex1', ask, onEnd: () => undefined })
        return () => null
      }),
    )
    expect(bar.text()).toBe('1 job running')
    jobs = [{ ...running, state: 'COMPLETED' }]
    await pass(600)
    expect(bar.text()).toBe('')
    expect(readsOf('?state=RUNNING')).toBe(1)
  })

  it('the page hears from it of a job that was begun elsewhere', async () => {
    await open(JobsIndicator)
    const page = await open(JobsPage)
    jobs = [running]
    await pass(5_100)
    expect(page.text()).toContain('300 of 1,200 events')
  })

  it('asks no more once the token may not: each refusal is an event of the log', async () => {
    status = 403
    await open(JobsIndicator)
    await pass(30_000)
    expect(readsOf('?state=RUNNING')).toBe(1)
  })
})
