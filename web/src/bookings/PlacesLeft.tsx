import { getPrebookedCapacity } from '@honbu/contract/classes.ts'
import { useRead } from '../app/api.ts'
import { placesText } from './places-text.ts'

/** How many places of a prebooked class are left on a day, or why none can be booked. */
export function PlacesLeft({ classId, classDate }: { classId: number; classDate: string }) {
  const { data, error } = useRead(getPrebookedCapacity, { id: classId, classDate }, { retry: false })
  return <span role="status">{data ? placesText(data) : error?.message}</span>
}
