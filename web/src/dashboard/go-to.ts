/** Brings a part of the page into view, unfolded, and the focus to it. An address with a fragment alone would be that of another page. */
export function goTo(id: string) {
  const target = document.getElementById(id)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const folded of target?.querySelectorAll('details') ?? []) folded.open = true
  target?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
  target?.querySelector<HTMLElement>('a, button, summary')?.focus({ preventScroll: true })
}
