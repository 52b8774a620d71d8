/** By how much its clock differs, which is known to the second. */
export function clockLine(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  if (seconds === 0) return 'Its clock is the same as here'
  return `Its clock is ${differenceMs > 0 ? 'ahead' : 'behind'} by ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}
