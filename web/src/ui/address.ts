import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchValues = Readonly<Record<string, string | undefined>>

/**
 * The address of the screen: `params` from its path, `search` from its query string, both as text. `setSearch` changes
 * some parameters (undefined takes one out) and does not add a step to the browser's history.
 */
export function useAddress() {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setSearch = useCallback(
    (values: SearchValues) =>
      // The screen's own parameters are not known to the router's types.
      void navigate({
        to: '.',
        search: ((now: object) => ({ ...now, ...values })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { params: asText(params), search: asText(search), setSearch }
}

/** An id from a path; 0, which is nobody's, when it is not a whole number. */
export const idOf = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : 0)

/** One of the values that are known, or the first of them. */
export const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], text: string | undefined): Value =>
  values.find(value => value === text) ?? values[0]

/** The router reads ?enquiries=1 as a number; a screen wants what is written. */
function asText(values: Readonly<Record<string, unknown>>): SearchValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
}
