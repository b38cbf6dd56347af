import { isToMany, mostWithoutRight } from '@honbu/contract/audience.ts'
import { whyNot } from '@honbu/contract/right-words.ts'
import { useRights } from '../app/rights.ts'
import type { MessageDraft } from './draft.ts'

/** Says why a message may not be sent to so many, and what to do; empty: it may. */
export function useWhyNot({ audience, clubIds }: Pick<MessageDraft, 'audience' | 'clubIds'>): string {
  const { may, isKnown } = useRights()
  const isAllowed = !isKnown || !isToMany(audience) || clubIds.every(id => may('sendToMany', id))
  return isAllowed ? '' : `${whyNot('sendToMany')} Choose up to ${mostWithoutRight} people under All Members.`
}
