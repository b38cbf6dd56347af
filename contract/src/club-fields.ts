import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { id } from './endpoint.ts'
import { wholeNumber } from './format.ts'
import { clubType } from './ids.ts'
import { postcode, postcodeProblem } from './postcode.ts'
import { written, writtenOrNull } from './written.ts'

/** A name of the IANA time zone database, which the server knows too. */
export const timeZone = z
  .string()
  .check(z.maxLength(60), z.refine(isTimeZone, { error: 'Choose a time zone such as Europe/London' }))

function isTimeZone(name: string): boolean {
  // Engines take offsets such as +01:00 as well, which know no summer time.
  if (!/^[A-Z][\w+/-]*$/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const atRiskError = 'A number of days from 1 to 365'

/** After how many days without attendance a member counts as at risk of leaving. */
export const atRiskDays = z
  .int({ error: atRiskError })
  .check(z.gte(1, { error: atRiskError }), z.lte(365, { error: atRiskError }))

/** None is 0 (specification, section 9). */
const coordinate = (least: number, most: number) => {
  const error = `A number from ${wholeNumber(least)} to ${wholeNumber(most)}, or empty`
  return z.pipe(
    z.optional(z.nullable(z.number({ error }).check(z.gte(least, { error }), z.lte(most, { error })))),
    z.transform(value => value ?? 0),
  )
}

/** An empty list entry is sent as null; -1, 0 and '' mean the same (specification, section 5). */
const parentClubId = z.pipe(
  z.nullable(z.union([z.int().check(z.gte(-1)), z.literal('')])),
  z.transform(value => (typeof value === 'number' && value > 0 ? value : null)),
)

export const optionalEmail = z.pipe(
  writtenOrNull(254),
  z.nullable(z.email({ error: 'An e-mail address such as name@club.example' })),
)

const phone = z.pipe(
  writtenOrNull(40),
  z.nullable(
    z.string().check(z.regex(/^\+?[\d ()./-]*(\d[ ()./-]*){6}(x?\d{1,6})?$/, 'A phone number, with its area code')),
  ),
)

/** What is edited of a club. People are person ids. */
export const clubFields = {
  name: written(200).check(z.minLength(1, { error: 'Give the club a name' })),
  code: written(20).check(z.minLength(1, { error: 'Give a short code' })),
  clubTypeId: z
    .int()
    .check(z.refine(type => Object.values<number>(clubType).includes(type), { error: 'Choose a type' })),
  parentClubId,
  dateOpened: z.nullable(date),
  ownerId: z.nullable(id),
  adminId: z.nullable(id),
  instructorId: z.nullable(id),
  email: optionalEmail,
  phone,
  timeZone,
  address: z.object({
    line: writtenOrNull(200),
    town: writtenOrNull(100),
    postcode,
    gridEast: coordinate(-10_000_000, 10_000_000),
    gridNorth: coordinate(-10_000_000, 10_000_000),
    longitude: coordinate(-180, 180),
    latitude: coordinate(-90, 90),
  }),
}

type ClubFields = z.infer<z.ZodMiniObject<typeof clubFields>>

/** A rule of a form that has these fields: `z.object({ …clubFields }).check(postcodeRule)`. */
export function postcodeRule(context: z.core.ParsePayload<ClubFields>): void {
  const input = context.value.address.postcode
  const message = input === null ? undefined : postcodeProblem(input)
  if (message) context.issues.push({ code: 'custom', input, path: ['address', 'postcode'], message })
}
