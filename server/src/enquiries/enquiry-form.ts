import { weekday } from '@honbu/contract/calendar.ts'
import { agesText } from '@honbu/contract/class-range.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { timeSpanInWords } from '@honbu/contract/time-of-day.ts'
import type { BookableDay } from '../bookings/index.ts'
import { type Html, html } from '../platform/html.ts'
import { textIn } from '../platform/public-page.ts'
import { wordingOf } from './enquire.ts'
import type { FormChoices } from './form-choices.ts'
import type { PublicClub } from './public-club.ts'
import { channels, longestMessage, type Wrong } from './read-answers.ts'

export interface FormPage {
  readonly club: Pick<PublicClub, 'name' | 'intro' | 'asksMessage' | 'asksSource' | 'privacyUrl'> & {
    readonly phoneUse: string
  }
  readonly choices: FormChoices
  readonly token: string
  /** What has been filled in so far, or what the link says. */
  readonly fields: unknown
  readonly wrong: Wrong
  /** What is said above the form. */
  readonly message: string | null
  /** Where it is sent. */
  readonly action: string
  readonly timetable: string | null
}

/** The name of the field that no person sees or fills in. */
export const trapField = 'website'

/** The form of a club. It needs no script: what concerns only one of the two choices is hidden by the style sheet. */
export function enquiryForm({ club, choices, token, fields, wrong, message, action, timetable }: FormPage): Html {
  const at = { fields, wrong }
  const isChild = textIn(fields, 'who') === 'child'
  const named = { autocomplete: 'on', type: 'text' }
  const problems = Object.keys(wrong).length
  return html`
    ${
      (message || problems > 0) &&
      html`<p class="wrong" role="alert">${message ?? `Please look at ${problems === 1 ? 'one field' : `${problems} fields`} again.`}</p>`
    }
    ${club.intro && paragraphs(club.intro)}
    ${timetable && html`<p><a href="${timetable}">See the timetable</a></p>`}
    <form class="form" method="post" action="${action}" novalidate>
      <input type="hidden" name="token" value="${token}">
      ${['source', 'campaign', 'ref', 'embed'].map(
        name => html`<input type="hidden" name="${name}" value="${textIn(fields, name, 100)}">`,
      )}
      <p class="trap" aria-hidden="true"><label>Leave this empty
        <input name="${trapField}" tabindex="-1" autocomplete="off" value=""></label></p>
      <fieldset>
        <legend>Who would like to train?</legend>
        ${wrong.who && html`<p class="problem">${wrong.who}</p>`}
        <label class="choice"><input type="radio" id="who-self" name="who" value="self"${!isChild && html` checked`}> Myself</label>
        <label class="choice"><input type="radio" id="who-child" name="who" value="child"${isChild && html` checked`}> My child</label>
      </fieldset>
      <div class="pair">
        ${field(at, { ...named, name: 'firstName', label: 'Your first name', autocomplete: 'given-name' })}
        ${field(at, { ...named, name: 'lastName', label: 'Your last name', autocomplete: 'family-name' })}
      </div>
      <div class="only-self">
        ${field(at, { name: 'dob', label: 'Your date of birth', type: 'date', autocomplete: 'bday' })}
      </div>
      <div class="only-child">
        <div class="pair">
          ${field(at, { ...named, name: 'childFirstName', label: 'Child’s first name', autocomplete: 'off' })}
          ${field(at, { ...named, name: 'childLastName', label: 'Child’s last name, if another', autocomplete: 'off' })}
        </div>
        ${field(at, { name: 'childDob', label: 'Child’s date of birth', type: 'date', autocomplete: 'off' })}
      </div>
      <div class="pair">
        ${field(at, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
        ${
          club.phoneUse !== 'off' &&
          field(at, {
            name: 'phone',
            label: club.phoneUse === 'required' ? 'Phone' : 'Phone (optional)',
            type: 'tel',
            autocomplete: 'tel',
          })
        }
      </div>
      ${choices.disciplines.length > 1 && interests(choices, fields)}
      ${choices.days.length > 0 && trialField(choices, at)}
      ${
        club.asksMessage &&
        html`<label for="message">Anything we should know? (optional)</label>
        ${wrong.message && html`<p class="problem" id="message-problem">${wrong.message}</p>`}
        <textarea class="text-input" id="message" name="message" rows="4" maxlength="${longestMessage}"${describedBy('message', wrong)}>${textIn(fields, 'message', longestMessage)}</textarea>`
      }
      ${club.asksSource && textIn(fields, 'source') === '' && heardField(choices, fields)}
      <fieldset>
        <legend>May we keep in touch? (your choice)</legend>
        ${channels.map(
          ({ name, flag }) =>
            html`<label class="choice"><input type="checkbox" name="${name}"${
              textIn(fields, name) === 'on' && html` checked`
            }> ${wordingOf(flag, club.name)}</label>`,
        )}
      </fieldset>
      <p class="hint">${club.name} uses what you write here to answer you.${
        club.privacyUrl &&
        html` <a href="${club.privacyUrl}" target="_blank" rel="noopener">How we look after your data</a>`
      }</p>
      <button>Send</button>
    </form>`
}

