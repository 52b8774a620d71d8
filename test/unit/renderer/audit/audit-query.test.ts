// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { defineComponent, nextTick } from 'vue'
import { useAuditQuery } from '#ui/features/audit/audit-query.ts'
import { custom, preset } from '#ui/features/audit/time-range.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

async function at(address: string) {
  let query!: ReturnType<typeof useAuditQuery>
  const page = defineComponent({
    setup() {
      query = useAuditQuery()
      return () => null
    },
  })
  const { router } = await mountPage(page, { address })
  const settle = async () => {
    await nextTick()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await settle()
  return { router, query, settle, address: () => router.currentRoute.value.query }
}

describe('the address of the audit page', () => {
  it('restores all that is asked and shown', async () => {
    const bounds = 'since=2026-11-01T00:00:00.000Z&until=2026-11-02T00:00:00.000Z'
    const filter = 'outcome.result eq "FAILURE"'
    const { query } = await at(
      `/audit?range=custom&${bounds}&filter=${encodeURIComponent(filter)}&q=ada&order=oldest&event=e1&live=on`,
    )
    expect(query.choice.value).toEqual(custom('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'))
    expect(query.filter.value).toBe(filter)
    expect([query.q.value, query.order.value, query.event.value, query.live.value]).toEqual([
      'ada',
      'oldest',
      'e1',
      true,
    ])
  })

  it('says nothing of what is as usual', async () => {
    const { query, settle, address } = await at('/audit?range=month&live=on&order=oldest')
    query.choice.value = preset('week')
    query.live.value = false
    query.order.value = 'newest'
    await settle()
    expect(address()).toEqual({})
  })

  it('drops the bounds with the custom range', async () => {
    const { query, settle, address } = await at('/audit?range=custom&since=2026-11-01T00:00:00.000Z')
    query.choice.value = preset('day')
    await settle()
    expect(address()).toEqual({ range: 'day' })
  })

  it('of a former version still opens: what was found among the loaded rows is searched for', async () => {
    const { query, address } = await at('/audit?find=interns&event=e1')
    expect(query.q.value).toBe('interns')
    expect(address()).toEqual({ q: 'interns', event: 'e1' })
  })

  it('is a step for Back when the question changes, but not when an event is opened', async () => {
    const { query, router, settle, address } = await at('/audit')
    query.filter.value = 'severity eq "WARN"'
    await settle()
    query.event.value = 'e1'
    await settle()
    router.back()
    await settle()
    expect(address()).toEqual({})
  })
})
