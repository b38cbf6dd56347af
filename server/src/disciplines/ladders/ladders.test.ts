import { mostBars } from '@honbu/contract/belt.ts'
import { GradeRow, GradeTable } from '@honbu/contract/grade-table.ts'
import { describe, expect, it } from 'vitest'
import { black, blue, brightRed, brown, gold, green, grey, orange, purple, red, white, yellow } from './build.ts'
import { ladders } from './index.ts'

const ladder = (id: string) => {
  const found = ladders.find(({ ladderId }) => ladderId === id)
  if (!found) throw new Error(`No ladder ${id}`)
  return found.grades
}
const look = (id: string, name: string) => ladder(id).find(({ gradeName }) => gradeName === name)

describe.each(ladders.map(each => [each.ladderId, each] as const))('%s', (_, { grades, source, variant }) => {
  it('is a table that can be saved', () => {
    const rows = grades.map(grade => ({ gradeId: 0, categoryId: null, ...grade }))
    expect(GradeTable.safeParse({ grades: rows, deletedIds: [] }).error).toBeUndefined()
    for (const row of rows) expect(GradeRow.parse(row)).toEqual(row)
  })

  it('draws bars that can be seen', () => {
    for (const { gradeName, bars, barColour, colour, stripe } of grades) {
      expect(bars).toBeLessThanOrEqual(mostBars)
      expect(barColour === null).toBe(bars === 0)
      // Bars that have the colour of what is under them can't be seen.
      if (bars > 0) expect(barColour, gradeName).not.toBe(stripe ?? colour)
    }
  })

  it('has ages that never fall once they are asked for, except for children beside adults', () => {
    const adults = grades.filter(({ maxAge }) => maxAge === null)
    const ages = adults.map(({ minAge }) => minAge ?? 0)
    expect(ages).toEqual(ages.toSorted((one, other) => one - other))
    for (const { minAge, maxAge } of grades) {
      expect(minAge ?? 4).toBeGreaterThanOrEqual(4)
      expect(minAge ?? 67).toBeLessThanOrEqual(67)
      expect(maxAge ?? 15).toBeLessThanOrEqual(17)
    }
  })

  it('names its source', () => {
    expect(source.url).toMatch(/^https?:\/\/\S+\.\S+/)
    expect(source.title.length).toBeGreaterThan(10)
    expect(variant.length).toBeGreaterThan(4)
  })
})

