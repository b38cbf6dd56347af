import { describe, expect, it, test } from 'vitest'
import { decimalCommaIn } from '../guess/decimal-comma.ts'
import { matchBelt } from '../guess/match-belt.ts'
import { readAddress, readEmail, readPhone, readPostcode } from './read-contact.ts'
import { readDate } from './read-date.ts'
import { splitName, splitParentName, whyNobody } from './read-name.ts'
import { readGender, readPrice, readTags, readYesNo } from './read-word.ts'
import { quoted } from './reading.ts'

const today = '2026-11-21'
const dmy = { order: 'dmy', today } as const

describe('readDate', () => {
  test.each([
    ['26/11/2015', '2015-11-26'],
    ['6/8/2019', '2019-08-06'],
    ['2/11/24', '2024-11-02'],
    ['19/2/77', '1977-02-19'],
    ['1/2/26', '2026-02-01'],
    ['1/2/27', '1927-02-01'],
    ['7/4/00', '2000-04-07'],
    ['13 March 2014', '2014-03-13'],
    ['1st Sep 2020', '2020-09-01'],
    ['20-May-2024', '2024-05-20'],
    ['March 13, 2014', '2014-03-13'],
    ['31.12.1999', '1999-12-31'],
    ['2016-02-29', '2016-02-29'],
    ['2016/2/29', '2016-02-29'],
    ['2016-02-29T00:00:00.000Z', '2016-02-29'],
    ['26/11/2015 18:30', '2015-11-26'],
    ['43058', '2017-11-19'],
    [today, today],
  ])('%s is %s', (cell, date) => {
    expect(readDate(cell, dmy)).toEqual({ value: date, problem: null })
  })

  test.each([
    ['31/02/2010', 'is not a day of the calendar'],
    ['29/02/2015', 'is not a day of the calendar'],
    ['11/26/2015', 'is not a day of the calendar'],
    ['22/11/2026', 'is in the future'],
    ['01/01/1066', 'is before 1900'],
    ['last summer', 'is not a date that can be read'],
    ['13 Foo 2014', 'is not a date that can be read'],
    ['1/1/201', 'is not a date that can be read'],
    ['Dec 26', 'is not a date that can be read'],
    ['#REF!', 'is not a date that can be read'],
  ])('%s is told', (cell, why) => {
    expect(readDate(cell, dmy)).toEqual({ value: null, problem: `"${cell}" ${why}: left out` })
  })

  test('begins with the month where it is told', () => {
    expect(readDate('11/26/2015', { order: 'mdy', today }).value).toBe('2015-11-26')
    expect(readDate('26 Nov 2015', { order: 'mdy', today }).value).toBe('2015-11-26')
  })

  test('may lie ahead where it does', () => {
    const ahead = { ...dmy, isAhead: true }
    expect(readDate('31/12/27', ahead).value).toBe('2027-12-31')
    expect(readDate('31/12/77', ahead).problem).toBe('"31/12/77" is more than ten years ahead: left out')
  })

  test.each(['', 'n/a', '-'])('"%s" is none', cell =>
    expect(readDate(cell, dmy)).toEqual({ value: null, problem: null }),
  )
})

describe('readPhone', () => {
  const own = { second: null, belongsTo: null }
  test.each([
    ['07700 900 030', { ...own, number: '+447700900030' }],
    ['07700-900379', { ...own, number: '+447700900379' }],
    ['7700900769', { ...own, number: '+447700900769' }],
    ['447700900561', { ...own, number: '+447700900561' }],
    ['+44 (0)7700 900693', { ...own, number: '+447700900693' }],
    ['00447700900280', { ...own, number: '+447700900280' }],
    ['07700 900248 (mum)', { ...own, number: '+447700900248', belongsTo: 'Mother' }],
    ['07700 900248 (Dad)', { ...own, number: '+447700900248', belongsTo: 'Father' }],
    ['07700 900248 / 01423 496000', { ...own, number: '+447700900248', second: '+441423496000' }],
  ])('%s', (cell, value) => expect(readPhone(cell)).toEqual({ value, problem: null }))

  test.each(['', 'n/a', 'N/A', '-'])('"%s" is none', cell => {
    expect(readPhone(cell)).toEqual({ value: null, problem: null })
  })

  test.each(['12345', 'ask mum', '#N/A'])('%s is told', cell => {
    expect(readPhone(cell)).toEqual({ value: null, problem: `"${cell}" is not a phone number: left out` })
  })

  test('a note that says nothing about whose it is is told', () => {
    expect(readPhone('07700 900248 (work)').problem).toBe('"07700 900248 (work)": the note "work" is left out')
  })
})

