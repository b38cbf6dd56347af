import { blue, brown, dans, grade, green, type Ladder, oneAWeek, orange, white, yellow } from './build.ts'

const aikido = { name: 'Aikido', colour: '#2e8b57' }

export const aikidoLadders: readonly Ladder[] = [
  {
    ...aikido,
    ladderId: 'aikido-aikikai',
    variant: 'Aikikai: white belts up to 1st kyu',
    // White belts: londonaikikai.com/grading-syllabus-2. The age for shodan: aikidojo.hu/en/grading-system.
    source: {
      title: 'Aikikai Foundation: Hombu Dojo Grading System',
      url: 'https://docslib.org/doc/3013610/aikikai-foundation-aikido-world-headquarters-17-18-wakamatsu',
    },
    note: 'Classes are the days of practice that the Hombu asks for.',
    grades: [
      grade('Ungraded', white),
      grade('5th Kyu', white, { classes: 30 }),
      grade('4th Kyu', white, { classes: 40 }),
      grade('3rd Kyu', white, { classes: 50 }),
      grade('2nd Kyu', white, { classes: 50 }),
      grade('1st Kyu', white, { classes: 60 }),
      ...dans([0, 12, 24, 36], dan => ({
        ...{ bars: 0, barColour: null, minAge: 15 },
        classes: [70, 200, 300, 400][dan - 1] ?? 0,
      })),
    ],
  },
  {
    ...aikido,
    ladderId: 'aikido-colours',
    variant: 'Coloured belts',
    source: { title: 'Hull Aikido Club: Gradings', url: 'http://www.hullaikidoclub.co.uk/syllabus_gradings.htm' },
    note: oneAWeek,
    grades: [
      grade('6th Kyu', white, { months: 3 }),
      grade('5th Kyu', yellow, { months: 3 }),
      grade('4th Kyu', orange, { months: 6 }),
      grade('3rd Kyu', green, { months: 6 }),
      grade('2nd Kyu', blue, { months: 6 }),
      grade('1st Kyu', brown, { months: 6 }),
      ...dans([12]),
    ],
  },
]
