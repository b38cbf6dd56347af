import { counted } from '@honbu/contract/format.ts'

interface Places {
  readonly capacity: number
  readonly available: number
  readonly offered: number
  readonly waiting: number
}

/** '3 of 12 places left', or 'Full. 2 people are waiting.' */
export function placesText({ capacity, available, offered, waiting }: Places): string {
  if (available > 0) return `${available} of ${counted(capacity, 'place')} left`
  const ahead = offered + waiting
  return ahead === 0 ? 'Full' : `Full. ${counted(ahead, 'person is', 'people are')} waiting.`
}
