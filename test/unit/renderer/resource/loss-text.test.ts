import { expect, it } from 'vitest'
import { exceptionText, listText, lossHead, lostText } from '#ui/resource/review/loss-text.ts'

const app = (name: string, people: number) => ({ id: name, name, people, status: 'ACTIVE' as const })

it('how many people lose what is said in numbers, of one application by its name', () => {
  expect(lostText(app('Build server', 14))).toBe('14 people lose Build server')
  expect(lostText(app('Build server', 1))).toBe('1 person loses Build server')
  const apps = [app('Build server', 9), app('Wiki', 2)]
  expect(lossHead({ people: 10, apps, moreApps: 1 })).toBe('10 people lose access to one or more of 3 applications.')
  expect(lossHead({ people: 0, apps: [], moreApps: 0 })).toBe('No one loses an application.')
  expect(exceptionText({ people: 1 })).toBe('1 person will be an exception of the rule')
})

it('of one person it is said by name', () => {
  const one = { people: 1, apps: [app('Wiki', 1), app('Mail', 1)], moreApps: 0 }
  expect(lostText(app('Wiki', 1), 'Ada Low')).toBe('Ada Low loses Wiki')
  expect(lossHead(one, 'Ada Low')).toBe('Ada Low loses 2 applications.')
  expect(lossHead({ ...one, people: 0, apps: [] }, 'Ada Low')).toBe('Ada Low loses no application.')
})

it('a list of names ends in how many more there are', () => {
  expect([listText(['A'], 0), listText(['A', 'B'], 0), listText(['A', 'B'], 3)]).toEqual([
    'A',
    'A and B',
    'A, B and 3 more',
  ])
})
