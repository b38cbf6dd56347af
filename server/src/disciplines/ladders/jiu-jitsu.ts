import {
  black,
  blue,
  brown,
  grade,
  green,
  grey,
  type Ladder,
  orange,
  ordinal,
  purple,
  red,
  white,
  yellow,
} from './build.ts'

const stripes = (count: number) => (count === 1 ? '1 stripe' : `${count} stripes`)

interface Adult {
  readonly name: string
  readonly colour: string
  readonly minAge: number | null
  /** Months to the belt, and to each of its stripes. They add up to the least time on the belt before it. */
  readonly months: readonly number[]
}

const adults: readonly Adult[] = [
  { name: 'White', colour: white, minAge: null, months: [0, 3, 3, 3, 3] },
  { name: 'Blue', colour: blue, minAge: 16, months: [3, 5, 5, 5, 5] },
  { name: 'Purple', colour: purple, minAge: 16, months: [4, 4, 4, 4, 3] },
  { name: 'Brown', colour: brown, minAge: 18, months: [3, 3, 3, 2, 2] },
]

/** Stripes are white tape on a black sleeve. */
const withStripes = ({ name, colour, minAge, months }: Adult) =>
  months.map((wait, count) =>
    grade(count === 0 ? name : `${name}, ${stripes(count)}`, colour, {
      ...{ stripe: black, bars: count, barColour: count > 0 ? white : null, minAge, months: wait },
    }),
  )

/** The least age for a degree is 19 and the years before it. */
const degrees = [36, 36, 36, 60, 60, 60].map((months, index, all) => {
  const minAge = 19 + all.slice(0, index + 1).reduce((sum, each) => sum + each, 0) / 12
  return grade(`Black, ${ordinal(index + 1)} degree`, black, {
    ...{ stripe: red, bars: index + 1, barColour: white, minAge, months },
  })
})

const childColours = [
  { name: 'Grey', colour: grey, minAge: 4 },
  { name: 'Yellow', colour: yellow, minAge: 7 },
  { name: 'Orange', colour: orange, minAge: 10 },
  { name: 'Green', colour: green, minAge: 13 },
] as const

/** Of each colour one belt with a white line along the middle, a plain one, and one with a black line. */
const childBelts = [
  { name: 'White', colour: white, colourTwo: null, minAge: null, maxAge: null },
  ...childColours.flatMap(({ name, ...look }) => [
    { ...look, name: `${name}/White`, colourTwo: white, maxAge: 15 },
    { ...look, name, colourTwo: null, maxAge: 15 },
    { ...look, name: `${name}/Black`, colourTwo: black, maxAge: 15 },
  ]),
]

const child = (monthsOfStripes: readonly number[], wait: number) =>
  childBelts.flatMap(({ name, ...look }, index) => [
    grade(name, look.colour, { ...look, pattern: 'line', stripe: black, months: index === 0 ? 0 : wait }),
    ...monthsOfStripes.map((months, at) =>
      grade(`${name}, ${stripes(at + 1)}`, look.colour, {
        ...{ ...look, pattern: 'line', stripe: black, bars: at + 1, barColour: white, months },
      }),
    ),
  ])

const jiuJitsu = { name: 'Brazilian jiu-jitsu', colour: '#5a5f66' }
const source = {
  title: 'IBJJF: General System of Graduation',
  url: 'https://sportschuleasia.de/bjj-pruefungsordnung/',
}

export const jiuJitsuLadders: readonly Ladder[] = [
  {
    ...jiuJitsu,
    ladderId: 'bjj-adults',
    variant: 'IBJJF, adults: four stripes a belt',
    // Degrees: stockmanjiujitsu.com and blogs.ncl.ac.uk/aroberts5/mma/grading. Ages: saskbjj.ca/about-2/belt-rankings.
    source,
    note: 'Stripes share the IBJJF’s least time on a belt. White has none there: we took the usual 3 months a stripe.',
    grades: [
      ...adults.flatMap(withStripes),
      grade('Black', black, { stripe: red, minAge: 19, months: 2 }),
      ...degrees,
      grade('Red and black, 7th degree', red, { colourTwo: black, pattern: 'blocks', minAge: 50, months: 84 }),
      grade('Red and white, 8th degree', red, { colourTwo: white, pattern: 'blocks', minAge: 57, months: 84 }),
      grade('Red, 9th degree', red, { minAge: 67, months: 120 }),
    ],
  },
  {
    ...jiuJitsu,
    ladderId: 'bjj-children',
    variant: 'IBJJF, children: four stripes a belt',
    source,
    note: 'The IBJJF sets no time for children. We took eight months a belt, two for each stripe.',
    grades: child([2, 2, 2, 2], 0),
  },
  {
    ...jiuJitsu,
    ladderId: 'bjj-children-belts',
    variant: 'IBJJF, children: belts alone',
    source,
    note: 'The IBJJF sets no time for children. We took eight months a belt.',
    grades: child([], 8),
  },
]
