/** The names of the time zones that this browser knows, and the one given even when it does not. */
export function timeZoneOptions(current: string): { value: string; text: string }[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = known.includes(current) ? known : [current, ...known]
  return all.map(value => ({ value, text: value.replaceAll('_', ' ') }))
}
