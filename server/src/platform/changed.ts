type Values = Readonly<Record<string, unknown>>

/** What an audit row should say of a change: the fields that differ, as they were and as they are. */
export function changed(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (values: Values) => Object.fromEntries(names.map(name => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
