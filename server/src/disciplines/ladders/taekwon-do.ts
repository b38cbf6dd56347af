import { black, blue, dans, grade, green, type Ladder, oneAWeek, ordinal, red, white, yellow } from './build.ts'

/** White, then for each colour a tag on the belt before and the whole belt. The last tag is black. */
function kups(months: readonly number[]) {
  const colours = [white, yellow, green, blue, red, black]
  return colours.flatMap((colour, index) => {
    const kup = 10 - 2 * index
    const next = colours[index + 1]
    if (next === undefined) return []
    return [
      grade(`${ordinal(kup)} Kup`, colour, { months: months[2 * index] ?? 0 }),
      grade(`${ordinal(kup - 1)} Kup`, colour, { stripe: next, months: months[2 * index + 1] ?? 0 }),
    ]
  })
}

const taekwondo = { colour: '#a32424' }
const degreeMonths = [6, 18, 24, 36, 48, 60, 72, 84, 96]

/** The youngest for each dan: 15, 16, 18, 21 and 25 are Kukkiwon's, and each later one adds its years of waiting. */
const danAges = [15, 16, 18, 21, 25, 30, 36, 44, 53]

export const taekwonDoLadders: readonly Ladder[] = [
  {
    ...taekwondo,
    name: 'Taekwon-Do',
    ladderId: 'taekwon-do-itf',
    variant: 'ITF: kup and degrees',
    // Months between kup grades: nhtkd.co.uk/belt-grading-and-order. Degrees: liquisearch.com/international_taekwon-do_federation/ranks.
    source: {
      title: 'ITF Headquarters Korea: Black belt regulations',
      url: 'http://itfofficial.nu/black-belt-regulations/',
    },
    note: oneAWeek,
    grades: [...kups([0, 3, 3, 3, 3, 3, 3, 6, 6, 6]), ...dans(degreeMonths, () => ({}), 'Degree')],
  },
  {
    ...taekwondo,
    name: 'Taekwondo',
    ladderId: 'taekwondo-wt',
    variant: 'WT (Kukkiwon): kup, poom and dan',
    // Kup grades: barrycook.org/aetf/kupgrades.html. Ages: catkdunited.com/EventDescription.aspx?EventID=60.
    source: {
      title: 'British Taekwondo: Belts and promotion',
      url: 'https://www.britishtaekwondo.org.uk/martial-art-gradings/',
    },
    note: `A poom becomes the same dan at 15, without a test. ${oneAWeek}`,
    grades: [
      ...kups([0, 3, 3, 3, 3, 3, 3, 3, 3, 6]),
      ...[6, 12, 24].map((months, index) =>
        grade(`${ordinal(index + 1)} Poom`, red, {
          ...{ colourTwo: black, bars: index + 1, barColour: white, maxAge: 14, months },
        }),
      ),
      ...dans([6, 12, 24, 36, 48, 60, 72, 96, 108], dan => ({ minAge: danAges[dan - 1] ?? null })),
    ],
  },
]
