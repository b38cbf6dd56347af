import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readDays } from './written-days.ts'
import { readSpan } from './written-span.ts'
import { readWeek } from './written-week.ts'

/** 'Juniors | 1 18:00-19:00 | Dojo 1 | Sam' of each line; what isn't read, with its problem. */
const shown = (text: string) => {
  const { lines, unread } = readWeek(text)
  return [
    ...lines.map(({ times, parts }) => {
      const [name, ...rest] = parts.map(part => part.text)
      const when = times.map(({ weekday, startTime, finishTime }) => `${weekday} ${startTime}-${finishTime}`)
      return [name, when.join(' '), ...rest].join(' | ')
    }),
    ...unread.map(({ line, problem }) => `${line}: ${problem}`),
  ]
}

describe('readDays', () => {
  test.each([
    ['Mon', [1]],
    ['tuesdays', [2]],
    ['Weds.', [3]],
    ['Thurs', [4]],
    ['Mon & Wed', [1, 3]],
    ['Mon, Wed and Fri', [1, 3, 5]],
    ['Tue/Thu', [2, 4]],
    ['Mon Wed Fri', [1, 3, 5]],
    ['Mon-Fri', [1, 2, 3, 4, 5]],
    ['Friday to Monday', [1, 5, 6, 7]],
    ['Weekdays', [1, 2, 3, 4, 5]],
    ['weekends', [6, 7]],
    ['every day', [1, 2, 3, 4, 5, 6, 7]],
    ['Every Saturday', [6]],
    ['Monty', null],
    ['Sunrise yoga', null],
    ['Saturday Juniors', null],
  ])('%s', (text, days) => {
    expect(readDays(text)).toEqual(days)
  })
})

describe('readSpan', () => {
  test.each([
    ['18:00-19:00', '18:00', '19:00', false],
    ['18.00 - 19.30', '18:00', '19:30', false],
    ['1800-1900', '18:00', '19:00', false],
    ['930-1030', '09:30', '10:30', false],
    ['18h30-19h30', '18:30', '19:30', false],
    ['6-7pm', '18:00', '19:00', false],
    ['6.30 to 8 pm', '18:30', '20:00', false],
    ['6pm-7', '18:00', '19:00', false],
    ['6 p.m. - 7 p.m.', '18:00', '19:00', false],
    ['11-1pm', '11:00', '13:00', false],
    ['11am-1pm', '11:00', '13:00', false],
    ['11am-1', '11:00', '13:00', false],
    ['9-10', '09:00', '10:00', false],
    ['11:30-12:30', '11:30', '12:30', false],
    ['11-1', '11:00', '13:00', false],
    ['12-1', '12:00', '13:00', false],
    ['6-7', '18:00', '19:00', true],
    ['7:30-9', '19:30', '21:00', true],
    ['06:00-07:00', '06:00', '07:00', false],
    ['09:30-1:00', '09:30', '13:00', false],
    ['9:00-22:00', '09:00', '22:00', false],
    ['22:00-01:00', '22:00', '01:00', false],
    ['22:00-1:00', '22:00', '01:00', false],
    ['11pm-1am', '23:00', '01:00', false],
    ['7pm until midnight', '19:00', '24:00', false],
    ['22:00-24:00', '22:00', '24:00', false],
    ['noon-1pm', '12:00', '13:00', false],
    ['12pm-1pm', '12:00', '13:00', false],
    ['18:00 (45 min)', '18:00', '18:45', false],
    ['6pm for 1.5 hours', '18:00', '19:30', false],
    ['23:00 1h', '23:00', '24:00', false],
  ])('%s', (text, startTime, finishTime, isAssumed) => {
    expect(readSpan(text)).toEqual({ startTime, finishTime, isAssumed })
  })

  test.each(['', '18:00', '25:00-26:00', '18:00-18:00', '13pm-14pm', 'Juniors', '0-1pm!'])('%j is none', text => {
    expect(readSpan(text)).toBeNull()
  })
})

