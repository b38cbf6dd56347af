import { describe, expect, it, test } from 'vitest'
import { classesOf, weekClashes } from './week-classes.ts'
import { type KnownNames, keyOf, type Meaning, nameWeek } from './week-names.ts'
import { readWeek } from './written-week.ts'

const known: KnownNames = {
  rooms: [
    { id: 1, name: 'Dojo 1', capacity: 24 },
    { id: 2, name: 'Main hall', capacity: null },
  ],
  instructors: [
    { id: 11, name: 'Sam Hill' },
    { id: 12, name: 'Ann Lee' },
    { id: 13, name: 'Ann Berg' },
  ],
  disciplines: [
    { id: 21, name: 'Karate' },
    { id: 22, name: 'Judo' },
  ],
}

const named = (text: string, chosen: Record<string, Meaning> = {}, disciplineId: number | null = null) =>
  nameWeek(readWeek(text).lines, { known, chosen, disciplineId })

/** The first session of a text, without its time. */
const first = (text: string, chosen: Record<string, Meaning> = {}) => {
  const { className, locationId, newRoom, capacity, instructorIds, disciplineIds } =
    named(text, chosen).sessions[0] ?? {}
  return [className, newRoom ?? locationId, capacity, instructorIds, disciplineIds]
}

describe('nameWeek', () => {
  test.each([
    ['Mon 18:00–19:00 Juniors, Dojo 1, Sam', ['Juniors', 1, 24, [11], []]],
    ['Mon 18:00–19:00 Juniors, dojo1, Sensei Sam', ['Juniors', 1, 24, [11], []]],
    ['Mon 18:00–19:00 Juniors, Ann L., the Judo', ['Juniors', null, null, [12], []]],
    ['Mon 18:00–19:00 Juniors with Sam & Ann Lee in Main Hall', ['Juniors', 2, null, [11, 12], []]],
    ['Mon 18:00–19:00 Juniors @ Dojo 1', ['Juniors', 1, 24, [], []]],
    ['Mon\t18:00\t19:00\tDojo 1\tJuniors\tSam Hill', ['Juniors', 1, 24, [11], []]],
    ['Mon 18:00–19:00 Karate, Dojo 1, 12 places', ['Karate', 1, 12, [], [21]]],
    ['Mon 18:00–19:00 Junior Karate', ['Junior Karate', null, null, [], [21]]],
    ['Mon 18:00–19:00 Juniors, Judo, max 20', ['Juniors', null, 20, [], [22]]],
    ['Mon 18:00–19:00 Juniors, Dojo 2', ['Juniors', 'Dojo 2', null, [], []]],
    ['Mon 18:00–19:00 Women in Karate', ['Women in Karate', null, null, [], [21]]],
  ])('%s', (text, expected) => {
    expect(first(text)).toEqual(expected)
  })

  it('asks what a name means that the club doesn’t have', () => {
    const text =
      'Mon 18:00–19:00 Juniors, Dojo 2, Kim\nTue 18:00–19:00 Seniors, Dojo 2\nWed 18:00–19:00 Cadets with Ann'
    expect(named(text).unknown).toEqual([
      { name: 'Dojo 2', suggested: { kind: 'newRoom' }, lines: [1, 2] },
      { name: 'Kim', suggested: null, lines: [1] },
      { name: 'Ann', suggested: null, lines: [3] },
    ])
    const chosen = { [keyOf('Dojo 2')]: { kind: 'room', id: 2 }, kim: { kind: 'instructor', id: 12 } } as const
    expect(first(text, chosen)).toEqual(['Juniors', 2, null, [12], []])
    expect(first(text, { kim: { kind: 'nothing' } })).toEqual(['Juniors', 'Dojo 2', null, [], []])
  })

  it('says which lines lack a name, or have two rooms', () => {
    expect(
      named('Mon 18:00–19:00\nMon 18:00–19:00 Juniors, Dojo 1, Main hall').unread.map(({ line, problem }) => [
        line,
        problem,
      ]),
    ).toEqual([
      [1, 'We found no name for the class.'],
      [2, 'There are two rooms here. Give one.'],
    ])
  })

  it('gives lines that name no discipline the one that was chosen', () => {
    const { sessions } = named('Mon 18:00–19:00 Juniors\nTue 18:00–19:00 Judo', {}, 21)
    expect(sessions.map(({ disciplineIds }) => disciplineIds)).toEqual([[21], [22]])
  })
})

describe('classesOf', () => {
  const classes = (text: string) => classesOf(named(text).sessions)

  it('makes one class of sessions with one name, and gives weekdays what differs', () => {
    const [juniors, ...others] = classes(
      'Mon 18:00–19:00 Juniors, Dojo 1, Sam\nWed 17:00–18:00 juniors, Main hall, Sam',
    )
    expect(others).toEqual([])
    expect(juniors).toMatchObject({ className: 'Juniors', locationId: null, capacity: null, instructorIds: [11] })
    expect(juniors?.weekdays).toEqual([
      { weekday: 1, locationId: 1, capacity: 24, instructorIds: [] },
      { weekday: 3, locationId: 2, capacity: null, instructorIds: [] },
    ])
  })

  it('leaves a day without what another day has', () => {
    const [juniors] = classes('Mon 18:00–19:00 Juniors, Dojo 1, Sam\nWed 17:00–18:00 Juniors')
    expect(juniors).toMatchObject({ locationId: null, capacity: null, instructorIds: [] })
    expect(juniors?.weekdays[0]).toEqual({ weekday: 1, locationId: 1, capacity: 24, instructorIds: [11] })
  })

  it('makes two classes of two sessions on one day, or of two disciplines', () => {
    expect(classes('Mon 17:00–18:00 Juniors\nMon 18:00–19:00 Juniors')).toHaveLength(2)
    expect(classes('Mon 17:00–18:00 Juniors, Karate\nTue 18:00–19:00 Juniors, Judo')).toHaveLength(2)
  })
})

describe('weekClashes', () => {
  const clashes = (text: string) =>
    weekClashes(named(text).sessions).map(({ locationId, instructorId }) => [locationId, instructorId])

  test.each([
    ['Mon 18:00–19:00 A, Dojo 1\nMon 18:30–19:30 B, Dojo 1', [[1, null]]],
    ['Mon 18:00–19:00 A, Dojo 1\nMon 19:00–20:00 B, Dojo 1', []],
    ['Mon 18:00–19:00 A, Dojo 1\nTue 18:00–19:00 B, Dojo 1', []],
    ['Mon 18:00–19:00 A, Sam\nMon 18:00–19:00 B, Sam', [[null, 11]]],
    ['Sun 23:00–01:00 A, Dojo 1\nMon 00:30–02:00 B, Dojo 1', [[1, null]]],
    ['Mon 18:00–19:00 A\nMon 18:00–19:00 B', []],
  ])('%s', (text, expected) => {
    expect(clashes(text)).toEqual(expected)
  })
})
