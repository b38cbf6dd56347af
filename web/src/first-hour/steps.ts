import type { Output } from '@honbu/contract/endpoint.ts'
import { type FirstStep, firstSteps, type getFirstHour } from '@honbu/contract/first-hour.ts'
import { clubAddress, editClubAddress } from '../clubs/club-address.ts'
import { editDisciplineAddress, newDisciplineAddress } from '../disciplines/discipline-address.ts'
import { enquiryFormAddress } from '../enquiries/enquiry-address.ts'
import { importsAddress } from '../imports/import-address.ts'
import { newLocationAddress } from '../locations/location-address.ts'
import { newPlanAddress } from '../plans/plan-address.ts'
import { registerAddress, typeWeekAddress } from '../timetable/class-address.ts'

export type NewClub = Output<typeof getFirstHour>['clubs'][number]

export interface Step {
  readonly key: FirstStep | 'club'
  readonly title: string
  /** What it's good for, in a sentence or two. */
  readonly why: string
  /** What the button says that leads to the screen. */
  readonly action: string
  /** The screen where it is done; null while it waits for an earlier step. */
  readonly to: string | null
  readonly state: 'done' | 'skipped' | 'open'
  /** The category and the name of the article that says how. */
  readonly help: readonly [category: number, article: string]
}

/** The steps of setting up a club, in order. Without a club, the first is to create one. */
export function stepsOf(club: NewClub | undefined): Step[] {
  const stateOf = (step: FirstStep): Step['state'] => {
    if (club?.done.includes(step)) return 'done'
    return club?.skipped.includes(step) ? 'skipped' : 'open'
  }
  return [
    {
      key: 'club',
      title: 'Create your club',
      why: 'Its name and postcode are enough to begin with.',
      action: 'Create club',
      to: '/club/create',
      state: club ? 'done' : 'open',
      help: [1, 'set-up-your-club'],
    },
    ...firstSteps.map(step => ({
      ...{ key: step, state: stateOf(step), ...words[step] },
      ...{ to: club ? words[step].to(club.clubId) : null, ...(club && more(step, club)) },
    })),
  ]
}

interface Words extends Pick<Step, 'title' | 'why' | 'action' | 'help'> {
  /** The screen where it's done; null while it waits for an earlier step. */
  readonly to: (clubId: number) => string | null
}

const words: Readonly<Record<FirstStep, Words>> = {
  location: {
    title: 'Add a room or venue',
    why: 'Your timetable shows where to go, and warns you about two classes in one room.',
    action: 'Add a room',
    to: newLocationAddress,
    help: [3, 'rooms-and-venues'],
  },
  discipline: {
    title: 'Add a discipline and its belts',
    why: 'Choose a ready-made ladder, and you’ll see who’s ready to grade.',
    action: 'Add a discipline',
    to: newDisciplineAddress,
    help: [4, 'disciplines-and-grades'],
  },
  class: {
    title: 'Put your classes on the timetable',
    why: 'Type your week as text, or add one class at a time. The schedule and the registers follow.',
    action: 'Type your week',
    to: typeWeekAddress,
    help: [3, 'create-a-class'],
  },
  plan: {
    title: 'Add a training plan',
    why: 'It says what members pay, and how often.',
    action: 'Add a plan',
    to: newPlanAddress,
    help: [5, 'training-plans'],
  },
  members: {
    title: 'Bring in your members',
    why: 'Upload a spreadsheet, or a list from your old system. You can undo it for a day.',
    action: 'Import members',
    to: importsAddress,
    help: [1, 'import-members'],
  },
  register: {
    title: 'Take the first register',
    why: 'Add a class first. Then its register is ready.',
    action: 'Open the register',
    to: () => null,
    help: [3, 'take-the-register'],
  },
  staff: {
    title: 'Invite your staff',
    why: 'Coaches take their own registers. You choose what else they may do.',
    action: 'Invite staff',
    to: clubId => clubAddress(clubId, 'users'),
    help: [8, 'people-and-rights'],
  },
  document: {
    title: 'Add documents to sign',
    why: 'Members sign your terms, health waiver and photo consent on their own phones.',
    action: 'Add documents',
    to: clubId => clubAddress(clubId, 'settings'),
    help: [2, 'documents-to-sign'],
  },
  logo: {
    title: 'Add your logo',
    why: 'It’s shown on letters, certificates and your public pages.',
    action: 'Add a logo',
    to: editClubAddress,
    help: [8, 'club-details'],
  },
  email: {
    title: 'Give your club’s email address',
    why: 'Parents’ replies to your emails go there.',
    action: 'Add an address',
    to: editClubAddress,
    help: [8, 'club-details'],
  },
  website: {
    title: 'Put a form on your website',
    why: 'Visitors ask questions and book trials, and appear in your members list.',
    action: 'Set up the form',
    to: enquiryFormAddress,
    help: [1, 'set-up-your-club'],
  },
  directDebit: {
    title: 'Connect your Direct Debit account',
    why: 'We collect memberships from the bank through GoCardless.',
    action: 'Connect GoCardless',
    to: clubId => clubAddress(clubId, 'settings'),
    help: [6, 'provider-accounts'],
  },
  card: {
    title: 'Connect your card account',
    why: 'Members pay by card through Stripe, also by a link you send them.',
    action: 'Connect Stripe',
    to: clubId => clubAddress(clubId, 'settings'),
    help: [6, 'provider-accounts'],
  },
  billing: {
    title: 'Start billing',
    why: 'You see the whole first run before anyone is charged.',
    action: 'See the first run',
    to: clubId => clubAddress(clubId, 'charging'),
    help: [6, 'charging'],
  },
}

/** What depends on how far the club is. */
function more(step: FirstStep, { clubId, ...club }: NewClub): Partial<Step> {
  const { disciplineWithoutGrades: discipline, firstClass } = club
  if (step === 'discipline' && discipline)
    return {
      why: `${discipline.name} has no belts yet.`,
      action: 'Add grades',
      to: editDisciplineAddress(clubId, discipline.id),
    }
  if (step === 'register' && firstClass)
    return {
      why: `${firstClass.className} is ready. Mark who’s there.`,
      to: registerAddress(firstClass.classId, firstClass.classTypeId),
    }
  return {}
}

/** The step to take now: the first that is open and can be done. */
export const nextOf = (steps: readonly Step[]) => steps.find(step => step.state === 'open' && step.to !== null)

/** How many need no more work, whether done or not needed. */
export const settledOf = (steps: readonly Step[]) => steps.filter(step => step.state !== 'open').length