describe('readWeek', () => {
  test.each([
    ['Mon 18:00–19:00 Juniors, Dojo 1, Sam', ['Juniors | 1 18:00-19:00 | Dojo 1 | Sam']],
    ['Mon & Wed 6-7pm Seniors', ['Seniors | 1 18:00-19:00 3 18:00-19:00']],
    ['Monday, 18:00 - 19:00, Juniors, Dojo 1', ['Juniors | 1 18:00-19:00 | Dojo 1']],
    ['Juniors Mon 18:00-19:00', ['Juniors | 1 18:00-19:00']],
    ['Juniors: Mondays 6pm to 7pm – Dojo 1 – Sam Hill', ['Juniors | 1 18:00-19:00 | Dojo 1 | Sam Hill']],
    ['18:00-19:00 Monday Juniors', ['Juniors | 1 18:00-19:00']],
    ['Juniors, 18:00-19:00, Mon, Dojo 1', ['Juniors | 1 18:00-19:00 | Dojo 1']],
    ['Juniors, Mon, Dojo 1, 18:00-19:00', ['Juniors | 1 18:00-19:00 | Dojo 1']],
    ['Mondays: Juniors 18:00-19:00', ['Juniors | 1 18:00-19:00']],
    ['Mon 6-7pm, Wed 7-8pm Juniors', ['Juniors | 1 18:00-19:00 3 19:00-20:00']],
    ['Juniors Mon 18:00-19:00 and Wed 19:00-20:00, Sam', ['Juniors | 1 18:00-19:00 3 19:00-20:00 | Sam']],
    ['18:00-19:00 Mon, 19:00-20:00 Wed Juniors', ['Juniors | 1 18:00-19:00 3 19:00-20:00']],
    ['Sun 10-11am Sunday Sparring', ['Sunday Sparring | 7 10:00-11:00']],
    ['Mon 18:00-19:00 Juniors (6-9 years)', ['Juniors (6-9 years) | 1 18:00-19:00']],
    ['Mon 6-7 Juniors ages 8-10', ['Juniors ages 8-10 | 1 18:00-19:00']],
    ['Juniors 6-9 yrs Mon 5-6', ['Juniors 6-9 yrs | 1 17:00-18:00']],
    ['Mon 18:00 45 min Little Ninjas (Sam)', ['Little Ninjas (Sam) | 1 18:00-18:45']],
    ['Sat-Sun 12:00–13:00 Lunch-time Judo', ['Lunch-time Judo | 6 12:00-13:00 7 12:00-13:00']],
    ['• Tue 19:00–20:30  Adults  ', ['Adults | 2 19:00-20:30']],
    ['Fri 22:00–01:00 Night training', ['Night training | 5 22:00-01:00']],
    ['Mon\t18:00\t19:00\tJuniors\tDojo 1\tSam', ['Juniors | 1 18:00-19:00 | Dojo 1 | Sam']],
    ['Juniors\tMon\t18:00-19:00', ['Juniors | 1 18:00-19:00']],
    ['Mon 18:00:00 – 19:00:00 Juniors', ['Juniors | 1 18:00-19:00']],
  ])('%s', (text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it('takes the days of a heading until the next one', () => {
    const text =
      'Monday\n18:00–19:00 Juniors\n19:00–20:00 Seniors\n\nTUESDAY & THURSDAY:\n6-7pm Juniors\nSat 10-11 Open mat\n7-8pm Seniors'
    expect(shown(text)).toEqual([
      'Juniors | 1 18:00-19:00',
      'Seniors | 1 19:00-20:00',
      'Juniors | 2 18:00-19:00 4 18:00-19:00',
      'Open mat | 6 10:00-11:00',
      'Seniors | 2 19:00-20:00 4 19:00-20:00',
    ])
  })

  it('reads a table with headings, whose day is not repeated', () => {
    const table = [
      'Day\tStart\tFinish\tTeacher\tClass\tRoom',
      'Monday\t18:00\t19:00\tSam\tJuniors\tDojo 1',
      '\t19:00\t20:00\t\tSeniors\tDojo 1',
      'Weds\t6pm\t7pm\tAnn\tJuniors\t',
    ].join('\n')
    const { lines, unread } = readWeek(table)
    expect(unread).toEqual([])
    expect(lines.map(({ times }) => times)).toEqual([
      [{ weekday: 1, startTime: '18:00', finishTime: '19:00' }],
      [{ weekday: 1, startTime: '19:00', finishTime: '20:00' }],
      [{ weekday: 3, startTime: '18:00', finishTime: '19:00' }],
    ])
    expect(lines[0]?.parts).toEqual([
      { text: 'Sam', as: 'instructor' },
      { text: 'Juniors', as: 'name' },
      { text: 'Dojo 1', as: 'room' },
    ])
  })

  it('reads a table with a column for each day', () => {
    const table = 'Time\tMonday\tTuesday\n18:00-19:00\tJuniors, Dojo 1\t\n19:00-20:00\tSeniors\tJuniors'
    expect(shown(table)).toEqual([
      'Juniors | 1 18:00-19:00 | Dojo 1',
      'Seniors | 1 19:00-20:00',
      'Juniors | 2 19:00-20:00',
    ])
    expect(shown('\tMon\tTue\n18:00-19:00\t\t\tLost')).toEqual([expect.stringMatching(/^2: .*under no day/)])
  })

  it('names every line that it can’t read', () => {
    const { lines, unread } = readWeek(
      'Our timetable\nMon Juniors\n18:00-19:00 Seniors\nMon 18:00-19:00 A Tue 19:00-20:00 B',
    )
    expect(lines).toEqual([])
    expect(unread.map(({ line, problem }) => [line, problem.split('.')[0]])).toEqual([
      [1, 'We found no times'],
      [2, 'We found no times'],
      [3, 'We found no day'],
      [4, 'There’s more than one class here'],
    ])
  })

  it('says where an hour was taken for the afternoon', () => {
    expect(readWeek('Mon 6-7 A\nMon 6-7pm B\nMon 9-10 C').lines.map(({ isAssumed }) => isAssumed)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('what one writer writes, the reader reads', () => {
  const names = ['Juniors', 'Little Ninjas (4-6)', 'Women’s Judo', 'BJJ – No-Gi', 'Adults 2', 'Sunday Sparring', 'U12s']
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  const pad = (value: number) => String(value).padStart(2, '0')
  const twelve = (at: number) =>
    `${((Math.floor(at / 60) + 11) % 12) + 1}:${pad(at % 60)}${at % 1440 < 720 ? 'am' : 'pm'}`
  const day24 = (at: number) => `${pad(Math.floor(at / 60) % 24)}:${pad(at % 60)}`
  const written = [
    (day: string, from: string, to: string, name: string, more: readonly string[]) =>
      [`${day} ${from}–${to} ${name}`, ...more].join(', '),
    (day: string, from: string, to: string, name: string, more: readonly string[]) =>
      [day, `${from} - ${to}`, name, ...more].join(', '),
    (day: string, from: string, to: string, name: string, more: readonly string[]) =>
      [day, from, to, name, ...more].join('\t'),
    (day: string, from: string, to: string, name: string, more: readonly string[]) =>
      [name, day, `${from} to ${to}`, ...more].join('; '),
    (day: string, from: string, to: string, name: string, more: readonly string[]) =>
      [`${day}\n${from}-${to} ${name}`, ...more].join(' | '),
  ]
  const session = fc.record({
    weekday: fc.integer({ min: 0, max: 6 }),
    start: fc.integer({ min: 0, max: 287 }).map(step => step * 5),
    length: fc.integer({ min: 1, max: 24 }).map(step => step * 5),
    name: fc.constantFrom(...names),
    more: fc.constantFrom([], ['Dojo 1'], ['Dojo 1', 'Sam Hill'], ['Hall', 'Ann Lee', '20']),
    isShort: fc.boolean(),
    isTwelve: fc.boolean(),
    writer: fc.constantFrom(...written),
  })

  it('whatever the order and the separators', () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 12 }), sessions => {
        const text = sessions.map(({ weekday, start, length, name, more, isShort, isTwelve, writer }) => {
          const clock = isTwelve ? twelve : day24
          const day = (days[weekday] ?? '').slice(0, isShort ? 3 : 9)
          return writer(day, clock(start), clock(start + length), name, more)
        })
        const { lines, unread } = readWeek(text.join('\n'))
        expect(unread).toEqual([])
        expect(lines.map(({ times, parts }) => [times, parts.map(part => part.text).join(' - ')])).toEqual(
          sessions.map(({ weekday, start, length, name, more }) => [
            [
              {
                weekday: weekday + 1,
                startTime: day24(start),
                finishTime:
                  (start + length) % 1440 === 0 ? expect.stringMatching(/^(?:00|24):00$/) : day24(start + length),
              },
            ],
            [name.replaceAll('–', '-'), ...more].join(' - '),
          ]),
        )
      }),
    )
  })

  it('and no text breaks it or is left out', () => {
    const words = fc.constantFrom(
      'Mon',
      '18:00',
      '–',
      '19:00',
      'Juniors',
      ',',
      '\t',
      '\n',
      '6-7',
      'pm',
      '&',
      '(',
      ')',
      '24:00',
      '12am',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), tokens => {
        const text = tokens.join(' ')
        const { lines, unread } = readWeek(text)
        const said = new Set([...lines, ...unread].map(({ line }) => line))
        for (const [index, line] of text.split('\n').entries())
          if (/\d|Juniors/.test(line)) expect(said).toContain(index + 1)
        for (const { times } of lines)
          for (const { startTime, finishTime } of times)
            expect(`${startTime} ${finishTime}`).toMatch(/^\d\d:\d\d \d\d:\d\d$/)
      }),
    )
  })
})
