interface Listed {
  id: string
  status: 'ACTIVE' | 'INACTIVE'
}

/** How many active rules come before one of a list; null where that one is not active itself, so that it takes nothing from others. */
export function activeBefore(list: readonly Listed[], id: string): number | null {
  const at = list.findIndex((one) => one.id === id)
  if (list[at]?.status !== 'ACTIVE') return null
  return list.slice(0, at).filter(({ status }) => status === 'ACTIVE').length
}
