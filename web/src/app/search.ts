/*
 * The query string as it is written: every parameter is text. The router's own way reads JSON, so that ?name=007 would
 * come back as 7, and a text in quotes without them.
 */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** With its question mark; undefined leaves a parameter out. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
