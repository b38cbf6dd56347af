import {
  black,
  blue,
  brown,
  gold,
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

const kungFu = { name: 'Kung fu', colour: '#a32424' }
const usual = `Sashes, drawn as belts. Months are the usual ones. ${oneAWeek}`

export const kungFuLadders: readonly Ladder[] = [
  {
    ...kungFu,
    ladderId: 'kung-fu-sashes',
    variant: 'Sashes, white to black',
    source: {
      title: 'Shi’hing Kung Fu: Grades & Sashes',
      url: 'https://shihingkungfu.co.uk/information/grades-sashes/',
    },
    note: `A month to the first sash and a year to the last are the school’s, others the usual ones. ${oneAWeek}`,
    grades: [
      grade('White', white),
      grade('6th Ji, yellow', yellow, { months: 1 }),
      grade('5th Ji, orange', orange, { months: 3 }),
      grade('4th Ji, green', green, { months: 4 }),
      grade('3rd Ji, blue', blue, { months: 4 }),
      grade('2nd Ji, purple', purple, { months: 6 }),
      grade('1st Ji, brown', brown, { months: 6 }),
      grade('1st Degree, black', black, { months: 12 }),
    ],
  },
  {
    ...kungFu,
    ladderId: 'kung-fu-lau-gar',
    variant: 'Lau Gar (BKFA)',
    source: {
      title: 'British Kung Fu Association: The grading system',
      url: 'http://www.stafford-lau-gar.org/gradings.html',
    },
    note: usual,
    grades: [
      ...[white, blue, orange, green, yellow, purple, brown].map((colour, index) =>
        grade(`${ordinal(index + 1)} Grade`, colour, { months: index === 0 ? 0 : 4 }),
      ),
      ...[1, 2, 3, 4, 5, 6].map(degree =>
        grade(`Black, ${ordinal(degree)} degree`, black, { bars: degree, barColour: gold, months: 12 }),
      ),
    ],
  },
  {
    ...kungFu,
    ladderId: 'kung-fu-mok-ka',
    variant: 'Shaolin Mok Ka',
    source: { title: 'Genuine Shaolin Mok Ka: grading system', url: 'http://shaolinmokka.co.uk/?p=41' },
    note: usual,
    grades: [
      grade('Blue', blue),
      grade('Blue, 1 white tag', blue, { bars: 1, barColour: white, months: 4 }),
      grade('Blue, 2 white tags', blue, { bars: 2, barColour: white, months: 4 }),
      grade('Yellow', yellow, { months: 4 }),
      grade('Green', green, { months: 6 }),
      grade('Brown', brown, { months: 6 }),
      grade('Brown, 1 black tag', brown, { bars: 1, barColour: black, months: 6 }),
      grade('Black', black, { months: 12 }),
      grade('Black, 1 red tag', black, { bars: 1, barColour: red, months: 12 }),
      grade('Black, 2 red tags', black, { bars: 2, barColour: red, months: 24 }),
    ],
  },
]
