import { isDate } from '@honbu/contract/calendar.ts'
import { agesText, isOfAge } from '@honbu/contract/class-range.ts'
import { communication } from '@honbu/contract/ids.ts'
import { personFields } from '@honbu/contract/people.ts'
import { isUnder18 } from '../people/index.ts'
import { textIn } from '../platform/public-page.ts'
import type { FormChoices } from './form-choices.ts'
import type { PublicClub } from './public-club.ts'

/** How a form is set that is read here. */
type FormSettings = Pick<PublicClub, 'today' | 'asksMessage'> & { readonly phoneUse: string }

/** What a visitor has filled in, checked. */
export interface Answers {
  readonly isForChild: boolean
  /** Who would train. */
  readonly person: { readonly firstName: string; readonly lastName: string; readonly dob: string }
  /** Who has written: the parent, or the same person. */
  readonly writer: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly phone: string | null
  }
  readonly interests: readonly string[]
  readonly trial: { readonly classId: number; readonly bookingDate: string } | null
  readonly message: string
  readonly marketingSourceId: number | null
  readonly communicationFlags: number
  readonly source: string
  readonly campaign: string
  readonly referral: string
}

/** Messages by the name of the field in the form. */
export type Wrong = Readonly<Record<string, string>>

/** The channels that the form asks about, by the name of the field. */
export const channels = [
  { name: 'consentEmail', flag: communication.email },
  { name: 'consentSms', flag: communication.sms },
] as const

/** The longest message, in characters. */
export const longestMessage = 2000

/** Every answer by its rule; the first thing that is wrong with each field stands under its name. */
export function readAnswers(fields: unknown, club: FormSettings, choices: FormChoices): Answers | Wrong {
  const wrong: Record<string, string> = {}
  const text = (name: string, most = 200) => textIn(fields, name, most).trim()
  const named = (name: string, what: string) => {
    const given = text(name).replaceAll(/\s+/g, ' ')
    const problem = nameProblem(given, what)
    if (problem) wrong[name] = problem
    return given
  }

  const isForChild = text('who') === 'child'
  if (!isForChild && text('who') !== 'self') wrong.who = 'Choose who would like to train'
  const firstName = named('firstName', 'your first name')
  const lastName = named('lastName', 'your last name')
  const email = personFields.email.safeParse(text('email', 300))
  if (!email.success || !email.data) wrong.email = 'Give an e-mail address such as name@mail.com'
  const phone = personFields.phoneMob.safeParse(club.phoneUse === 'off' ? null : text('phone'))
  if (!phone.success) wrong.phone = 'Give a phone number'
  else if (club.phoneUse === 'required' && !phone.data) wrong.phone = 'Give a phone number'
  const child = isForChild
    ? { firstName: named('childFirstName', 'the child’s first name'), lastName: text('childLastName') || lastName }
    : null
  if (child && text('childLastName') !== '') named('childLastName', 'the child’s last name')
  const dobField = isForChild ? 'childDob' : 'dob'
  const dob = text(dobField)
  const dobProblem = wrongDob(dob, { isForChild, today: club.today })
  if (dobProblem) wrong[dobField] = dobProblem

  const message = club.asksMessage ? textIn(fields, 'message', longestMessage + 1).trim() : ''
  if ([...message].length > longestMessage) wrong.message = `At most ${longestMessage} characters`
  else if (isAdvertising(message)) wrong.message = 'Please write it without links'
  const trial = trialIn(text('trial'), choices)
  if (trial === 'wrong') wrong.trial = 'This day can no longer be booked. Please choose another'
  else if (trial && !dobProblem && !isOfAge(trial.day, dob, trial.bookingDate))
    wrong.trial = `${trial.day.className} is for ${agesText(trial.day)}. Please choose another class`

  if (Object.keys(wrong).length > 0) return wrong
  return {
    isForChild,
    person: { ...(child ?? { firstName, lastName }), dob },
    writer: { firstName, lastName, email: email.data ?? '', phone: phone.data ?? null },
    interests: choices.disciplines.filter(({ id }) => text(`discipline_${id}`) === 'on').map(({ name }) => name),
    trial: trial && trial !== 'wrong' ? { classId: trial.classId, bookingDate: trial.bookingDate } : null,
    message,
    marketingSourceId: sourceOf(text('heard'), text('source', 100), choices),
    communicationFlags: channels.reduce((flags, { name, flag }) => flags + (text(name) === 'on' ? flag : 0), 0),
    source: text('source', 100),
    campaign: text('campaign', 100),
    referral: text('ref', 100),
  }
}

export const isWrong = (read: Answers | Wrong): read is Wrong => !('person' in read)

/** Who can be called what is not for us to say; but an address, a number or an advertisement is no name. */
function nameProblem(name: string, what: string): string | null {
  if (name === '') return `Give ${what}`
  if ([...name].length > 60) return 'At most 60 characters'
  if (!/^[\p{L}\p{M}\s.,'’‘`´·()-]+$/u.test(name) || /\S[.]\S/.test(name.replaceAll(/\b\p{L}[.]/gu, '')))
    return 'Please write the name in letters'
  return null
}

/** More than one link, or the markup that only machines write. */
const isAdvertising = (message: string) =>
  (message.match(/https?:|www\.|\[url|<a\s/gi) ?? []).length > 1 || /\[url|<a\s/i.test(message)

function wrongDob(dob: string, { isForChild, today }: { isForChild: boolean; today: string }): string | null {
  if (!isDate(dob) || dob <= '1900-01-01') return 'Give the date of birth'
  if (dob > today) return 'Nobody is born on a day that is still to come'
  if (isForChild && !isUnder18(dob, today)) return 'Is 18 or over: please choose “Myself” above'
  if (!isForChild && isUnder18(dob, today))
    return 'Under 18 a parent or guardian has to ask: please choose “My child” and let them fill this in'
  return null
}

/** What is sent as `classId_date`, of the days that are offered; a place is asked for later, under lock. */
function trialIn(text: string, { days }: FormChoices) {
  if (text === '') return null
  const day = days.find(({ classId, classDate }) => `${classId}_${classDate}` === text)
  return day ? { classId: day.classId, bookingDate: day.classDate, day } : ('wrong' as const)
}

/** What the visitor has said, or what the link has, where it names one of the sources. */
function sourceOf(heard: string, source: string, { sources }: FormChoices): number | null {
  const chosen = sources.find(({ id }) => String(id) === heard)
  return (chosen ?? sources.find(({ name }) => name.toLowerCase() === source.toLowerCase()))?.id ?? null
}