describe('readEmail', () => {
  test.each([
    ['tressa_wolf@mail.example', 'tressa_wolf@mail.example'],
    ['BETTY.WEHNER@MAIL.EXAMPLE', 'betty.wehner@mail.example'],
    ["o'brien+karate@mail.co.example", "o'brien+karate@mail.co.example"],
  ])('%s', (cell, email) => expect(readEmail(cell)).toEqual({ value: email, problem: null }))

  test.each([
    'a at mail.example',
    'fanny.walsh@mail',
    '@mail.example',
    'a@b@mail.example',
    'a b@mail.example',
    'a@mail..example',
  ])('%s is told', cell =>
    expect(readEmail(cell)).toEqual({ value: null, problem: `"${cell}" is not an e-mail address: left out` }),
  )

  test('of two, the first', () => {
    expect(readEmail('a@mail.example;B@post.example')).toEqual({
      value: 'a@mail.example',
      problem: '"a@mail.example;B@post.example" holds more than one address: only a@mail.example is used',
    })
  })
})

test.each([
  ['ox52bu', 'OX5 2BU', false],
  ['EC1A 1BB', 'EC1A 1BB', false],
  ['gir 0aa', 'GIR 0AA', false],
  ['SY8 3IC', 'SY8 3IC', true],
  ['wa78 66f', 'WA78 66F', true],
  ['somewhere in Leeds', null, true],
])('postcode %s is %s', (cell, postcode, isTold) => {
  const reading = readPostcode(cell)
  expect([reading.value, reading.problem !== null]).toEqual([postcode, isTold])
})

test.each([
  [{ address: '1 The Woodlands, Long Halvorsonford' }, { line: '1 The Woodlands', town: 'Long Halvorsonford' }],
  [{ address: 'Flat 2, 5 Park Road, Leeds' }, { line: 'Flat 2, 5 Park Road', town: 'Leeds' }],
  [
    { address: 'Flat 2, 5 Park Road', town: 'Leeds' },
    { line: 'Flat 2, 5 Park Road', town: 'Leeds' },
  ],
  [
    { address: 'Mill House', address2: 'Mill Lane', town: 'York' },
    { line: 'Mill House, Mill Lane', town: 'York' },
  ],
  [{ address: 'Mill House' }, { line: 'Mill House', town: null }],
  [{}, { line: null, town: null }],
])('address %j', (cells, value) => {
  expect(readAddress({ address: '', address2: '', town: '', ...cells })).toEqual({ value, problem: null })
})

describe('splitName', () => {
  test.each([
    ['Johnston, Alexandre', ['Alexandre', 'Johnston']],
    ["O'Brien, Seán", ['Seán', "O'Brien"]],
    ['Meaghan Kohler', ['Meaghan', 'Kohler']],
    ['Nguyễn Thị Hương', ['Nguyễn Thị', 'Hương']],
    ['Mohammed Al-Amin bin Yusuf', ['Mohammed Al-Amin', 'bin Yusuf']],
    ['Anna van der Berg', ['Anna', 'van der Berg']],
    ['Van Morrison', ['Van', 'Morrison']],
    ['Pelé', ['Pelé', '']],
  ])('%s', (cell, [firstName, lastName]) => expect(splitName(cell, 'firstLast')).toEqual({ firstName, lastName }))

  it('begins with the last name where it is told', () => {
    expect(splitName('Kohler Meaghan Anne', 'lastFirst')).toEqual({ firstName: 'Meaghan Anne', lastName: 'Kohler' })
  })

  it("knows a parent by the child's name", () => {
    expect(splitParentName('Jo Anne de la Cruz Reed', 'de la Cruz Reed').firstName).toBe('Jo Anne')
  })
})

