import {
  black,
  blue,
  brown,
  gold,
  grade,
  green,
  type Ladder,
  oneAWeek,
  ordinal,
  red,
  silver,
  white,
  yellow,
} from './build.ts'

const khans: readonly (readonly [string, (string | null)?])[] = [
  [white],
  [yellow],
  [yellow, white],
  [green],
  [green, white],
  [blue],
  [blue, white],
  [brown],
  [brown, white],
  [red],
  [red, white],
  [red, yellow],
  [red, silver],
  [silver],
  [gold],
]

function monthsTo(khan: number): number {
  if (khan === 1) return 0
  return khan <= 5 ? 3 : 6
}

/** The sources give colours and no months. */
const usual = `Armbands, drawn as belts. Months are the usual ones. ${oneAWeek}`
const muayThai = { name: 'Muay Thai', colour: '#a06a00' }

export const muayThaiLadders: readonly Ladder[] = [
  {
    ...muayThai,
    ladderId: 'muay-thai-khan',
    variant: 'Khan 1 to 15',
    source: {
      title: 'The International Amateur Muay Thai Federation’s khans',
      url: 'https://www.defport.com/en/muay-thai-equipment-and-colors-of-bracelets/',
    },
    note: usual,
    grades: khans.map(([colour, colourTwo = null], index) =>
      grade(`${ordinal(index + 1)} Khan`, colour, { colourTwo, months: monthsTo(index + 1) }),
    ),
  },
  {
    ...muayThai,
    ladderId: 'muay-thai-armbands',
    variant: 'Armbands (Master Sken)',
    source: {
      title: 'Master Sken: Muay Thai Grading Origin',
      url: 'https://www.mastersken.com/post/muay-thai-grading-origin',
    },
    note: usual,
    grades: [
      grade('White', white),
      grade('Yellow', yellow, { months: 3 }),
      grade('Green', green, { months: 3 }),
      grade('Blue', blue, { months: 3 }),
      grade('Blue/White', blue, { colourTwo: white, months: 3 }),
      grade('Brown', brown, { months: 6 }),
      ...[1, 2, 3].map(bars => grade(`Brown ${bars}`, brown, { bars, barColour: white, months: 6 })),
      grade('Black/White', black, { colourTwo: white, minAge: 18, months: 12 }),
    ],
  },
]