describe('ladders', () => {
  it('have ids of their own, and no two of a discipline the same name', () => {
    const names = ladders.flatMap(({ ladderId, name, variant }) => [ladderId, `${name} ${variant}`])
    expect(new Set(names).size).toBe(names.length)
  })

  it('are of each art that clubs teach', () =>
    expect(new Set(ladders.map(({ name }) => name))).toEqual(
      new Set([
        ...['Judo', 'Karate', 'Taekwon-Do', 'Taekwondo', 'Brazilian jiu-jitsu', 'Aikido', 'Kickboxing'],
        ...['Krav Maga', 'Muay Thai', 'Kung fu', 'Tai chi'],
      ]),
    ))

  it('judo: six kyu grades from red to brown, then black', () => {
    const senior = ladder('judo-bja-seniors')
    expect(senior.slice(0, 8).map(({ gradeName, colour }) => [gradeName, colour])).toEqual([
      ['Novice', white],
      ['6th Kyu', red],
      ['5th Kyu', yellow],
      ['4th Kyu', orange],
      ['3rd Kyu', green],
      ['2nd Kyu', blue],
      ['1st Kyu', brown],
      ['1st Dan', black],
    ])
    expect(look('judo-bja-seniors', '7th Dan')).toMatchObject({ colour: red, colourTwo: white, pattern: 'blocks' })
    expect(look('judo-bja-seniors', '10th Dan')).toMatchObject({ colour: red, colourTwo: null })
  })

  it('judo: 18 mon grades, each colour with one to three tags', () => {
    const mons = ladder('judo-bja-juniors').slice(1)
    expect(mons.map(({ colour, bars }) => [colour, bars])).toEqual(
      [red, yellow, orange, green, blue, brown].flatMap(colour => [1, 2, 3].map(bars => [colour, bars])),
    )
    expect(mons.map(({ barColour }) => barColour)).toEqual([...Array(3).fill(yellow), ...Array(15).fill(brightRed)])
    expect(mons.map(({ minimumMonths }) => minimumMonths)).toEqual([...Array(6).fill(1), ...Array(12).fill(2)])
    expect(look('judo-bja-juniors', '15th Mon')).toMatchObject({ colour: blue, bars: 3, minAge: 8, maxAge: 15 })
    expect(ladder('judo-bja')).toHaveLength(1 + 18 + 6 + 10)
  })

  it('karate: the belts of Shotokan, Wadō and Gōjū', () => {
    expect(look('karate-shotokan', '9th Kyu')).toMatchObject({ colour: orange, minimumMonths: 2 })
    expect(look('karate-shotokan', '4th Kyu')).toMatchObject({ colour: purple, bars: 1, barColour: white })
    expect(look('karate-shotokan', '1st Kyu')).toMatchObject({ colour: brown, bars: 2, minimumMonths: 3 })
    expect(look('karate-skif', '8th Kyu')).toMatchObject({ colour: yellow, bars: 0 })
    expect(look('karate-wado', '9th Kyu')).toMatchObject({ colour: red })
    expect(look('karate-wado', '8th Kyu')).toMatchObject({ colour: yellow, minimumAttendance: 24, minimumMonths: 3 })
    expect(look('karate-goju', '10th Kyu')).toMatchObject({
      colour: white,
      bars: 1,
      barColour: black,
      minimumAttendance: 16,
    })
    expect(look('karate-goju', '1st Kyu')).toMatchObject({ colour: brown, bars: 2, minimumAttendance: 50 })
  })

  it('taekwon-do: tags of the next colour, and a poom for children', () => {
    expect(look('taekwon-do-itf', '10th Kup')).toMatchObject({ colour: white, stripe: null })
    expect(look('taekwon-do-itf', '9th Kup')).toMatchObject({ colour: white, stripe: yellow })
    expect(look('taekwon-do-itf', '1st Kup')).toMatchObject({ colour: red, stripe: black })
    expect(look('taekwon-do-itf', '2nd Degree')).toMatchObject({ colour: black, bars: 2, minimumMonths: 18 })
    expect(look('taekwondo-wt', '1st Poom')).toMatchObject({ colour: red, colourTwo: black, maxAge: 14 })
    expect(look('taekwondo-wt', '1st Dan')).toMatchObject({ minAge: 15 })
  })

  it('jiu-jitsu: the IBJJF’s least time on each belt is shared by its stripes', () => {
    const on = (belt: string, next: string) =>
      ladder('bjj-adults')
        .filter(({ gradeName }) => gradeName.startsWith(`${belt}, `) || gradeName === next)
        .reduce((sum, { minimumMonths }) => sum + minimumMonths, 0)
    expect([on('Blue', 'Purple'), on('Purple', 'Brown'), on('Brown', 'Black')]).toEqual([24, 18, 12])
    expect(look('bjj-adults', 'Blue, 3 stripes')).toMatchObject({
      stripe: black,
      bars: 3,
      barColour: white,
      minAge: 16,
    })
    expect(look('bjj-adults', 'Black, 4th degree')).toMatchObject({ minAge: 33, minimumMonths: 60 })
    expect(ladder('bjj-children-belts')).toHaveLength(13)
    expect(ladder('bjj-children')).toHaveLength(13 * 5)
    expect(look('bjj-children', 'Grey/White')).toMatchObject({
      colour: grey,
      colourTwo: white,
      pattern: 'line',
      minAge: 4,
    })
    expect(look('bjj-children', 'Green/Black')).toMatchObject({ minAge: 13, maxAge: 15 })
  })

  it('others', () => {
    expect(ladder('aikido-aikikai').map(({ minimumAttendance }) => minimumAttendance)).toEqual([
      ...[0, 30, 40, 50, 50, 60],
      ...[70, 200, 300, 400],
    ])
    expect(look('krav-maga-patches', 'G3')).toMatchObject({ bars: 3 })
    expect(look('krav-maga-belts', 'Green')).toMatchObject({ minimumMonths: 8 })
    expect(ladder('muay-thai-khan')).toHaveLength(15)
    expect(look('muay-thai-khan', '15th Khan')).toMatchObject({ colour: gold })
    expect(look('kickboxing-wako', '2nd Dan')).toMatchObject({ bars: 2, barColour: white })
    expect(ladder('tai-chi-duan-wei')).toHaveLength(9)
  })
})
