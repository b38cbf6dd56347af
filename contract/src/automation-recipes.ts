import type { AutomationCondition, AutomationStep } from './automation-plan.ts'
import type { AutomationFields } from './automations.ts'
import { memberStatus } from './ids.ts'

/** An automation to begin with. */
interface Recipe {
  /** As it stands in an address. */
  readonly key: string
  /** What it is good for. */
  readonly text: string
  readonly fields: AutomationFields
}

type Message = Extract<AutomationStep, { kind: 'message' }>

/** An e-mail; what stands in it is HTML of the editor. */
const email = (purpose: Message['purpose'], subject: string, ...paragraphs: string[]): Message => ({
  ...{ kind: 'message', channel: 'email', purpose, templateId: null, subject, layoutId: null },
  body: [...paragraphs, '{{ club.name }}'].map(paragraph => `<p>${paragraph}</p>`).join(''),
})

const hello = 'Hello {{ recipient.firstName }},'
const nine: AutomationStep = { kind: 'waitUntil', time: '09:00' }
const training: AutomationCondition = { kind: 'status', statusIds: [memberStatus.active, memberStatus.issue] }

/** What most clubs want, in the order in which it is offered. Each is made switched off, and can be changed as one likes. */
export const recipes: readonly Recipe[] = [
  {
    key: 'welcome',
    text: 'Greets new members on the morning after their first class.',
    fields: {
      name: 'Welcome',
      trigger: { kind: 'firstClass' },
      conditions: [training],
      steps: [
        { kind: 'waitFor', days: 0, hours: 12 },
        nine,
        email(
          'service',
          'Welcome to {{ club.name }}, {{ member.firstName }}!',
          hello,
          'it was good to have {{ member.firstName }} in class for the first time. Bring something to drink, come ten ' +
            'minutes early, and ask us whatever you would like to know.',
          '{% if class.name %}The next class is {{ class.name }}, {{ class.next }} at {{ class.time }}.{% endif %}',
        ),
      ],
    },
  },
  {
    key: 'missed',
    text: 'Writes to whoever has not come for two weeks, and asks a coach to ring a week later.',
    fields: {
      name: 'We have missed you',
      trigger: { kind: 'absent', days: 14 },
      conditions: [{ kind: 'status', statusIds: [memberStatus.active] }],
      steps: [
        nine,
        email(
          'service',
          'We have missed you, {{ member.firstName }}',
          hello,
          'we have not seen {{ member.firstName }} in class for two weeks. Is everything all right? If something keeps ' +
            'you away, tell us, and we will find a way.',
        ),
        { kind: 'waitFor', days: 7, hours: 0 },
        {
          kind: 'task',
          subject: 'Ring: has not come for three weeks',
          dueInDays: 1,
          accountId: null,
          roleId: null,
        },
      ],
    },
  },
  {
    key: 'birthday',
    text: 'Sends a birthday greeting at nine in the morning.',
    fields: {
      name: 'Happy birthday',
      trigger: { kind: 'birthday' },
      conditions: [training],
      steps: [
        nine,
        email(
          'service',
          'Happy birthday, {{ member.firstName }}!',
          'All of us at {{ club.name }} wish {{ member.firstName }} a very happy birthday.',
        ),
      ],
    },
  },
  {
    key: 'review',
    text: 'Congratulates after a grading, and asks those who agreed to hear from you for a review.',
    fields: {
      name: 'Review after a grading',
      trigger: { kind: 'gradingPassed' },
      conditions: [training],
      steps: [
        { kind: 'waitFor', days: 1, hours: 0 },
        { kind: 'waitUntil', time: '17:00' },
        email(
          'marketing',
          'Well done, {{ member.firstName }}!',
          hello,
          'congratulations to {{ member.firstName }} on {{ grade.name | default: "the new grade" }}!',
          '{% if club.reviewUrl %}If you are happy with us, would you tell others? ' +
            '<a href="{{ club.reviewUrl }}">Write a review</a>{% else %}If you are happy with us, tell your friends.{% endif %}',
        ),
      ],
    },
  },
  {
    key: 'payment',
    // The letter of the day itself goes out by the rules of recovery.
    text: 'Reminds of a failed payment that is still open after two days, with a link to pay, and makes a task three days later.',
    fields: {
      name: 'A payment has failed',
      trigger: { kind: 'paymentFailed' },
      conditions: [],
      steps: [
        { kind: 'waitFor', days: 2, hours: 0 },
        nine,
        email(
          'service',
          'Your payment to {{ club.name }} is still open',
          hello,
          'the last payment for {{ member.firstName }} did not go through and is still open.' +
            '{% if balance.owed %} What is owed is {{ balance.owed }}.{% endif %}',
          '{% if links.pay %}<a data-button="" href="{{ links.pay }}">Pay now</a>{% else %}Please get in touch with us.{% endif %}',
        ),
        { kind: 'waitFor', days: 3, hours: 0 },
        {
          kind: 'task',
          subject: 'Ring about the payment that failed',
          dueInDays: 1,
          accountId: null,
          roleId: null,
        },
      ],
    },
  },
  {
    key: 'renewal',
    text: 'Says a month ahead that a membership ends.',
    fields: {
      name: 'Renewal',
      trigger: { kind: 'membershipEnds', days: 30 },
      conditions: [training],
      steps: [
        nine,
        email(
          'service',
          'The membership of {{ member.firstName }} ends on {{ membership.until | default: "the day agreed" }}',
          hello,
          'the membership of {{ member.firstName }} at {{ club.name }} ends on ' +
            '{{ membership.until | default: "the day agreed" }}. Tell us at the desk, or answer this e-mail, if you would ' +
            'like to go on.',
        ),
      ],
    },
  },
]

export const recipeOf = (key: string | undefined): Recipe | undefined => recipes.find(recipe => recipe.key === key)
