import {
  black,
  blue,
  brightRed,
  brown,
  gold,
  grade,
  green,
  type Ladder,
  oneAWeek,
  orange,
  ordinal,
  red,
  white,
  yellow,
} from './build.ts'

const colours = [red, yellow, orange, green, blue, brown]

/** Each colour has three grades, with one to three tags: yellow ones on red, red ones on all others. */
const mons = Array.from({ length: 18 }, (_, index) =>
  grade(`${ordinal(index + 1)} Mon`, colours[Math.floor(index / 3)] ?? red, {
    bars: (index % 3) + 1,
    barColour: index < 3 ? yellow : brightRed,
    ...{ minAge: 8, maxAge: 15 },
    // Once a calendar month up to the 6th mon, then every second one.
    months: index < 6 ? 1 : 2,
  }),
)

const kyus = colours.map((colour, index) =>
  grade(`${ordinal(6 - index)} Kyu`, colour, { minAge: 14, months: index < 2 ? 1 : 3 }),
)

const highDan = { pattern: 'blocks', colourTwo: white, minAge: 15 } as const
const dans = [
  ...Array.from({ length: 5 }, (_, index) =>
    // Won by points after the first, which takes six months as a 1st kyu.
    grade(`${ordinal(index + 1)} Dan`, black, {
      bars: index + 1,
      barColour: gold,
      minAge: 15,
      months: index === 0 ? 6 : 0,
    }),
  ),
  ...[6, 7, 8].map(dan => grade(`${ordinal(dan)} Dan`, red, highDan)),
  ...[9, 10].map(dan => grade(`${ordinal(dan)} Dan`, red, { minAge: 15 })),
]

const novice = grade('Novice', white)
const judo = { name: 'Judo', colour: '#1f7a8c' }
// 61judoclub.org/Grade_policy.asp and Senior_grade.asp: intervals and the tabs of dan grades.
// samurai.org.uk/info-for-new-members/belts-and-grading: ages of kyu and dan grades, red and white blocks.
const kyuSyllabus = {
  title: 'British Judo Association: Kyu Grade Promotion Syllabus, May 2016',
  url: 'https://docslib.org/doc/1975539/kyu-grade-promotion-syllabus',
}
const monSyllabus = {
  title: 'British Judo Association: Mon Grade Promotion Syllabus, May 2016',
  url: 'https://studylib.net/doc/18590802/mon-grade-promotion-syllabus',
}

export const judoLadders: readonly Ladder[] = [
  {
    ...judo,
    ladderId: 'judo-bja',
    variant: 'BJA, everyone: mon, kyu and dan',
    source: monSyllabus,
    note: `Juniors who turn senior get the kyu of their belt’s colour: grade them by hand. ${oneAWeek}`,
    grades: [novice, ...mons, ...kyus, ...dans],
  },
  {
    ...judo,
    ladderId: 'judo-bja-juniors',
    variant: 'BJA, juniors: mon',
    source: monSyllabus,
    note: oneAWeek,
    grades: [novice, ...mons],
  },
  {
    ...judo,
    ladderId: 'judo-bja-seniors',
    variant: 'BJA, seniors: kyu and dan',
    source: kyuSyllabus,
    note: `Dan grades after the first are won by points or technique, so they have no months. ${oneAWeek}`,
    grades: [novice, ...kyus, ...dans],
  },
]
