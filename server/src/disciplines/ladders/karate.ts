import {
  black,
  blue,
  brown,
  dans,
  grade,
  green,
  type Ladder,
  oneAWeek,
  orange,
  ordinal,
  purple,
  red,
  white,
  yellow,
} from './build.ts'

interface Kyu {
  readonly colour: string
  readonly bars?: number
  readonly months: number
  readonly classes?: number
}

/** From the lowest to the 1st kyu. */
const kyus = (steps: readonly Kyu[], barColour: string) =>
  steps.map(({ colour, bars = 0, ...takes }, index) =>
    grade(`${ordinal(steps.length - index)} Kyu`, colour, { bars, barColour: bars > 0 ? barColour : null, ...takes }),
  )

const karate = { name: 'Karate', colour: '#30508f' }

export const karateLadders: readonly Ladder[] = [
  {
    ...karate,
    ladderId: 'karate-shotokan',
    variant: 'Shotokan (KUGB, JKA): kyu and dan',
    // Belts: traditionalshotokankarate.co.uk/gradeindex.html; 1st kyu to shodan: englishshotokan.net.
    source: {
      title: 'Karate Union of Great Britain: Grading Rules and Syllabus',
      url: 'https://docslib.org/doc/3989682/to-download-a-copy-of-the-kugb-grading-rules-syllabus',
    },
    note: 'Two classes a week, as the KUGB asks. Dan grades: a year more for each.',
    grades: [
      grade('10th Kyu', white),
      ...kyus(
        [
          { colour: orange, months: 2, classes: 16 },
          { colour: red, months: 3, classes: 24 },
          { colour: yellow, months: 3, classes: 24 },
          { colour: green, months: 3, classes: 24 },
          { colour: purple, months: 3, classes: 24 },
          { colour: purple, bars: 1, months: 3, classes: 24 },
          { colour: brown, months: 3, classes: 24 },
          { colour: brown, bars: 1, months: 3, classes: 24 },
          { colour: brown, bars: 2, months: 3, classes: 24 },
        ],
        white,
      ),
      ...dans([6, 24, 36, 48, 60], dan => (dan === 1 ? { classes: 48 } : {})),
    ],
  },
  {
    ...karate,
    ladderId: 'karate-skif',
    variant: 'Shotokan (SKIF): kyu and dan',
    source: { title: 'SKIF Canada: Testing Requirements and Criteria', url: 'http://skifcanada.ca/testings/main.html' },
    note: `Months are the usual ones, not SKIF’s. ${oneAWeek}`,
    grades: [
      ...kyus(
        [
          { colour: white, months: 0 },
          { colour: yellow, months: 3 },
          { colour: orange, months: 3 },
          { colour: green, months: 3 },
          { colour: blue, months: 3 },
          { colour: purple, months: 3 },
          { colour: brown, months: 6 },
          { colour: brown, months: 6 },
          { colour: brown, months: 6 },
        ],
        white,
      ),
      ...dans([12, 24, 36, 48, 60]),
    ],
  },
  {
    ...karate,
    ladderId: 'karate-wado',
    variant: 'Wadō: kyu and dan',
    // Months, 24 classes and the age for nidan: premierkaratedowadokai.com/grading-syllabus.
    source: { title: 'British Wadokai: grade structure', url: 'http://www.greywolfkarate.org/gradings' },
    note: 'Juniors under 16 get a junior black belt, with a white line.',
    grades: [
      grade('White', white),
      ...kyus(
        [
          { colour: red, months: 3, classes: 0 },
          ...[yellow, orange, green, blue, purple, brown].map(colour => ({ colour, months: 3, classes: 24 })),
          { colour: brown, bars: 1, months: 3, classes: 24 },
          { colour: brown, bars: 2, months: 3, classes: 24 },
        ],
        white,
      ),
      grade('Junior 1st Dan', black, { colourTwo: white, pattern: 'line', maxAge: 15, months: 3, classes: 24 }),
      ...dans([3, 24, 36, 48], dan => ({ minAge: dan === 1 ? 16 : 18, ...(dan === 1 ? { classes: 24 } : {}) })),
    ],
  },
  {
    ...karate,
    ladderId: 'karate-goju',
    variant: 'Gōjū (IOGKF): kyu and dan',
    // Classes and months up to the 5th kyu, and the age for shodan: sfzanshin.com/Belt-Test-Requirments.html.
    // The 1st kyu: "The way to ikkyu", docslib.org/doc/7155287. Dan grades: togkfnz.org.
    source: {
      title: 'IOGKF New Zealand: Rank and Grading',
      url: 'http://karate.org.nz/about-iogkfnz/goju-ryu-karate/rank-and-grading/',
    },
    note: 'A junior shodan is for those under 18. We took the 4th to 2nd kyu to be like their neighbours.',
    grades: [
      grade('Ungraded', white),
      ...kyus(
        [
          { colour: white, bars: 1, months: 2, classes: 16 },
          { colour: blue, months: 2, classes: 20 },
          { colour: blue, bars: 1, months: 2, classes: 24 },
          { colour: yellow, months: 3, classes: 30 },
          { colour: yellow, bars: 1, months: 3, classes: 35 },
          { colour: green, months: 3, classes: 35 },
          { colour: green, bars: 1, months: 3, classes: 40 },
          { colour: brown, months: 4, classes: 45 },
          { colour: brown, bars: 1, months: 4, classes: 50 },
          { colour: brown, bars: 2, months: 4, classes: 50 },
        ],
        black,
      ),
      grade('Junior Shodan', black, { maxAge: 17, months: 12 }),
      ...dans([12, 24, 36, 48, 60], () => ({ minAge: 18 })),
    ],
  },
]