interface Filled {
  readonly fields: unknown
  readonly wrong: Wrong
}

interface Field {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly autocomplete: string
}

function field({ fields, wrong }: Filled, { name, label, type, autocomplete }: Field): Html {
  return html`<div><label for="${name}">${label}</label>
    ${wrong[name] && html`<p class="problem" id="${name}-problem">${wrong[name]}</p>`}
    <input class="text-input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200"
      value="${textIn(fields, name)}"${describedBy(name, wrong)}></div>`
}

const describedBy = (name: string, wrong: Wrong) =>
  wrong[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`

const interests = ({ disciplines }: FormChoices, fields: unknown) => html`<fieldset>
    <legend>What are you interested in? (optional)</legend>
    ${disciplines.map(
      ({ id, name }) =>
        html`<label class="choice"><input type="checkbox" name="discipline_${id}"${
          textIn(fields, `discipline_${id}`) === 'on' && html` checked`
        }> ${name}</label>`,
    )}
  </fieldset>`

/** The days class by class; of a class that the link names, its first day with a place is chosen. */
function trialField({ days }: FormChoices, { fields, wrong }: Filled): Html {
  const classes = Map.groupBy(days, ({ classId }) => classId)
  const wanted = days.find(({ classId, free }) => String(classId) === textIn(fields, 'class') && free !== 0)
  const chosen = textIn(fields, 'trial') || (wanted ? `${wanted.classId}_${wanted.classDate}` : '')
  return html`<label for="trial">Book a trial class (optional)</label>
    ${wrong.trial && html`<p class="problem" id="trial-problem">${wrong.trial}</p>`}
    <select class="text-input" id="trial" name="trial"${describedBy('trial', wrong)}>
      <option value="">Not yet, I only have a question</option>
      ${[...classes.values()].map(
        each =>
          html`<optgroup label="${each[0] && titleOf(each[0])}">${each.map(({ classId, classDate, free, ...times }) => {
            const value = `${classId}_${classDate}`
            return html`<option value="${value}"${value === chosen && html` selected`}${free === 0 && html` disabled`}>${dayText(
              classDate,
            )}, ${timeSpanInWords(times)}${placesText(free)}</option>`
          })}</optgroup>`,
      )}
    </select>`
}

/** 'Juniors, ages 5 to 8, £5.00' */
const titleOf = (day: BookableDay) =>
  [day.className, agesText(day), day.trialPence !== null && currency(day.trialPence / 100)].filter(Boolean).join(', ')

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const dayText = (date: string) => `${weekdays[weekday(date) - 1]} ${mediumDate(date)}`

function placesText(free: number | null): string {
  if (free === null) return ''
  if (free === 0) return ' (full)'
  return free === 1 ? ' (1 place)' : ` (${free} places)`
}

const heardField = ({ sources }: FormChoices, fields: unknown) => html`
  <label for="heard">How did you hear of us? (optional)</label>
  <select class="text-input" id="heard" name="heard">
    <option value="">Please choose</option>
    ${sources.map(
      ({ id, name }) =>
        html`<option value="${id}"${textIn(fields, 'heard') === String(id) && html` selected`}>${name}</option>`,
    )}
  </select>`

/** What a club has written, with its empty lines as paragraphs. */
export const paragraphs = (text: string) => text.split(/\n\s*\n/).map(each => html`<p>${each}</p>`)