test.each([
  [{ firstName: 'TOTAL', lastName: '312' }, '"TOTAL 312" is not a person\'s name'],
  [{ firstName: 'Grand total', lastName: '' }, '"Grand total" is not a person\'s name'],
  [{ firstName: '', lastName: 'Smith' }, 'There is no first name beside "Smith"'],
  [{ firstName: '', lastName: '' }, 'There is no name'],
  [{ firstName: '<b>Bob</b>', lastName: '' }, '"<b>Bob</b>" is not a person\'s name'],
  [{ firstName: 'Total', lastName: 'Eclipse' }, null],
  [{ firstName: 'ب', lastName: '' }, null],
])('%j: %s', (name, why) => expect(whyNobody(name, quoted)).toBe(why))

describe('matchBelt', () => {
  const grades = ['White', 'Red tag', 'Green', 'Brown', 'Brown/White', 'Black 1st Dan', 'Black 2nd Dan'].map(
    (name, index) => ({ id: index + 1, name }),
  )
  const karate = { id: 1, name: 'Karate', grades }
  const judo = { id: 2, name: 'Judo', grades: [{ id: 91, name: 'White' }] }
  const match = (cell: string) => matchBelt(cell, [karate, judo], karate)
  test.each([
    ['White', 1],
    ['wht', 1],
    ['white belt', 1],
    ['red tag', 2],
    ['Green ', 3],
    ['brn', 4],
    ['Brown/White', 5],
    ['brown / wht', 5],
    ['Black 1st Dan', 6],
    ['BLK  first dan', 6],
    ['Karate > Green', 3],
    ['judo > white', 91],
  ])('%s is grade %i', (cell, id) => expect(match(cell)).toEqual({ value: id, problem: null }))

  test('a name that fits several grades is told', () => {
    expect(match('Black').problem).toBe('"Black" could be Black 1st Dan or Black 2nd Dan: no belt is set')
  })

  test.each(['Purple', 'White/Brown', 'Dan', 'Black 3rd Dan', 'Red'])('%s is told, not guessed', cell => {
    expect(match(cell)).toEqual({ value: null, problem: `"${cell}" is not a grade of Karate: no belt is set` })
  })
})

test.each([
  ['y', true],
  ['Yes', true],
  ['1', true],
  ['No', false],
  ['N', false],
  ['n/a', null],
  ['', null],
])('answer %s', (cell, value) => expect(readYesNo(cell)).toEqual({ value, problem: null }))

test('an answer that is none is told', () => {
  expect(readYesNo('only face').problem).toBe('"only face" is neither yes nor no: taken as no answer')
})

test.each([
  ['£42.5', 4250, null],
  ['35.00 pm', 3500, 1102],
  ['35', 3500, null],
  ['£1,200.50 per year', 120_050, 1104],
  ['free', 0, null],
  ['8.50 p/w', 850, 1101],
])('price %s', (cell, pence, frequencyId) => expect(readPrice(cell).value).toEqual({ pence, frequencyId }))

test.each<[string, number]>([
  ['12,50', 1250],
  ['12,5 pm', 1250],
  ['£1.200,50 per year', 120_050],
  ['1.200', 120_000],
  ['35', 3500],
])('price %s in a column with decimal commas', (cell, pence) =>
  expect(readPrice(cell, true).value).toMatchObject({ pence }),
)

test.each<[string[], boolean]>([
  [['12,50', '30', '1.200,00'], true],
  [['1,200', '30'], false],
  [['12,50', '12.50'], false],
  [['12,50', '8.5'], false],
  [['30'], false],
])('a column of %j has a decimal comma: %s', (cells, has) => expect(decimalCommaIn(cells) !== null).toBe(has))

test('a comma that separates no thousands is told', () => {
  expect(readPrice('12,50').problem).toBe('"12,50" has a comma that doesn\'t separate thousands: left out')
})

test.each(['two pounds', '35 for both', '-5', '1.234'])('price %s is told', cell => {
  expect(readPrice(cell)).toEqual({ value: null, problem: `"${cell}" is not an amount of money: left out` })
})

test('gender and tags', () => {
  expect([readGender('F').value, readGender('boy').value, readGender('Non-binary').value]).toEqual([
    'Female',
    'Male',
    'Non-binary',
  ])
  expect(readTags('Squad; Competitor,squad2').value).toEqual(['Squad', 'Competitor', 'squad2'])
})

test('a cell is quoted on one line, without what steers a terminal', () => {
  expect(quoted('Dad pays cash\r\nask re: DD')).toBe('"Dad pays cash / ask re: DD"')
  expect(quoted('\u001b[31mred')).toBe('"[31mred"')
  expect(quoted('x'.repeat(200))).toHaveLength(82)
})
