import { blue, brown, dans, grade, green, type Ladder, oneAWeek, orange, white, yellow } from './build.ts'

export const kickboxingLadders: readonly Ladder[] = [
  {
    name: 'Kickboxing',
    colour: '#b5482a',
    ladderId: 'kickboxing-wako',
    variant: 'WAKO: belts and dan',
    // Months: extreme-kickboxing-scarborough.co.uk/gradings, three gradings a year and six months from brown on.
    source: {
      title: 'WAKO’s belts, as the Brazilian kickboxing confederation publishes them',
      url: 'https://jornalmetropolitanorio.com.br/saiba-quais-sao-as-graduacoes-no-kickboxing',
    },
    note: `Dan grades: a year more for each, which WAKO leaves to its members. ${oneAWeek}`,
    grades: [
      grade('White', white),
      grade('Yellow', yellow, { months: 4 }),
      grade('Orange', orange, { months: 4 }),
      grade('Green', green, { months: 4 }),
      grade('Blue', blue, { months: 4 }),
      grade('Brown', brown, { months: 6 }),
      // White bars, none for the first dan.
      ...dans([6, 24, 36, 48, 60], dan => (dan === 1 ? { bars: 0, barColour: null } : { barColour: white })),
    ],
  },
]
