import { addDays, isDate, startOfWeek, weekday } from '@honbu/contract/calendar.ts'
import { agesText, gradesText } from '@honbu/contract/class-range.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { classType } from '@honbu/contract/ids.ts'
import { timeSpanInWords } from '@honbu/contract/time-of-day.ts'
import { sql } from 'kysely'
import { type CancelledSession, cancelledSessions } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { type Html, html } from '../platform/html.ts'
import { textIn } from '../platform/public-page.ts'
import { enquireAddress, timetableAddress } from './addresses.ts'
import type { PublicClub } from './public-club.ts'
import { type PublicSession, publicSessions } from './session-of.ts'
import { structuredData } from './structured-data.ts'

interface Parts {
  readonly db: Db
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/** Weeks that can be leafed through, this one included. */
const weeks = 8

/** A week of a club's classes, of all disciplines or of one, and the same for machines. */
export async function timetablePage({ db, config }: Parts, club: PublicClub, query: unknown) {
  const thisWeek = startOfWeek(club.today)
  const asked = textIn(query, 'week')
  const monday = isDate(asked) ? startOfWeek(asked) : thisWeek
  const last = addDays(thisWeek, 7 * (weeks - 1))
  const from = monday < thisWeek || monday > last ? thisWeek : monday
  const classes = sql`class.club_id = ${club.clubId} and class.is_public
    and class.class_type_id <> ${classType.nonAttendance}`
  const [all, cancelled] = await Promise.all([
    publicSessions(db, { classes, from, to: addDays(from, 6) }),
    cancelledSessions(db, classes, from > club.today ? from : club.today, addDays(from, 6)),
  ])
  const disciplines = [...new Set(all.map(({ disciplineName }) => disciplineName))].filter(Boolean).toSorted()
  const discipline = disciplines.find(name => name === textIn(query, 'discipline')) ?? null
  const shown = all.filter(({ disciplineName }) => discipline === null || disciplineName === discipline)

  const page = `${config.basePath}/${timetableAddress(club.key)}`
  const embed = textIn(query, 'embed') === '1'
  const link = (changes: Record<string, string | null>) => {
    const wanted = { week: from, discipline, embed: embed ? '1' : null, ...changes }
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(wanted)) if (value !== null) given.set(name, value)
    return `${page}?${given}`
  }
  const trial = (classId: number) =>
    club.isOn && club.offersTrials
      ? `${config.basePath}/${enquireAddress(club.key)}?class=${classId}${embed ? '&embed=1' : ''}`
      : null
  const content = html`
    ${place(club)}
    ${club.isOn && html`<p><a class="button" href="${config.basePath}/${enquireAddress(club.key)}${embed ? '?embed=1' : ''}">Ask us, or book a trial</a></p>`}
    <nav class="week" aria-label="Week">
      ${from > thisWeek ? html`<a href="${link({ week: addDays(from, -7) })}">Week before</a>` : html`<span></span>`}
      <strong>${longDate(from)} to ${longDate(addDays(from, 6))}</strong>
      ${from < last ? html`<a href="${link({ week: addDays(from, 7) })}">Week after</a>` : html`<span></span>`}
    </nav>
    ${
      disciplines.length > 1 &&
      html`<nav class="week" aria-label="Discipline">
        ${[null, ...disciplines].map(
          name =>
            html`<a href="${link({ discipline: name })}"${name === discipline && html` aria-current="true"`}>${name ?? 'All'}</a>`,
        )}
      </nav>`
    }
    ${shown.length + cancelled.length === 0 && html`<p>There are no classes in this week.</p>`}
    ${
      cancelled.length > 0 &&
      html`<section aria-labelledby="changes">
      <h2 id="changes">Changes this week</h2>
      <ul>${cancelled.map(session => html`<li>${changeOf(session)}</li>`)}</ul>
    </section>`
    }
    ${[...Map.groupBy(shown, ({ classDate }) => classDate)].map(([date, sessions]) => day(date, sessions, trial))}`
  const address = `${config.baseUrl}${page}`
  return { content, structuredData: structuredData({ club, sessions: all, address, logo: logoOf(club, config) }) }
}

const logoOf = ({ logoUrl }: PublicClub, { baseUrl, basePath }: Parts['config']) =>
  logoUrl ? `${baseUrl}${basePath}/${logoUrl}` : null

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function day(date: string, sessions: readonly PublicSession[], trial: (classId: number) => string | null): Html {
  return html`<section aria-labelledby="day-${date}">
    <h2 id="day-${date}">${weekdays[weekday(date) - 1]} ${longDate(date)}</h2>
    <ul class="sessions">${sessions.map(session => {
      const { classId, className, startTime, disciplineName, isTrial, costPence } = session
      const book = isTrial ? trial(classId) : null
      const whom = [agesText(session), gradesText(session.minGrade, session.maxGrade)]
      const trialPrice = isTrial && session.trialPence !== null && `trial ${currency(session.trialPence / 100)}`
      const hint = [disciplineName, ...whom, costPence > 0 && currency(costPence / 100), trialPrice]
        .filter(Boolean)
        .join(' · ')
      return html`<li>
        <time datetime="${date}T${startTime}">${timeSpanInWords(session)}</time>
        <div><strong>${className}</strong>${hint && html`<p class="hint">${hint}</p>`}${where(session)}</div>
        ${book && html`<a class="button" href="${book}" aria-label="Book a trial: ${className}">Book a trial</a>`}
      </li>`
    })}</ul>
  </section>`
}

/** 'Juniors on Tuesday 19 May 2026 at 19:00 has moved to Wednesday 20 May 2026.' Why is for members. */
function changeOf({ className, classDate, startTime, movedTo }: CancelledSession): string {
  const when = (date: string) => `${weekdays[weekday(date) - 1]} ${longDate(date)}`
  const what = movedTo ? `has moved to ${when(movedTo)}` : 'is cancelled'
  return `${className} on ${when(classDate)} at ${startTime} ${what}.`
}

function where({ location, locationName, address, postcode }: PublicSession): Html | false {
  if (!location) return false
  const query = [address, postcode].filter(Boolean).join(', ')
  const text = html`${locationName}`
  return html`<p class="hint">${query ? html`<a href="${mapAddress(query)}" target="_blank" rel="noopener">${text}</a>` : text}</p>`
}

/** The club's own address; a map finds it by its words. */
function place({ addressLine, town, postcode, phone, email }: PublicClub): Html {
  const words = [addressLine, town, postcode].filter(Boolean).join(', ')
  return html`<p>${words && html`<a href="${mapAddress(words)}" target="_blank" rel="noopener">${words}</a><br>`}${[
    phone,
    email,
  ]
    .filter(Boolean)
    .join(' · ')}</p>`
}

const mapAddress = (words: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(words)}`
