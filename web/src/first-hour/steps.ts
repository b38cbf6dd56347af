import type { Output } from '@honbu/contract/endpoint.ts'
import { type FirstStep, firstSteps, type getFirstHour } from '@honbu/contract/first-hour.ts'
import { editDisciplineAddress, newDisciplineAddress } from '../disciplines/discipline-address.ts'
import { importsAddress } from '../imports/import-address.ts'
import { newLocationAddress } from '../locations/location-address.ts'
import { classFormAddress, registerAddress } from '../timetable/class-address.ts'

export type NewClub = Output<typeof getFirstHour>['clubs'][number]

export interface Step {
  readonly key: FirstStep | 'club'
  readonly title: string
  /** Why it is a step, in one sentence. */
  readonly why: string
  /** What the button says that leads to the screen. */
  readonly action: string
  /** The screen where it is done; null while it waits for an earlier step. */
  readonly to: string | null
  readonly state: 'done' | 'skipped' | 'open'
  /** The category and the name of the article that says how. */
  readonly help: readonly [category: number, article: string]
}

/** The first hour of a club, in order; of nobody's club yet, without one. */
export function stepsOf(club: NewClub | undefined): Step[] {
  const stateOf = (step: FirstStep): Step['state'] => {
    if (club?.done.includes(step)) return 'done'
    return club?.skipped.includes(step) ? 'skipped' : 'open'
  }
  return [
    {
      key: 'club',
      title: 'Create your club',
      why: 'Everything else belongs to it: its name is enough to begin with.',
      action: 'Create the club',
      to: '/club/create',
      state: club ? 'done' : 'open',
      help: [1, 'set-up-your-club'],
    },
    ...firstSteps.map(step => ({ key: step, state: stateOf(step), ...words[step], ...(club && more(step, club)) })),
  ]
}

const words: Readonly<Record<FirstStep, Pick<Step, 'title' | 'why' | 'action' | 'to' | 'help'>>> = {
  location: {
    title: 'Add a room or venue',
    why: 'The timetable says where to come, and warns when two classes want the same floor.',
    action: 'Add a room',
    to: null,
    help: [3, 'rooms-and-venues'],
  },
  discipline: {
    title: 'Add a discipline and its grades',
    why: 'Grades and belts tell who is ready for the next grading.',
    action: 'Add a discipline',
    to: null,
    help: [4, 'disciplines-and-grades'],
  },
  class: {
    title: 'Put a class on the timetable',
    why: 'From its day and time come the schedule, the registers and what people can book.',
    action: 'Add a class',
    to: null,
    help: [3, 'create-a-class'],
  },
  members: {
    title: 'Bring in your members',
    why: 'A list from a spreadsheet or from your old system is enough; it can be undone for a day.',
    action: 'Import members',
    to: null,
    help: [1, 'import-members'],
  },
  register: {
    title: 'Take the first register',
    why: 'From the first mark on, Honbu sees who comes, who stays away and who may grade.',
    action: 'Open the register',
    to: null,
    help: [3, 'take-the-register'],
  },
}

function more(step: FirstStep, club: NewClub): Partial<Step> {
  const { clubId, disciplineWithoutGrades: discipline, firstClass } = club
  if (step === 'location') return { to: newLocationAddress(clubId) }
  if (step === 'class') return { to: classFormAddress(clubId) }
  if (step === 'members') return { to: importsAddress(clubId) }
  if (step === 'discipline') {
    if (!discipline) return { to: newDisciplineAddress(clubId) }
    return {
      why: `${discipline.name} is there; its grades and belts are missing.`,
      action: 'Add grades',
      to: editDisciplineAddress(clubId, discipline.id),
    }
  }
  if (!firstClass) return { why: 'Its class comes first: then its register is ready.' }
  return {
    why: `${firstClass.className} is ready: choose who comes, and mark who is there.`,
    to: registerAddress(firstClass.classId, firstClass.classTypeId),
  }
}

/** The step to take now: the first that is open and can be done. */
export const nextOf = (steps: readonly Step[]) => steps.find(step => step.state === 'open' && step.to !== null)

/** How many need no more work, whether done or not needed. */
export const settledOf = (steps: readonly Step[]) => steps.filter(step => step.state !== 'open').length
