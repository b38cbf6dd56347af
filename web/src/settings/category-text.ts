/** "5 to 11 years", "18 years and over", "up to 4 years"; empty for any age. */
export function agesText({ minAge, maxAge }: { minAge: number | null; maxAge: number | null }): string {
  if (minAge === null && maxAge === null) return ''
  if (maxAge === null) return `${minAge} years and over`
  if (minAge === null) return `Up to ${maxAge} years`
  return minAge === maxAge ? `${minAge} years` : `${minAge} to ${maxAge} years`
}

/** "1 member", "3 members"; empty for none. */
export const countText = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`
