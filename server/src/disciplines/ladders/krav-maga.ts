import {
  black,
  blue,
  brown,
  gold,
  grade,
  green,
  type Ladder,
  navy,
  oneAWeek,
  orange,
  silver,
  white,
  yellow,
} from './build.ts'

const krav = { name: 'Krav Maga', colour: '#8a3d77' }
const levels = [1, 2, 3, 4, 5]

export const kravMagaLadders: readonly Ladder[] = [
  {
    ...krav,
    ladderId: 'krav-maga-patches',
    variant: 'Krav Maga Global: practitioner, graduate, expert',
    source: { title: 'KMG Ireland: KMG Gradings', url: 'http://kmgireland.net/kmg-gradings/' },
    note: `Patches, drawn as belts. Two gradings a year for practitioners, one later. ${oneAWeek}`,
    grades: [
      ...levels.map(level => grade(`P${level}`, orange, { bars: level, barColour: black, months: 6 })),
      ...levels.map(level => grade(`G${level}`, navy, { bars: level, barColour: silver, months: 12 })),
      ...levels.map(level => grade(`E${level}`, black, { bars: level, barColour: gold, months: 12 })),
    ],
  },
  {
    ...krav,
    ladderId: 'krav-maga-belts',
    variant: 'Belts',
    source: { title: 'Krav Maga UR: Grading System', url: 'https://www.kravmagaur.co.uk/grading-system/' },
    note: oneAWeek,
    grades: [
      grade('White', white),
      grade('Yellow', yellow, { months: 4 }),
      grade('Orange', orange, { months: 6 }),
      grade('Green', green, { months: 8 }),
      grade('Blue', blue, { months: 12 }),
      grade('Brown', brown, { months: 12 }),
      grade('Black', black, { months: 12 }),
    ],
  },
]
