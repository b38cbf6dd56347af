import { black, blue, gold, grade, type Ladder, oneAWeek, ordinal, silver } from './build.ts'

const metals = [
  { name: 'blue', colour: blue },
  { name: 'silver', colour: silver },
  { name: 'gold', colour: gold },
]
/** Elementary levels take a year each, and the 7th six years after the 6th. Those between are the usual ones. */
const animals = [
  { name: 'eagle', months: 12 },
  { name: 'tiger', months: 24 },
  { name: 'dragon', months: 72 },
]

export const taiChiLadders: readonly Ladder[] = [
  {
    name: 'Tai chi',
    colour: '#2e8b57',
    ladderId: 'tai-chi-duan-wei',
    variant: 'Duan wei, 1 to 9',
    // Names of the badges: martialtalk.com/threads/chinese-wushu-association-duan-levels.70403.
    // Six years before the 7th: taichiblog.spiralwise.co.uk/2012/07/the-duan-wei-tai-chi-qualification.html.
    source: {
      title: 'Chinese Wushu Association: the Duan Wei system',
      url: 'https://crnagorataiji.wordpress.com/2016/05/18/duan-wei/',
    },
    note: `Badges, drawn as belts: a bar for an eagle, two for a tiger, three for a dragon. ${oneAWeek}`,
    grades: animals.flatMap((animal, index) =>
      metals.map(({ name, colour }, at) =>
        grade(`${ordinal(3 * index + at + 1)} Duan, ${name} ${animal.name}`, colour, {
          ...{ bars: index + 1, barColour: black, months: animal.months },
        }),
      ),
    ),
  },
]
