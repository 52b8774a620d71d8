import { isActive, JOB_TYPES, type Job } from '#contract/gatehouse/job.ts'
import { SYSTEM_ACTOR } from '#contract/log/targets.ts'
import type { Tone } from '#ui/domain/status-labels.ts'
import { count, counted } from '#ui/lib/numbers.ts'
import { durationText } from '#ui/lib/time.ts'
import { JOB_LABELS } from './job-labels.ts'

/** Jobs as the page shows them: those that run before those that wait, then those that ended, the latest first. */
export function sectionsOf(jobs: readonly Job[]): { active: Job[]; ended: Job[] } {
  const active = jobs.filter(({ state }) => isActive(state))
  const ended = jobs.filter(({ state }) => !isActive(state))
  const rankOf = ({ state }: Job) => (state === 'RUNNING' ? 0 : 1)
  return {
    // Those of one queue begin in the order in which they were asked for.
    active: active.sort((a, b) => rankOf(a) - rankOf(b) || a.created.localeCompare(b.created)),
    ended: ended.sort((a, b) => endOf(b).localeCompare(endOf(a))),
  }
}

const endOf = ({ finished, created }: Job) => finished ?? created

/** Who asked for a job. */
export function starterText({ startedBy: { id, displayName } }: Job): string {
  return displayName ?? (id === SYSTEM_ACTOR.id ? SYSTEM_ACTOR.displayName : null) ?? id
}

function inUnit({ type }: Job, value: number): string {
  const { unit } = JOB_TYPES[type]
  return counted(value, unit.slice(0, -1), unit)
}

/** Where the subject of a job is shown. */
export function pathOfJob(job: Job): string {
  const { path } = JOB_LABELS[job.type]
  return typeof path === 'string' ? path : path(job)
}

/** How far a job is: "1,200 of 52,118 events". */
export function progressText(job: Job): string {
  const { state, done, total, facts, cancelRequested } = job
  if (cancelRequested) return 'Ending…'
  if (state === 'QUEUED') return 'Waiting'
  if (total !== null) return `${count(done)} of ${inUnit(job, total)}`
  if (done) return `${inUnit(job, done)} so far`
  return facts['checked'] ? `${inUnit(job, facts['checked'])} checked` : 'Starting'
}

/** How far a job is, from 0 to 100; null while its end is not known. */
export function percentOf({ done, total }: Job): number | null {
  if (total === null) return null
  return total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))
}

/** What a job that ended did: "1,204 added · 3 known"; empty where it did nothing. */
export function factsText(job: Job): string {
  const { state, type, done, total } = job
  const { keepsPart, done: textOf } = JOB_LABELS[type]
  const isKept = keepsPart === 'ALWAYS' || (keepsPart === 'UNLESS_CANCELLED' && state !== 'CANCELLED')
  if (state === 'COMPLETED' || (done && isKept)) return textOf(job).join(' · ')
  if (!done) return ''
  return `Ended at ${total === null ? inUnit(job, done) : `${count(done)} of ${inUnit(job, total)}`}`
}

/** What must be known about how a job ended, with the colour of its meaning; null where all is well. */
export function noteOf({ state, type, problem, facts }: Job): { text: string; tone: Tone } | null {
  if (state === 'FAILED') return { text: sentence(problem ?? 'It failed without a reason.'), tone: 'danger' }
  if (state === 'INTERRUPTED') return { text: 'The service ended before this was done.', tone: 'neutral' }
  if (type === 'logVerification' && facts['violations']) return { text: 'The log was modified.', tone: 'danger' }
  return null
}

/** Reasons of the service may lack their capital and full stop. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…?!]$/.test(text) ? '' : '.'}`

/** How long a job worked: "12 s", "3 min"; null for one that never began. */
export function tookText({ started, finished }: Job): string | null {
  if (!started || !finished) return null
  const ms = Math.max(0, Date.parse(finished) - Date.parse(started))
  if (ms < 1_000) return '< 1 s'
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : durationText(ms)
}
