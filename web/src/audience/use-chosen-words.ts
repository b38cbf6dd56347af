import type { ChosenMembers } from '@honbu/contract/audience.ts'
import { directoryColumns, getDirectoryChoices } from '@honbu/contract/directory.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { parseFilter } from '@honbu/contract/grid.ts'
import { useRead } from '../app/api.ts'
import { facetTexts } from '../directory/facet-texts.ts'
import { readFacets } from '../directory/facets.ts'

/** How members were chosen in the directory, as a person reads it; '' where none were. */
export function useChosenWords(chosen: ChosenMembers | undefined): string {
  const filter = chosen?.filter
  const choices = useRead(getDirectoryChoices, {}, { enabled: Boolean(filter) })
  if (!chosen) return ''
  if (chosen.members) {
    const count = chosen.members.length
    return count === 1 ? 'Only this member' : `Only the ${wholeNumber(count)} members who were ticked`
  }
  if (!filter) return 'Everybody in the directory of these clubs'
  return `Whoever fits this search when the message leaves: ${searchWords(filter, choices.data)}`
}

function searchWords(text: string, choices: Parameters<typeof facetTexts>[1]): string {
  try {
    const { facets, rest } = readFacets(parseFilter(text, directoryColumns))
    const parts = facetTexts(facets, choices).map(facet => facet.text)
    return [...parts, ...(rest.length > 0 ? ['and more, by its address'] : [])].join('; ')
  } catch {
    return 'one that cannot be read any more'
  }
}
