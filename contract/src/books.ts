import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, post } from './endpoint.ts'
import { club, may } from './guards.ts'

/** The closed accounts of a club. */
export const Books = z.object({
  /** The last closed day; null if the books are open. */
  closedUntil: z.nullable(date),
  /** Today in the club. */
  today: date,
})

export const getBooks = get('/api/billing/GetBooks/:clubId', {
  summary: 'The day up to which a club’s books are closed.',
  access: may('seeMoney', club('clubId')),
  output: Books,
})

/** The edited part of the books. */
export const BooksEdit = z.object({ closedUntil: z.nullable(date) })

export const closeBooks = post('/api/billing/CloseBooks/:clubId', {
  summary:
    'Closes a club’s books up to a day in the past, or reopens them with an earlier day or null. A person’s entry with a ' +
    'closed day is refused; other entries are dated on the first open day.',
  access: may('closeBooks', club('clubId')),
  input: BooksEdit.shape,
  output: BooksEdit,
})
